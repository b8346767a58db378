// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_HOST_HPP
#define SONDA_DETAIL_RUNTIME_TASK_HOST_HPP

#include <sonda/detail/runtime/patience.hpp>
#include <sonda/detail/runtime/runnable.hpp>

#include <boost/asio/execution_context.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace sonda::detail {

// The hook by which a context knows its live tasks, queued, running or suspended alike.
struct live_link
{
    live_link* next_live = nullptr;
    live_link* previous_live = nullptr;
    std::uint8_t shard = 0; // of live_tasks
    bool linked = false;

    // Asks the task to end. Any thread, at any moment while the task is in the list or after cancel_all took it out. A task
    // that waits is scheduled (reason wake) and ends where it is taken; a running one ends at its next suspension. Cheap
    // and idempotent.
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

    // Once for each task, before its first schedule. Counts it and links it; false, and nothing done, if the context
    // takes no more.
    virtual bool task_began(live_link& task) noexcept = 0;

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

    // Whether its threads leave a processor to one that waits for a task, so that this may look for a while.
    bool leaves_a_processor() const noexcept { return leaves_a_processor_; }

protected:
    explicit task_host(std::size_t threads) noexcept
        : leaves_a_processor_(threads < processors())
    {}

    ~task_host() = default;

private:
    bool const leaves_a_processor_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_HOST_HPP
