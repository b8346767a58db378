// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_POOL_CORE_HPP
#define SONDA_DETAIL_RUNTIME_POOL_CORE_HPP

#include <sonda/detail/runtime/idle_set.hpp>
#include <sonda/detail/runtime/poll_rhythm.hpp>
#include <sonda/detail/runtime/reactor_lease.hpp>
#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/task_host.hpp>
#include <sonda/detail/runtime/wake_protocol.hpp>
#include <sonda/detail/runtime/work_queues.hpp>
#include <sonda/detail/runtime/worker.hpp>
#include <sonda/runtime/priority_weights.hpp>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

namespace sonda::detail {

// Brings work, workers and the reactor together, and tells when nothing is left to do. It has no threads; they call next.
class pool_core
{
public:
    // Calls when_quiet on a worker that falls asleep as the last one, while somebody waits for that.
    pool_core(std::size_t workers, runtime::priority_weights weights, task_host& host, std::function<void()> when_quiet)
        : queues_(workers, weights)
        , protocol_(queues_, reactor_)
        , host_(host)
        , when_quiet_(std::move(when_quiet))
    {}

    work_queues& queues() noexcept { return queues_; }
    work_queues const& queues() const noexcept { return queues_; }
    reactor_lease& reactor() noexcept { return reactor_; }
    reactor_lease const& reactor() const noexcept { return reactor_; }
    std::size_t sleepers() const noexcept { return protocol_.sleepers(); }
    std::uint64_t wakes() const noexcept { return protocol_.wakes(); }
    bool stopping() const noexcept { return protocol_.stopping(); }

    // Lets every worker leave next, after what it runs just now.
    void stop() noexcept { protocol_.stop(); }

    // Queues a node, and wakes a worker if one sleeps that could take it. What a worker yields or defers wakes nobody at
    // once: the worker itself comes for it.
    void push(runnable& node, bool defer) noexcept
    {
        auto* const me = queues_.here();
        if (!me)
            return inject(node);
        me->stamp(node);
        bool const announced = !defer && !me->in_reactor;
        me->deferred = me->deferred || (!announced && !queues_.alone());
        queues_.put(*me, node, announced);
        if (announced && !queues_.alone())
            protocol_.wake_one();
    }

    // Puts a task that yields behind what its worker has. Nobody has to hear of it: if the worker has something else,
    // they have heard of that, and else it comes for the task itself.
    void give_way(runnable& node) noexcept
    {
        auto* const me = queues_.here();
        if (!me)
            return inject(node);
        me->stamp(node);
        queues_.put(*me, node, false);
    }

    // The next node for this worker; sleeps until there is one. Null if the pool stops.
    runnable* next(worker& me, poll_rhythm& rhythm) noexcept
    {
        while (!stopping()) {
            if (rhythm.due())
                poll_reactor(me);
            if (auto* const node = queues_.look(me)) {
                protocol_.has_found(me);
                return node;
            }
            protocol_.idle(
                me, [&] { return linger(me); }, [&] { about_to_sleep(me); },
                [&] { return serve(me, &reactor_lease::wait); });
            me.waits.over();
        }
        return nullptr;
    }

    // A tracked executor has come or gone.
    void work_started() noexcept
    {
        if (reactor_.work_started())
            protocol_.wake_one();
    }

    void work_finished() noexcept
    {
        if (reactor_.work_finished() && watched_.load(std::memory_order_seq_cst) != 0)
            notify_watchers();
    }

    // Serves the reactor, if nobody does, by a worker that has other things to do.
    std::size_t poll_reactor(worker& me) noexcept
    {
        if (!reactor_.wanted() || !reactor_.take(idle_set::bit(me.index)))
            return 0;
        auto const served = serve(me, &reactor_lease::poll);
        reactor_.give_back();
        me.deferred = true; // and hand the lease on to somebody who sleeps
        return served;
    }

    // By the thread that has joined the workers: takes what is ready out of the reactor. True if there was something.
    bool collect_from_reactor() noexcept
    {
        try {
            return reactor_.poll() != 0;
        } catch (...) {
            host_.unhandled(std::current_exception());
            return true;
        }
    }

    // All workers sleep, nothing is queued; and nothing was between the two looks at it.
    bool quiet() const noexcept
    {
        auto const before = executed();
        return !queues_.any() && sleepers() == queues_.workers() && executed() == before;
    }

    std::uint64_t executed() const noexcept
    {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i != queues_.workers(); ++i)
            sum += queues_.at(i).executed.read();
        return sum;
    }

    std::mutex& mutex() noexcept { return mutex_; }

    // Waits, under the lock, until the condition holds; it is asked whenever the pool may have become quiet, the last
    // work may have finished, or notify_watchers was called. False if the time is over before.
    template<class Condition, class TimePoint>
    bool watch(std::unique_lock<std::mutex>& lock, TimePoint const& until, Condition condition)
    {
        watched_.fetch_add(1, std::memory_order_seq_cst);
        bool const held = until == (TimePoint::max)() ? (changed_.wait(lock, condition), true)
                                                      : changed_.wait_until(lock, until, condition);
        watched_.fetch_sub(1, std::memory_order_seq_cst);
        return held;
    }

    void notify_watchers() noexcept
    {
        std::lock_guard lock(mutex_);
        changed_.notify_all();
    }

    // By who holds the lock.
    void notify_watchers_locked() noexcept { changed_.notify_all(); }

    // One more waits for a change without watch, or one less.
    void watched(bool by_one_more) noexcept { watched_.fetch_add(by_one_more ? 1 : -1, std::memory_order_seq_cst); }

private:
    static constexpr int looks_before_sleep = 8;

    void inject(runnable& node) noexcept
    {
        queues_.inject(node, [this, level = node.level] {
            if (stopping())
                queues_.destroy_injected();
            else
                protocol_.wake_for([this, level] { return queues_.injected(level); });
        });
    }

    // Whoever sits in the reactor sees what comes of timers and sockets, so he does not look for work for long.
    bool linger(worker& me) noexcept
    {
        auto const is_there = [this] { return queues_.any() || stopping(); };
        if (patience::helps() && !reactor_.wanted())
            return me.waits.sees(is_there);
        for (int i = 0; i != looks_before_sleep; ++i)
            if (is_there())
                return true;
        return false;
    }

    void about_to_sleep(worker& me) noexcept
    {
        me.parks.add();
        if (watched_.load(std::memory_order_seq_cst) != 0 && sleepers() == queues_.workers())
            when_quiet_();
    }

    std::size_t serve(worker& me, std::size_t (reactor_lease::*how)()) noexcept
    {
        me.in_reactor = true;
        std::size_t served = 1;
        try {
            served = (reactor_.*how)();
        } catch (...) {
            host_.unhandled(std::current_exception());
        }
        me.in_reactor = false;
        return served;
    }

    work_queues queues_;
    reactor_lease reactor_;
    basic_wake_protocol<work_queues, reactor_lease> protocol_;
    task_host& host_;
    std::function<void()> const when_quiet_;
    std::atomic<int> watched_ = 0; // threads that wait for a change
    std::mutex mutex_;
    std::condition_variable changed_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_POOL_CORE_HPP
