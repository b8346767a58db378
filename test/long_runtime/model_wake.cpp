// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/wake_protocol.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/interleavings.hpp"
#include "runtime/model_atomic.hpp"

#if !defined(SONDA_TEST_NO_CONTEXTS)

namespace {

using test::interleavings;
using test::model_atomic;

struct model_worker
{
    std::size_t index = 0;
    sonda::detail::basic_park<model_atomic> bed;
    bool searching = false;
    bool deferred = false;
};

// Queues that only count; what a worker puts into its own is a store of that worker alone, as in a deque.
struct model_queues
{
    explicit model_queues(std::size_t n)
        : all(n)
    {
        for (std::size_t i = 0; i != n; ++i)
            all[i].index = i;
    }

    std::size_t workers() const { return all.size(); }
    model_worker& at(std::size_t i) { return all[i]; }
    bool any() const { return count.load() != 0; }

    bool take()
    {
        auto n = count.load();
        while (n != 0)
            if (count.compare_exchange_weak(n, n - 1))
                return true;
        return false;
    }

    std::vector<model_worker> all;
    model_atomic<int> count = 0;
};

// A reactor in which events arrive as the kernel sends them; each event queues one item.
struct model_reactor
{
    bool wanted() const { return work.load() != 0 && lease.load() == 0; }
    bool take(std::uint64_t worker)
    {
        std::uint64_t nobody = 0;
        return lease.compare_exchange_strong(nobody, worker);
    }
    void give_back() { lease.exchange(0); }
    std::uint64_t holder() const { return lease.load(std::memory_order_relaxed); }
    void interrupt() { send(0); }

    void send(int events)
    {
        ready.fetch_add(16 + events);
        ready.notify_one();
    }

    int wait()
    {
        while (ready.load() == 0)
            ready.wait(0);
        return ready.exchange(0) % 16;
    }

    model_atomic<std::uint64_t> lease = 0;
    model_atomic<int> work = 0;
    model_atomic<int> ready = 0;
};

// Workers that run until so many items have been run. What an item does is the model's.
template<std::size_t Workers, int Items>
struct pool_model
{
    using protocol = sonda::detail::basic_wake_protocol<model_queues, model_reactor, model_atomic>;

    template<class Run>
    void work(std::size_t index, Run run)
    {
        auto& me = queues.at(index);
        while (!wakes.stopping()) {
            interleavings::current()->forget(index + (me.searching ? 16U : 0U) + (me.deferred ? 32U : 0U));
            if (queues.take()) {
                wakes.has_found(me);
                run(me);
                if (done.fetch_add(1) + 1 == Items)
                    wakes.stop();
                continue;
            }
            wakes.idle(
                me, [] { return false; }, [] {}, [this] { return sit(); });
        }
    }

    std::size_t sit()
    {
        auto const events = reactor.wait();
        if (events != 0)
            queues.count.fetch_add(events);
        return static_cast<std::size_t>(events);
    }

    void submit(int items)
    {
        for (; items != 0; --items) {
            interleavings::current()->forget(64U + static_cast<unsigned>(items));
            queues.count.fetch_add(1);
            wakes.wake_for([this] { return static_cast<std::size_t>(queues.count.load()); });
        }
    }

    std::string check() const { return done.load() == Items ? "" : "not everything has run"; }

    model_queues queues{Workers};
    model_reactor reactor;
    protocol wakes{queues, reactor};
    model_atomic<int> done = 0;
};

using thread_list = std::vector<std::function<void()>>;

// Threads from outside submit to workers.
template<std::size_t Workers, int Producers, int Each>
struct submission_model : pool_model<Workers, Producers * Each>
{
    thread_list threads()
    {
        thread_list all(Producers, [this] { this->submit(Each); });
        for (std::size_t i = 0; i != Workers; ++i)
            all.push_back([this, i] { this->work(i, [](model_worker&) {}); });
        return all;
    }
};

// An item that queues another on its own worker, and blocks until that has run. Announced: by an operation that is
// sequentially consistent; else by a plain store, that the set of sleepers is read before.
template<bool Announced>
struct blocking_model : pool_model<2, 2>
{
    thread_list threads()
    {
        thread_list all{[this] { submit(1); }};
        for (std::size_t i = 0; i != 2; ++i)
            all.push_back([this, i] { work(i, [this](model_worker&) { run(); }); });
        return all;
    }

