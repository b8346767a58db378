// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/admission.hpp>

#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>
#include <vector>

#include "interleavings.hpp"
#include "model_atomic.hpp"

#if !defined(SONDA_TEST_NO_CONTEXTS)

namespace {

using test::interleavings;
using test::model_atomic;

// A lock in the model.
struct model_lock
{
    void lock()
    {
        while (word.exchange(1) != 0)
            word.wait(1);
    }
    void unlock()
    {
        word.store(0);
        word.notify_all();
    }

    model_atomic<int> word = 0;
};

// Threads that each are admitted, or not, and end, while another closes the gate and waits until all have ended; then
// the gate is gone. As pool_state does it.
template<int Spawners, bool Locked = true>
struct admission_model
{
    std::vector<std::function<void()>> threads()
    {
        std::vector<std::function<void()>> all(Spawners, [this] { spawn(); });
        all.push_back([this] { close_and_wait(); });
        return all;
    }

    void spawn()
    {
        if (!gate.enter())
            return;
        ++accepted;
        after_the_end = after_the_end || gone; // an accepted task that nobody waits for
        if (!gate.leave()) {
            if (Locked)
                lock.lock();
            gate.leave_last();
            changed.fetch_add(1);
            changed.notify_all();
            after_the_end = after_the_end || gone;
            if (Locked)
                lock.unlock();
        }
        ++ended;
    }

    void close_and_wait()
    {
        gate.close();
        for (;;) {
            auto const before = changed.load();
            lock.lock();
            bool const empty = gate.count() == 0;
            lock.unlock();
            if (empty)
                break;
            changed.wait(before);
        }
        gone = true;
        refused = !gate.enter();
    }

    std::string check() const
    {
        if (after_the_end)
            return "the gate was used after it had been drained";
        if (!refused)
            return "a closed gate let somebody in";
        return accepted == ended ? "" : "a task was lost";
    }

    sonda::detail::basic_admission<model_atomic> gate;
    model_lock lock;
    model_atomic<int> changed = 0;
    int accepted = 0;
    int ended = 0;
    bool gone = false;
    bool after_the_end = false;
    bool refused = false;
};

} // namespace

BOOST_AUTO_TEST_SUITE(model_admission_test)

BOOST_AUTO_TEST_CASE(is_in_one_order_with_the_close)
{
    auto const one = interleavings::explore<admission_model<1>>();
    BOOST_TEST(one.fault == "");
    auto const two = interleavings::explore<admission_model<2>>();
    BOOST_TEST(two.fault == "");
    BOOST_TEST_MESSAGE(two.states << " states in " << two.runs << " runs");
    BOOST_TEST(two.states > 1000U);
}

BOOST_AUTO_TEST_CASE(needs_the_lock_for_the_last_one)
{
    BOOST_TEST((interleavings::explore<admission_model<1, false>>().fault) != "");
}

BOOST_AUTO_TEST_SUITE_END()

#endif
