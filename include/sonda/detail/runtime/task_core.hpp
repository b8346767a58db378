// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_CORE_HPP
#define SONDA_DETAIL_RUNTIME_TASK_CORE_HPP

#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/slab.hpp>
#include <sonda/detail/runtime/task_functions.hpp>
#include <sonda/detail/runtime/task_host.hpp>
#include <sonda/detail/runtime/task_state.hpp>
#include <sonda/detail/runtime/wait_hook.hpp>

#include <boost/config.hpp>

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

namespace sonda::detail {

// The state of a task. It stands in front of the coroutine's frame, in the same memory, and outlives the frame, so that a
// cancelled task is destroyed at once while its handle still knows of it. One thread at a time is active on it: it
// queues the task, has it in a queue, or runs it. A yield changes nothing of the state, which is why it costs so little.
class alignas(std::max_align_t) task_core final : public task_state, public live_link
{
public:
    explicit task_core() noexcept
        : task_state(&task_core::queued)
    {}

    // --- memory, for the promise

    static void* allocate_frame(std::size_t size)
    {
        auto* const memory = slab::allocate(sizeof(task_core) + size);
        auto* const core = new (memory) task_core;
        return core + 1;
    }

    // Called where the frame is destroyed; the memory goes with the last reference. A coroutine whose parameters could
    // not be copied was never owned.
    static void frame_is_gone(void* frame) noexcept
    {
        auto* const core = of_frame(frame);
        if (core->references(std::memory_order_relaxed) == 0)
            core->free();
    }

    static task_core* of_frame(void* frame) noexcept { return static_cast<task_core*>(frame) - 1; }

    void own(std::coroutine_handle<> frame) noexcept
    {
        frame_ = leaf_ = frame;
        state_.store(reference, std::memory_order_relaxed);
    }

    void retain() noexcept override { state_.fetch_add(reference, std::memory_order_relaxed); }

    void release() noexcept override
    {
        if (references(std::memory_order_acquire) == 1 ||
            state_.fetch_sub(reference, std::memory_order_acq_rel) / reference == 1)
            dispose();
    }

    // By the handle, as it goes.
    BOOST_NOINLINE void abandon() noexcept
    {
        if (started())
            request_cancel();
        release();
    }

    // --- the start

    bool started() const noexcept { return host_; }

    // A task of a host that counts it now and queues it; false, and nothing done, if the host takes no more.
    bool start(task_host& host, std::uint8_t task_level) noexcept
    {
        prepare(host, task_level);
        if (!begin()) {
            take_back();
            return false;
        }
        host.schedule(*this, schedule_reason::spawn);
        return true;
    }

    // A task that its host counts when it first runs; the caller queues it, or takes it back.
    void start_later(task_host& host, std::uint8_t task_level) noexcept
    {
        prepare(host, task_level);
        invoke = &task_core::first;
    }

    void take_back() noexcept
    {
        host_ = nullptr;
        state_.store(reference, std::memory_order_relaxed);
    }

    // --- from inside the task: root is the task that a coroutine is part of

    task_core& root() noexcept { return *root_; }
    std::coroutine_handle<> frame() const noexcept { return frame_; }

    // A coroutine that was never spawned runs as part of the task of its caller.
    std::coroutine_handle<> enter(task_core& root, std::coroutine_handle<> caller) noexcept
    {
        root_ = &root;
        caller_ = caller;
        return frame_;
    }

    // The coroutine has come to its end: the task, or its caller's part of it goes on.
    void leave() noexcept
    {
        if (caller_) {
            root_->leaf_ = caller_;
            root_->action_ = action::go_on;
            return;
        }
        end_ = error_ ? task_end::error : task_end::value;
        action_ = action::done;
    }

    void gives_way(std::coroutine_handle<> leaf) noexcept
    {
        leaf_ = leaf;
        action_ = action::yield;
    }