    void run()
    {
        if (begun.exchange(1) == 1) {
            inner.store(1);
            inner.notify_one();
            return;
        }
        queues.count.store(1, Announced ? std::memory_order_seq_cst : std::memory_order_release);
        wakes.wake_one();
        while (inner.load() == 0)
            inner.wait(0);
    }

    model_atomic<int> begun = 0;
    model_atomic<int> inner = 0;
};

// Two items of which the first blocks until the second has run: one wake has to bring the other.
struct chained_model : pool_model<2, 2>
{
    thread_list threads()
    {
        thread_list all{[this] { submit(2); }};
        for (std::size_t i = 0; i != 2; ++i)
            all.push_back([this, i] { work(i, [this](model_worker&) { run(); }); });
        return all;
    }

    void run()
    {
        if (met.fetch_add(1) == 1)
            met.notify_one();
        else
            while (met.load() != 2)
                met.wait(1);
    }

    model_atomic<int> met = 0;
};

// An operation begins on a thread from outside, and later its event comes.
template<std::size_t Workers>
struct event_model : pool_model<Workers, 1>
{
    thread_list threads()
    {
        thread_list all{[this] {
            if (this->reactor.work.fetch_add(1) == 0)
                this->wakes.wake_one();
            this->reactor.send(1);
        }};
        for (std::size_t i = 0; i != Workers; ++i)
            all.push_back([this, i] { this->work(i, [](model_worker&) {}); });
        return all;
    }
};

// The item of one event blocks until that of a later event has run: the lease has to go to the other worker.
struct handover_model : pool_model<2, 2>
{
    thread_list threads()
    {
        thread_list all{[this] {
            reactor.work.fetch_add(1);
            wakes.wake_one();
            reactor.send(1);
        }};
        for (std::size_t i = 0; i != 2; ++i)
            all.push_back([this, i] { work(i, [this](model_worker&) { run(); }); });
        return all;
    }

    void run()
    {
        if (met.fetch_add(1) == 1)
            return met.notify_one();
        reactor.send(1);
        while (met.load() != 2)
            met.wait(1);
    }

    model_atomic<int> met = 0;
};

template<class Model>
void check_all(std::size_t most_preemptions = interleavings::unbounded)
{
    auto const found = interleavings::explore<Model>(most_preemptions);
    BOOST_TEST_MESSAGE(found.states << " states in " << found.runs << " runs");
    BOOST_TEST(found.fault == "");
    BOOST_TEST(found.states > 100U);
}

} // namespace

BOOST_AUTO_TEST_SUITE(model_wake_test)

BOOST_AUTO_TEST_CASE(loses_no_wake_of_submissions_from_outside)
{
    check_all<submission_model<1, 1, 2>>();
    check_all<submission_model<1, 2, 1>>();
    check_all<submission_model<2, 1, 1>>();
}

BOOST_AUTO_TEST_CASE(wakes_another_for_what_a_blocked_worker_has_queued)
{
    check_all<blocking_model<true>>();
}

BOOST_AUTO_TEST_CASE(would_not_if_the_queueing_were_a_plain_store)
{
    BOOST_TEST(interleavings::explore<blocking_model<false>>().fault == "a thread waits for ever");
}

BOOST_AUTO_TEST_CASE(wakes_one_after_the_other_while_there_is_more)
{
    check_all<chained_model>(6); // all would take hours; a loss of wakes that this has found needed two
}

BOOST_AUTO_TEST_CASE(has_somebody_in_the_reactor_when_an_event_comes)
{
    check_all<event_model<1>>();
    check_all<event_model<2>>();
}

BOOST_AUTO_TEST_CASE(hands_the_reactor_on_before_it_runs_what_came)
{
    check_all<handover_model>(4);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
