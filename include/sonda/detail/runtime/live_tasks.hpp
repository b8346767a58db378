// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_LIVE_TASKS_HPP
#define SONDA_DETAIL_RUNTIME_LIVE_TASKS_HPP

#include <sonda/detail/runtime/brief_lock.hpp>
#include <sonda/detail/runtime/task_host.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace sonda::detail {

// What a pool has admitted and what has not ended: so many counts and lists, each with its lock, that threads that spawn
// seldom meet. A task comes in by one locked step, which links, counts, and looks whether the gate is closed; it goes by
// another. The gate is one flag for all. Who closes it passes through every lock once, so what was admitted before is
// counted from then on, and nothing more is.
template<template<class> class Atomic = std::atomic, class Lock = brief_lock, std::size_t Shards = 16>
class basic_live_tasks
{
public:
    static constexpr std::size_t shards = Shards;

    // The shard of the calling thread.
    static std::uint8_t here() noexcept
    {
        static std::atomic<std::uint32_t> last = 0;
        static thread_local constinit std::uint8_t mine = Shards;
        if (mine == Shards)
            mine = static_cast<std::uint8_t>(last.fetch_add(1, std::memory_order_relaxed) % Shards);
        return mine;
    }

    // Something without a link comes in. False if the gate is closed.
    bool enter(std::uint8_t where) noexcept
    {
        auto& shard = shards_[where];
        std::lock_guard const lock(shard.lock);
        if (closed_.load(std::memory_order_relaxed))
            return false;
        ++shard.count;
        return true;
    }

    // A task comes in. False if the gate is closed.
    bool enter(live_link& task, std::uint8_t where) noexcept
    {
        auto& shard = shards_[where];
        std::lock_guard const lock(shard.lock);
        if (closed_.load(std::memory_order_relaxed))
            return false;
        ++shard.count;
        task.shard = where;
        shard.link(task);
        return true;
    }

    // What came in has ended. False, and nothing done, if it is the last of its shard after the close: somebody may wait
    // for that, and take this away. Then the caller has to call leave_last under the lock of whoever waits.
    bool leave(std::uint8_t where) noexcept
    {
        return leave(where, false, [](list&) {});
    }
    void leave_last(std::uint8_t where) noexcept
    {
        leave(where, true, [](list&) {});
    }

    bool leave(live_link& task) noexcept
    {
        return leave(task.shard, false, [&](list& l) { l.unlink(task); });
    }
    void leave_last(live_link& task) noexcept
    {
        leave(task.shard, true, [&](list& l) { l.unlink(task); });
    }

    // No more are admitted from the return on. True if it was open.
    bool close() noexcept
    {
        bool const was_closed = closed_.exchange(true, std::memory_order_acq_rel);
        for (auto& shard : shards_)
            std::lock_guard const lock(shard.lock);
        return !was_closed;
    }

    bool closed() const noexcept { return closed_.load(std::memory_order_acquire); }

    // How many are in; while the gate is open, about.
    std::size_t count() const noexcept
    {
        std::size_t sum = 0;
        for (auto const& shard : shards_) {
            std::lock_guard const lock(shard.lock);
            sum += shard.count;
        }
        return sum;
    }

    // Takes every task out of its list and cancels it; those that come in meanwhile too. Outside the lock, as a cancelled
    // task may end, and leave, before request_cancel returns. They are still counted.
    void cancel_all() noexcept
    {
        for (auto& shard : shards_)
            while (auto* const task = pop(shard)) {
                task->request_cancel();
                task->release();
            }
    }

private:
    struct alignas(64) list
    {
        void link(live_link& task) noexcept
        {
            task.linked = true;
            task.previous_live = nullptr;
            task.next_live = head;
            if (head)
                head->previous_live = &task;
            head = &task;
        }

        // Does nothing if cancel_all has taken the task out.
        void unlink(live_link& task) noexcept
        {
            if (!task.linked)
                return;
            task.linked = false;
            (task.previous_live ? task.previous_live->next_live : head) = task.next_live;
            if (task.next_live)
                task.next_live->previous_live = task.previous_live;
        }

        mutable Lock lock;
        std::size_t count = 0;
        live_link* head = nullptr;
    };

    template<class Unlink>
    bool leave(std::uint8_t where, bool last, Unlink unlink) noexcept
    {
        auto& shard = shards_[where];
        std::lock_guard const lock(shard.lock);
        if (!last && shard.count == 1 && closed_.load(std::memory_order_relaxed))
            return false;
        unlink(shard);
        --shard.count;
        return true;
    }

    static live_link* pop(list& from) noexcept
    {
        std::lock_guard const lock(from.lock);
        auto* const task = from.head;
        if (task) {
            from.unlink(*task);
            task->retain();
        }
        return task;
    }

    Atomic<bool> closed_ = false;
    std::array<list, Shards> shards_;
};

using live_tasks = basic_live_tasks<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_LIVE_TASKS_HPP