    // From now on, also before the coroutine has come to rest, wake may be called, once.
    void suspends(std::coroutine_handle<> leaf, wait_hook& hook) noexcept
    {
        leaf_ = leaf;
        hook_ = &hook;
        asked_ = false;
        action_ = action::suspend;
    }

    // It was a mistake: nobody will wake, or somebody has already and it does not count.
    void stays() noexcept
    {
        hook_ = nullptr;
        action_ = action::none;
        state_.fetch_and(~notified, std::memory_order_acq_rel);
    }

    task_host& host() noexcept { return *host_; }

    // --- from any thread

    // Ends the wait.
    void wake() noexcept
    {
        auto s = state_.load(std::memory_order_relaxed);
        std::uint32_t then;
        do
            then = (s & waiting) ? (s & ~waiting) | active : s | notified;
        while (!state_.compare_exchange_weak(s, then, std::memory_order_acq_rel, std::memory_order_relaxed));
        if (!(s & active))
            activate(s);
    }

    void request_cancel() noexcept override { interrupt(cancelled); }

    // A function that runs as part of the task, by turns with it. Destroyed when the task has ended.
    void submit(runnable& op) noexcept
    {
        if (functions_.add(op))
            interrupt(poked);
    }

    // The task has handed out its executor, while it runs.
    void takes_functions() noexcept { functions_.expect(); }

private:
    void prepare(task_host& host, std::uint8_t task_level) noexcept
    {
        level = task_level;
        host_ = &host;
        spins_ = host.leaves_a_processor();
        state_.store(active | 2 * reference, std::memory_order_relaxed); // the handle's, and the task's own
    }

    bool begin() noexcept { return began_ = host_->task_began(*this); }

    static void first(runnable* base, bool run)
    {
        auto* const self = static_cast<task_core*>(base);
        self->invoke = &task_core::queued;
        self->level = 1;
        if (run)
            self->begin();
        queued(self, run);
    }

    static void queued(runnable* base, bool run)
    {
        auto* const self = static_cast<task_core*>(base);
        if (run)
            self->go_on();
        else
            self->perish();
    }

    // Runs until it yields, waits or ends; the task may be elsewhere, or gone, on return.
    void go_on() noexcept
    {
        for (;;) {
            auto const s = state_.load(std::memory_order_acquire);
            if (s & (waiting | cancelled | poked)) {
                if (!attend(s))
                    return;
                continue;
            }
            do {
                action_ = action::none;
                leaf_.resume();
            } while (action_ == action::go_on);
            switch (action_) {
            case action::done: return finish();
            case action::yield:
                if (!(state_.load(std::memory_order_relaxed) & (cancelled | poked)))
                    return host_->schedule(*this, schedule_reason::yield);
                break;
            case action::suspend:
                if (rest())
                    return;
                break;
            default: std::terminate(); // an awaitable that is not the library's
            }
        }
    }

    // Looks after what has happened beside the coroutine. True: look again; false: it has come to rest, or is gone.
    BOOST_NOINLINE bool attend(std::uint32_t s) noexcept
    {
        if (s & poked) {
            state_.fetch_and(~poked, std::memory_order_acq_rel);
            functions_.run(*host_);
            return true;
        }
        if (!(s & cancelled))
            return !lie_down(s);
        if ((s & waiting) && (std::exchange(asked_, true) || !hook_->cancel()))
            return !lie_down(s); // asked once: to ask may itself submit functions, which come back here
        end_ = task_end::cancelled;
        destroy_frame();
        finish();
        return false;
    }

    // From active to waiting, if nothing has happened since it had state s.
    bool lie_down(std::uint32_t s) noexcept
    {
        return state_.compare_exchange_strong(s, s & ~active, std::memory_order_acq_rel, std::memory_order_relaxed);
    }

