// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_RUNTIME_ADMISSION_MODEL_HPP
#define SONDA_TEST_RUNTIME_ADMISSION_MODEL_HPP

#include <sonda/detail/runtime/live_tasks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model_atomic.hpp"

namespace test {

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
// the gate is gone. As pool_state does it. Odd threads have another shard than even ones, if there are several.
template<int Spawners, bool Locked = true, std::size_t Shards = 1>
struct admission_model
{
    std::vector<std::function<void()>> threads()
    {
        std::vector<std::function<void()>> all;
        for (std::uint8_t i = 0; i != Spawners; ++i)
            all.push_back([this, i] { spawn(i % Shards); });
        all.push_back([this] { close_and_wait(); });
        return all;
    }

    void spawn(std::uint8_t shard)
    {
        if (!gate.enter(shard))
            return;
        ++accepted;
        after_the_end = after_the_end || gone; // an accepted task that nobody waits for
        if (!gate.leave(shard)) {
            if (Locked)
                lock.lock();
            gate.leave_last(shard);
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
        refused = !gate.enter(0);
    }

    std::string check() const
    {
        if (after_the_end)
            return "the gate was used after it had been drained";
        if (!refused)
            return "a closed gate let somebody in";
        return accepted == ended ? "" : "a task was lost";
    }

    sonda::detail::basic_live_tasks<model_atomic, model_lock, Shards> gate;
    model_lock lock;
    model_atomic<int> changed = 0;
    int accepted = 0;
    int ended = 0;
    bool gone = false;
    bool after_the_end = false;
    bool refused = false;
};

} // namespace test

#endif // SONDA_TEST_RUNTIME_ADMISSION_MODEL_HPP
