// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WAKE_PROTOCOL_HPP
#define SONDA_DETAIL_RUNTIME_WAKE_PROTOCOL_HPP

#include <sonda/detail/runtime/idle_set.hpp>
#include <sonda/detail/runtime/park.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sonda::detail {

// Who is woken by what, and who sleeps where. Queues tell whether there is anything, and have the workers; the reactor
// is a lease that one sleeper holds. The atomics are a parameter so that every interleaving of this very code can be
// tried out.
template<class Queues, class Reactor, template<class> class Atomic = std::atomic>
class basic_wake_protocol
{
public:
    basic_wake_protocol(Queues& queues, Reactor& reactor)
        : queues_(queues)
        , reactor_(reactor)
    {}

    bool stopping() const noexcept { return stopping_.load(std::memory_order_seq_cst); }
    std::size_t sleepers() const noexcept { return idle_.sleepers(); }
    std::uint64_t wakes() const noexcept { return wakes_.load(std::memory_order_relaxed); }

    // After something was queued, or the reactor wants somebody, by an operation that is sequentially consistent.
    void wake_one() noexcept
    {
        if (auto const sleeper = idle_.claim_one(reactor_.holder()))
            unpark(*sleeper);
    }

    // After something was queued from outside, where waiting() things wait now. The searcher who was claimed for the
    // first of them may be long in coming; so another is called when there are 2, 4, 8 and so on. That is done here, and
    // not by the searcher, as who calls from outside often sleeps next and leaves his processor to the one he called.
    template<class Waiting>
    void wake_for(Waiting waiting) noexcept
    {
        std::uint64_t seen;
        if (auto const sleeper = idle_.claim_one(reactor_.holder(), seen))
            return unpark(*sleeper);
        if (!idle_.has_helper(seen))
            return;
        if (std::size_t const n = waiting(); n < 2 || !std::has_single_bit(n))
            return;
        if (auto const helper = idle_.claim_helper(reactor_.holder(), seen))
            unpark(*helper, false);
    }

    // Lets every worker leave next.
    void stop() noexcept
    {
        stopping_.store(true, std::memory_order_seq_cst);
        for (std::size_t i = 0; i != queues_.workers(); ++i)
            unpark(i);
    }

    // A worker has found a node. If it searched, or has queued without a wake, it looks whether somebody else should
    // come: for more work, or to watch the reactor.
    template<class Worker>
    void has_found(Worker& me) noexcept
    {
        if (!me.searching && !me.deferred) [[likely]]
            return;
        me.deferred = false;
        if (std::exchange(me.searching, false))
            idle_.end_search();
        else
            idle_.publish();
        if (queues_.any() || reactor_.wanted())
            wake_one();
    }

    // A worker has found nothing: it lingers for as long as linger likes, if nobody else does, and goes to sleep, in
    // the reactor (sit) if that wants somebody. Returns when there is something to look for.
    template<class Worker, class Linger, class Asleep, class Sit>
    void idle(Worker& me, Linger linger, Asleep about_to_sleep, Sit sit) noexcept
    {
        if (!me.searching)
            me.searching = idle_.try_search();
        if (me.searching && linger())
            return;
        idle_.sleep(me.index, std::exchange(me.searching, false));
        if (queues_.any() || stopping()) {
            me.deferred = true; // who queued while this one searched has woken nobody
            return wake_self(me);
        }
        about_to_sleep();
        if (reactor_.wanted() && reactor_.take(idle_.bit(me.index)))
            return sleep_in_reactor(me, sit);
        sleep(me);
    }

private:
    void unpark(std::size_t index, bool search = true) noexcept
    {
        wakes_.fetch_add(1, std::memory_order_relaxed);
        if (queues_.at(index).bed.notify(search) == woken::reactor)
            reactor_.interrupt();
    }

    template<class Worker, class Sit>
    void sleep_in_reactor(Worker& me, Sit sit) noexcept
    {
        if (me.bed.enter_reactor()) {
            if (sit() != 0)
                me.deferred = true;
            me.bed.leave_reactor();
        }
        reactor_.give_back();
        wake_self(me);
    }

    // Back from sleep without having been unparked; or, if somebody has claimed this worker meanwhile, unparked.
    template<class Worker>
    void wake_self(Worker& me) noexcept
    {
        if (!idle_.wake_self(me.index))
            sleep(me);
    }

    template<class Worker>
    void sleep(Worker& me) noexcept
    {
        me.searching = me.bed.sleep();
        me.deferred = me.deferred || !me.searching;
    }

    Queues& queues_;
    Reactor& reactor_;
    basic_idle_set<Atomic> idle_;
    Atomic<bool> stopping_ = false;
    std::atomic<std::uint64_t> wakes_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WAKE_PROTOCOL_HPP