    // The coroutine waits. False: it has been woken already, or there is something to attend to.
    BOOST_NOINLINE bool rest() noexcept
    {
        auto s = state_.load(std::memory_order_relaxed);
        std::uint32_t then;
        do {
            then = (s & notified) ? s & ~notified : s | waiting;
            if (!(s & (notified | cancelled | poked)))
                then &= ~active;
        } while (!state_.compare_exchange_weak(s, then, std::memory_order_acq_rel, std::memory_order_acquire));
        return !(then & active);
    }

    // Taken out of a queue, not to be run.
    BOOST_NOINLINE void perish() noexcept
    {
        state_.fetch_or(cancelled, std::memory_order_acq_rel);
        functions_.destroy();
        auto s = state_.load(std::memory_order_acquire);
        bool const is_left = (s & waiting) && !hook_->cancel();
        end_ = task_end::cancelled;
        if (is_left && leave_to_operation())
            return;
        destroy_frame();
        finish();
    }

    // Ends the task while an operation refers to its frame; false if the operation has ended just now.
    bool leave_to_operation() noexcept
    {
        retain(); // for who destroys the frame
        hook_->orphaned();
        auto const old = state_.fetch_or(orphan, std::memory_order_acq_rel);
        if (!(old & waiting)) {
            state_.fetch_sub(orphan + reference, std::memory_order_acq_rel);
            return false;
        }
        publish();
        settle_orphan();
        return true;
    }

    // The end of being active of an orphan: whoever is active next is the thread that wakes it.
    void settle_orphan() noexcept
    {
        for (auto s = state_.load(std::memory_order_acquire);;) {
            if (s & poked) {
                state_.fetch_and(~poked, std::memory_order_acq_rel);
                functions_.run_unheard();
                s = state_.load(std::memory_order_acquire);
            } else if (!(s & waiting))
                return release_orphan();
            else if (state_.compare_exchange_weak(s, s & ~active, std::memory_order_acq_rel, std::memory_order_acquire))
                return;
        }
    }

    void release_orphan() noexcept
    {
        functions_.close();
        destroy_frame();
        release();
    }

    void interrupt(std::uint32_t why) noexcept
    {
        auto s = state_.load(std::memory_order_relaxed);
        do {
            if ((s & finished) && !((s & orphan) && why == poked))
                return;
        } while (
            !state_.compare_exchange_weak(s, s | why | active, std::memory_order_acq_rel, std::memory_order_relaxed));
        if (!(s & active))
            activate(s);
    }

    void activate(std::uint32_t s) noexcept
    {
        if (s & orphan)
            settle_orphan();
        else
            host_->schedule(*this, schedule_reason::wake);
    }

    // The last of a task.
    BOOST_NOINLINE void finish() noexcept
    {
        if (end_ == task_end::error && references(std::memory_order_acquire) == 1)
            host_->unhandled(std::exchange(error_, nullptr)); // nobody can ask for it any more
        functions_.close();
        publish();
    }

    // Tells that the task has finished and lets go of it, in one. The host may be gone afterwards, and this too.
    void publish() noexcept
    {
        if (began_)
            host_->task_ended(*this);
        std::uint32_t old = reference;
        if (references(std::memory_order_acquire) != 1)
            old = state_.fetch_add(finished - reference, std::memory_order_acq_rel);
        old / reference == 1 ? dispose() : tell(old);
    }

    // By who held the last reference.
    void dispose() noexcept
    {
        state_.store(0, std::memory_order_relaxed);
        frame_ ? destroy_frame() : free(); // the frame takes this object along
    }

    void destroy_frame() noexcept { std::exchange(frame_, nullptr).destroy(); }

    void free() noexcept
    {
        this->~task_core();
        slab::deallocate(this);
    }

    ~task_core() = default;

    task_core* root_ = this;
    std::coroutine_handle<> frame_; // null when it is destroyed
    std::coroutine_handle<> caller_; // who awaits it as a part of itself
    wait_hook* hook_ = nullptr; // what that one waits for
    task_functions functions_;
    bool began_ = false;
    bool asked_ = false; // to cancel what it waits for
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_CORE_HPP
