// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_HOST_HPP
#define SONDA_DETAIL_RUNTIME_TASK_HOST_HPP

#include <sonda/detail/runtime/runnable.hpp>

#include <boost/asio/execution_context.hpp>

#include <atomic>
#include <exception>
#include <mutex>

namespace sonda::detail {

class live_list;

// The hook by which a context knows its live tasks, queued, running or suspended alike.
struct live_link
{
    live_link* next_live = nullptr;
    live_link* previous_live = nullptr;
    std::atomic<live_list*> list = nullptr; // where it is, null in none

    // Asks the task to end. Any thread, at any moment while the task is in the list or after live_list::cancel_all took
    // it out. A task that waits is scheduled (reason wake) and ends where it is taken; a running one ends at its next
    // suspension. Cheap and idempotent.
    virtual void request_cancel() noexcept = 0;

    // Keep the task's memory (not its frame) over a call of request_cancel.
    virtual void retain() noexcept = 0;
    virtual void release() noexcept = 0;

protected:
    ~live_link() = default;
};

// What a task wants of its context. A task refers to its host from task_began until it calls task_ended, never later; so
// a context may go as soon as as many tasks have ended as have begun. Its destructor is therefore: no more spawns; stop
// and join the threads; destroy what is queued, cancel_all the live list, and shut the services of Asio down, until
// nothing is queued; wait until no task is live (only a thread that is inside schedule just now can keep it).
class task_host
{
public:
    // Puts the node into a queue of its level, and wakes somebody if need be. From any thread, also while the context
    // closes, and never refused: a context that has stopped calls node.destroy() before it returns. That may end the
    // last task, so neither schedule nor its caller touches the host after destroy().
    virtual void schedule(runnable& node, schedule_reason reason) noexcept = 0;

    // Once for each task, before its first schedule and from the spawning thread; the admission (closed or not) has
    // been checked by the spawn function of the context. Counts it and links it: counter + 1, live_list::insert.
    virtual void task_began(live_link& task) noexcept = 0;

    // Once for each task that has begun, from whatever thread ended it: completed, failed, cancelled or destroyed
    // unrun. Unlinks and counts down. The last access of a task to its host.
    virtual void task_ended(live_link& task) noexcept = 0;

    // An exception that nobody can receive any more: of a detached task, or of a function that was posted.
    virtual void unhandled(std::exception_ptr error) noexcept = 0;

    // True on a thread that runs a node of this context just now, so that functions may be called inline.
    virtual bool runs_here() const noexcept = 0;

    // The execution context whose services (timers, sockets) tasks use.
    virtual boost::asio::execution_context& services() noexcept = 0;

    // Outstanding work, as Asio counts it for tracked executors.
    virtual void work_started() noexcept = 0;
    virtual void work_finished() noexcept = 0;

protected:
    ~task_host() = default;
};

// All live tasks of a context, or of one shard of it. Every member is safe on any thread; insert and remove cost an
// uncontended mutex, so a context with many threads takes one list a thread.
class live_list
{
public:
    void insert(live_link& task) noexcept
    {
        std::lock_guard lock(mutex_);
        task.list.store(this, std::memory_order_relaxed);
        task.previous_live = nullptr;
        task.next_live = head_;
        if (head_)
            head_->previous_live = &task;
        head_ = &task;
    }

    // Does nothing if cancel_all has taken the task out.
    static void remove(live_link& task) noexcept
    {
        if (auto* const list = task.list.load(std::memory_order_relaxed)) {
            std::lock_guard lock(list->mutex_);
            if (task.list.load(std::memory_order_relaxed))
                list->unlink(task);
        }
    }

    // Takes every task out and cancels it; those that come in meanwhile too. Outside the lock, as a cancelled task may
    // end, and remove itself, before request_cancel returns.
    void cancel_all() noexcept
    {
        while (auto* const task = pop()) {
            task->request_cancel();
            task->release();
        }
    }

private:
    void unlink(live_link& task) noexcept
    {
        (task.previous_live ? task.previous_live->next_live : head_) = task.next_live;
        if (task.next_live)
            task.next_live->previous_live = task.previous_live;
        task.list.store(nullptr, std::memory_order_relaxed);
    }

    live_link* pop() noexcept
    {
        std::lock_guard lock(mutex_);
        auto* const task = head_;
        if (task) {
            unlink(*task);
            task->retain();
        }
        return task;
    }

    std::mutex mutex_;
    live_link* head_ = nullptr;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_HOST_HPP
