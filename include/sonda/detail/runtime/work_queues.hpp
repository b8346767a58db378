// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WORK_QUEUES_HPP
#define SONDA_DETAIL_RUNTIME_WORK_QUEUES_HPP

#include <sonda/detail/runtime/injector.hpp>
#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/worker.hpp>
#include <sonda/runtime/priority_weights.hpp>

#include <boost/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sonda::detail {

// All queues of a pool, and how a worker looks for something in them. It knows nothing of sleep or threads.
class work_queues
{
public:
    work_queues(std::size_t workers, runtime::priority_weights weights)
        : alone_(workers == 1)
    {
        workers_.reserve(workers);
        for (std::size_t i = 0; i != workers; ++i)
            workers_.push_back(std::make_unique<worker>(this, i, workers == 1, weights));
    }

    std::size_t workers() const noexcept { return workers_.size(); }
    worker& at(std::size_t index) const noexcept { return *workers_[index]; }
    bool alone() const noexcept { return alone_; }

    // This thread's worker, if it is one of these.
    worker* here() const noexcept
    {
        auto* const me = current_worker;
        return me && me->pool == this ? me : nullptr;
    }

    // Puts with the injected, and lets the caller do what follows from that. The node may be gone by then, and with it
    // what kept the pool alive, but the pool does not go before this returns: see nobody_inside.
    template<class Then>
    void inject(runnable& node, Then then) noexcept
    {
        auto& to = injectors_[node.level];
        to.push(node);
        then();
        to.leave();
    }

    bool nobody_inside() const noexcept
    {
        return std::all_of(std::begin(injectors_), std::end(injectors_),
                           [](auto const& i) { return i.nobody_inside(); });
    }

    // Puts behind what the worker has, or with the injected if there is no memory.
    void put(worker& me, runnable& node, bool announced) noexcept
    {
        me.has_own |= worker::bit(node.level);
        auto& own = me.own[node.level];
        if (own.has_room()) [[likely]]
            own.push(node, announced);
        else
            put_where_room_is(me, node, announced);
    }

    // One look, which costs a turn: the selected class first, then the others, and what other workers have last. Now
    // and then the selected class is stolen even if there is other work, or it would wait with a worker that is busy.
    runnable* look(worker& me) noexcept
    {
        auto const selected = me.turns.next();
        if (auto* const node = take(me, selected))
            return node;
        if (!alone() && ++me.looks % looks_a_theft == 0)
            if (auto* const node = steal(me, selected))
                return node;
        auto const second = next(selected);
        if (auto* const node = take(me, second))
            return node;
        if (auto* const node = take(me, next(second)))
            return node;
        return alone() ? nullptr : steal_any(me, selected);
    }

    // What the worker itself or the injector has of this class, the own first unless it has had its burst.
    runnable* take(worker& me, std::size_t level) noexcept
    {
        if ((me.has_own & worker::bit(level)) != 0)
            if (auto* const node = take_own(me, level))
                return node;
        return take_if_injected(me, level, injector::largest_batch);
    }

    // What the next other worker that has some of this class has; half of it moves over.
    runnable* steal(worker& me, std::size_t level) noexcept
    {
        for (std::size_t left = workers_.size(); left != 0; --left) {
            me.victim = me.victim + 1 == workers_.size() ? 0 : me.victim + 1;
            if (me.victim != me.index)
                if (auto* const node = steal_from(me, workers_[me.victim]->own[level]))
                    return node;
        }
        return nullptr;
    }

    // Whether any queue holds something. What this misses was put there after the call had begun.
    bool any() const noexcept
    {
        return std::any_of(std::begin(injectors_), std::end(injectors_), [](auto const& i) { return !i.empty(); }) ||
               std::any_of(workers_.begin(), workers_.end(), [](auto const& w) { return has_own(*w); });
    }

    static bool has_own(worker const& w) noexcept
    {
        return std::any_of(std::begin(w.own), std::end(w.own), [](auto const& own) { return !own.empty(); });
    }

