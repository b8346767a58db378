// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_RUNNABLE_HPP
#define SONDA_DETAIL_RUNTIME_RUNNABLE_HPP

#include <cstdint>

namespace sonda::detail {

// The node of every queue of the runtime: a posted function, or a task that is ready. It is in one queue at most, which
// owns it. Whoever takes it out calls exactly one of run and destroy, once, and does not touch it afterwards: a posted
// function frees its node before it calls the function, a task may be in a queue again, or gone, on return.
struct runnable
{
    using function = void (*)(runnable* self, bool run);

    runnable* next = nullptr; // for the queue it is in; free for any use between the queues
    function invoke;
    std::uint8_t level; // a priority as a number, 0 the most urgent; fixed at the spawn of a task
    std::uint32_t queued_at = 0; // see queue_stamp

    explicit runnable(function f, std::uint8_t l = 1) noexcept
        : invoke(f)
        , level(l)
    {}

    runnable(runnable const&) = delete;
    runnable& operator=(runnable const&) = delete;

    // Throws what a posted function throws; its node is free by then. A task never throws: it keeps the exception for
    // who awaits it. Called on a thread that drives the context.
    void run() { invoke(this, true); }

    // Destroys a function unrun; cancels a task and destroys its frame here and now, unless an operation that is not
    // the context's own still refers to the frame (then this returns, and the frame goes with that operation). May
    // call schedule: destructors of users post. Whoever drains queues does so in a loop until they stay empty.
    void destroy() noexcept { invoke(this, false); }

protected:
    ~runnable() = default;
};

// Has the processor fetch what the run of a node will need first, while another still runs: that of a task begins three
// lines further on.
inline void expect_soon(runnable const* node) noexcept
{
#if defined(__GNUC__)
    auto const* const address = reinterpret_cast<char const*>(node);
    __builtin_prefetch(address);
    __builtin_prefetch(address + 128);
#else
    static_cast<void>(node);
#endif
}

// Why a node comes to schedule.
enum class schedule_reason : std::uint8_t {
    spawn, // its first time, by the thread that spawns
    wake, // a task that waited, by whatever thread ended the wait (or cancels it)
    yield // a task that gives way, by the thread that has just run it, from inside run(): goes behind all that is ready
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_RUNNABLE_HPP
