// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_STATE_HPP
#define SONDA_DETAIL_RUNTIME_TASK_STATE_HPP

#include <sonda/detail/runtime/futex_word.hpp>
#include <sonda/detail/runtime/patience.hpp>
#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/task_host.hpp>
#include <sonda/detail/runtime/wait_hook.hpp>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <utility>

namespace sonda::detail {

// The word that tells how far a task has come, and those who wait for its end. What each resumption needs stands in
// front, in the same line of the cache as the node.
class task_state : public runnable
{
public:
    task_state(task_state const&) = delete;
    task_state& operator=(task_state const&) = delete;

    bool done() const noexcept { return (state_.load(std::memory_order_acquire) & finished) != 0; }
    bool cancel_requested() const noexcept { return (state_.load(std::memory_order_relaxed) & cancelled) != 0; }

    // When it is done.
    task_end end() const noexcept { return end_; }
    std::exception_ptr const& error() const noexcept { return error_; }

    void fails(std::exception_ptr error) noexcept { error_ = std::move(error); }

    // False if it is done already, and then the waiter will not be called.
    bool add_waiter(task_waiter& waiter) noexcept
    {
        waiter_ = &waiter;
        return !(state_.fetch_or(awaited, std::memory_order_acq_rel) & finished);
    }

    // False if the waiter has been, or is being called.
    bool remove_waiter() noexcept { return !(state_.fetch_and(~awaited, std::memory_order_acq_rel) & finished); }

    // Blocks the thread until the task is done.
    void wait() noexcept
    {
        // What a processor that idles may take to wake; or little, as the workers need all the processors.
        thread_local constinit patience longer(std::chrono::microseconds(50));
        thread_local constinit patience shorter(std::chrono::microseconds(5));
        auto& waits = spins_ ? longer : shorter;
        if (patience::helps() && waits.sees([this] { return done(); }))
            return;
        sleep();
        waits.over();
    }

protected:
    static constexpr std::uint32_t active = 1; // somebody queues, has or runs it
    static constexpr std::uint32_t waiting = 2; // suspended, and not yet woken
    static constexpr std::uint32_t notified = 4; // woken before it had come to rest
    static constexpr std::uint32_t cancelled = 8; // to be cancelled
    static constexpr std::uint32_t poked = 16; // functions have been submitted
    static constexpr std::uint32_t finished = 32;
    static constexpr std::uint32_t awaited = 64; // waiter_ is there
    static constexpr std::uint32_t blocked = 128; // a thread waits
    static constexpr std::uint32_t orphan = 256; // finished, but an operation still refers to the frame
    static constexpr std::uint32_t reference = 1024; // one of those that keep the memory, which are counted above this

    enum class action : std::uint8_t { none, yield, suspend, go_on, done };

    explicit task_state(function f) noexcept
        : runnable(f)
    {}

    ~task_state() = default;

    void sleep() noexcept
    {
        auto s = state_.load(std::memory_order_acquire);
        while (!(s & finished)) {
            if (!(s & blocked))
                s = state_.fetch_or(blocked, std::memory_order_acq_rel) | blocked;
            else {
                state_.wait(s, std::memory_order_acquire);
                s = state_.load(std::memory_order_acquire);
            }
        }
    }

    std::uint32_t references(std::memory_order order) const noexcept { return state_.load(order) / reference; }

    // What the state was before it was finished. This may be gone, unless a waiter is there: that has a handle. A thread
    // that waits may have seen the end already and let go of all; the address of the word is only a name then, by which
    // the kernel finds nobody, or somebody who looks once more.
    void tell(std::uint32_t before) noexcept
    {
        if (before & blocked)
            state_.notify_all();
        if (before & awaited)
            waiter_->task_done();
    }

    action action_ = action::none; // what the coroutine wants, when it comes to rest
    task_end end_ = task_end::none;
    bool spins_ = false; // who waits may look for a while before he sleeps: see task_host
    futex_word<std::uint32_t> state_ = 0;
    std::coroutine_handle<> leaf_; // which of its coroutines is to be resumed
    task_host* host_ = nullptr;
    task_waiter* waiter_ = nullptr;
    std::exception_ptr error_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_STATE_HPP