    // How many nodes of this class came from outside and were not taken, about.
    std::size_t injected(std::size_t level) const noexcept { return injectors_[level].size(); }

    // How many nodes of this class are queued, about.
    std::size_t queued(std::size_t level) const noexcept
    {
        auto sum = injectors_[level].size();
        for (auto const& w : workers_)
            sum += w->own[level].size();
        return sum;
    }

    // Destroys what is injected. By any thread. True if there was something.
    bool destroy_injected() noexcept
    {
        bool found = false;
        for (auto& from : injectors_)
            while (!from.empty()) {
                auto const batch = from.take(injector::largest_batch, true);
                found = found || batch.count != 0;
                for_each(batch, [](runnable& node) { node.destroy(); });
            }
        return found;
    }

    // Destroys what all the workers have. By a thread that has joined all of their threads, but perhaps its own.
    bool destroy_owned() noexcept
    {
        bool found = false;
        for (auto const& w : workers_)
            for (auto& own : w->own)
                while (auto* const node = own.pop()) {
                    found = true;
                    node->destroy();
                }
        return found;
    }

private:
    static constexpr std::uint32_t looks_a_theft = 16;

    static constexpr std::size_t next(std::size_t level) noexcept
    {
        return level + 1 == runtime::priority_count ? 0 : level + 1;
    }

    template<class Function>
    static void for_each(injector::batch batch, Function function)
    {
        for (auto* node = batch.first; batch.count != 0; --batch.count) {
            auto* const following = node->next;
            function(*node);
            node = following;
        }
    }

    // What happens seldom is out of line, so that what happens at each step stays short.
    BOOST_NOINLINE void put_where_room_is(worker& me, runnable& node, bool announced) noexcept
    {
        auto& own = me.own[node.level];
        if (own.make_room())
            return own.push(node, announced);
        me.deferred = true;
        inject(node, [] {});
    }

    runnable* take_own(worker& me, std::size_t level) noexcept
    {
        if (me.bursts.reached(level))
            if (auto* const node = take_if_injected(me, level, 1))
                return node;
        auto* const node = me.own[level].pop();
        if (node)
            me.bursts.took_own(level);
        else
            me.has_own &= static_cast<std::uint8_t>(~worker::bit(level)); // thieves have emptied it, or this worker
        return node;
    }

    runnable* take_if_injected(worker& me, std::size_t level, std::size_t limit) noexcept
    {
        return injectors_[level].seems_empty() ? nullptr : take_injected(me, level, limit);
    }

    BOOST_NOINLINE runnable* take_injected(worker& me, std::size_t level, std::size_t limit) noexcept
    {
        auto batch = injectors_[level].take(limit, alone());
        if (batch.count == 0)
            return nullptr;
        me.bursts.took_injected(level, batch.count - 1);
        auto* const first = batch.first;
        batch.first = first->next;
        --batch.count;
        auto left = batch.count;
        for_each(batch, [&](runnable& node) { put(me, node, --left == 0); });
        me.deferred = me.deferred || (batch.count != 0 && !alone());
        return first;
    }

    runnable* steal_from(worker& me, work_deque& victim) noexcept
    {
        for (;;) {
            if (victim.empty())
                return nullptr;
            me.steal_attempts.add();
            auto const loot = victim.steal();
            if (loot.lost_race)
                continue;
            if (loot.count == 0)
                return nullptr;
            me.stolen.add();
            for (std::size_t i = 1; i < loot.count; ++i)
                put(me, *loot.nodes[i], i + 1 == loot.count);
            me.deferred = me.deferred || loot.count > 1;
            return loot.nodes[0];
        }
    }

    runnable* steal_any(worker& me, std::size_t selected) noexcept
    {
        for (auto level : {selected, next(selected), next(next(selected))})
            if (auto* const node = steal(me, level))
                return node;
        return nullptr;
    }

    bool const alone_;
    std::vector<std::unique_ptr<worker>> workers_;
    injector injectors_[runtime::priority_count];
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WORK_QUEUES_HPP
