// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_POOL_STATE_HPP
#define SONDA_DETAIL_RUNTIME_POOL_STATE_HPP

#include <sonda/detail/runtime/asio_thread_caches.hpp>
#include <sonda/detail/runtime/drain_waiter.hpp>
#include <sonda/detail/runtime/live_tasks.hpp>
#include <sonda/detail/runtime/pool_core.hpp>
#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/task_host.hpp>
#include <sonda/detail/runtime/worker.hpp>
#include <sonda/detail/runtime/worker_threads.hpp>
#include <sonda/detail/splitmix.hpp>
#include <sonda/runtime/priority_weights.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace sonda::detail {

// What a pool is made of. Its owner, its threads and, for a moment, spawners share it; executors and tasks point to it.
class pool_state final : public task_host, public std::enable_shared_from_this<pool_state>
{
public:
    using clock = std::chrono::steady_clock;

    pool_state(std::size_t workers, runtime::priority_weights weights, std::function<void(std::exception_ptr)> hook)
        : task_host(workers)
        , core_(workers, weights, *this, [this] { tell_of_quiet(); })
        , on_unhandled_(std::move(hook))
    {}

    pool_state(pool_state const&) = delete;
    pool_state& operator=(pool_state const&) = delete;
    ~pool_state() { finish(); }

    // Throws std::system_error if a thread does not start, and has joined the others then.
    void start()
    {
        try {
            threads_.start(workers(), [self = shared_from_this()](std::size_t i) { self->work(self->queues().at(i)); });
        } catch (...) {
            end();
            throw;
        }
    }

    std::size_t workers() const noexcept { return core_.queues().workers(); }
    pool_core& core() noexcept { return core_; }
    pool_core const& core() const noexcept { return core_; }
    live_tasks& live() noexcept { return live_; }
    live_tasks const& live() const noexcept { return live_; }
    boost::asio::io_context& services() noexcept override { return core_.reactor().context(); }
    bool inside() const noexcept { return core_.queues().here() != nullptr; }

    // What executors need.

    void submit(runnable& node, bool defer) noexcept
    {
        if (core_.stopping())
            node.destroy();
        else
            core_.push(node, defer);
    }

    bool may_inline(std::uint8_t level) const noexcept
    {
        auto const* const me = core_.queues().here();
        return me && !me->in_reactor && level <= me->level && me->inline_depth < deepest_inline && !core_.stopping();
    }

    template<class Function>
    void run_inline(Function function)
    {
        auto& depth = current_worker->inline_depth;
        ++depth;
        try {
            std::move(function)();
        } catch (...) {
            unhandled(std::current_exception());
        }
        --depth;
    }

    // What tasks and spawners need.

    void count_spawn() noexcept
    {
        if (auto* const me = core_.queues().here())
            me->spawned.add();
        else
            spawned_outside_.fetch_add(1, std::memory_order_relaxed);
    }

    void schedule(runnable& node, schedule_reason reason) noexcept override
    {
        if (reason != schedule_reason::yield)
            submit(node, false);
        else if (core_.stopping())
            node.destroy();
        else
            core_.give_way(node);
    }

    bool task_began(live_link& task) noexcept override
    {
        if (!live_.enter(task, live_tasks::here()))
            return false;
        count_spawn();
        return true;
    }

    void task_ended(live_link& task) noexcept override { leave(task); }

    // An admission ends: that of a task, or of a function by its shard. The last access of a task to this.
    template<class Admitted>
    void leave(Admitted& admitted) noexcept
    {
        if (live_.leave(admitted))
            return;
        drain_waiter* told = nullptr;
        {
            std::lock_guard lock(core_.mutex());
            live_.leave_last(admitted);
            core_.notify_watchers_locked();
            told = take_told();
        }
        tell(told, {});
    }

    void unhandled(std::exception_ptr error) noexcept override
    {
        unhandled_.fetch_add(1, std::memory_order_relaxed);
        if (!on_unhandled_)
            return;
        try {
            on_unhandled_(std::move(error));
        } catch (...) { // the hook's own fault is counted with that which it was told of
        }
    }

    bool runs_here() const noexcept override
    {
        auto const* const me = core_.queues().here();
        return me && !me->in_reactor;
    }

    void work_started() noexcept override { core_.work_started(); }
    void work_finished() noexcept override { core_.work_finished(); }

    // What the owner needs.

    // Waits until no task is admitted and all that was submitted has run; and no work is outstanding, if that counts.
    // False if the time is over before.
    bool drain(clock::time_point until, bool with_work)
    {
        std::unique_lock lock(core_.mutex());
        return core_.watch(lock, until, [&] { return core_.stopping() || drained(with_work); }) && live_.count() == 0;
    }

    // Tells this one when no task is admitted and all that was submitted has run, or when the pool stops.
    void when_drained(drain_waiter& waiter) noexcept
    {
        {
            std::lock_guard lock(core_.mutex());
            core_.watched(true);
            waiter.next = std::exchange(waiters_, &waiter);
        }
        tell_of_quiet();
    }

    // The same by steps of this thread, which sleeps in the reactor if only that can bring something.
    bool drain_by_steps(splitmix& chance, clock::time_point until, bool with_work)
    {
        while (clock::now() < until && !core_.stopping()) {
            if (step(chance))
                continue;
            if (live_.count() == 0 && (!with_work || core_.reactor().work() == 0))
                return true;
            core_.reactor().context().run_one_until((std::min)(until, clock::now() + std::chrono::milliseconds(1)));
        }
        return live_.count() == 0 && !queues().any();
    }

    // Stops and joins, and cancels and destroys what has not run. Own workers may call it: their thread remains.
    void end()
    {
        live_.close();
        core_.stop();
        tell_of_quiet();
        if (threads_.join(inside()))
            clear();
    }

    // As end, once and for all: the services go too.
    void finish() noexcept
    {
        if (std::exchange(finished_, true))
            return;
        end();
        do
            clear();
        while (live_.count() != 0 || !queues().nobody_inside() || (std::this_thread::yield(), queues().any()));
        std::unique_lock(core_.mutex()).unlock(); // whoever ended the last task has let go of it
        core_.reactor().shut_down();
        while (queues().destroy_injected())
            ;
    }

    void detach_this() { threads_.detach_this(); }

    // Runs one node on this thread as a worker that chance picks; serves the reactor if there is none. False if there
    // was nothing at all.
    bool step(splitmix& chance)
    {
        auto& me = queues().at(chance() % workers());
        me.victim = chance() % workers();
        auto* const before = std::exchange(current_worker, &me);
        auto* const node = core_.stopping() ? nullptr : queues().look(me);
        bool const progress = node || core_.poll_reactor(me) != 0;
        if (node)
            run(me, *node);
        current_worker = before;
        if (!progress)
            tell_of_quiet();
        return progress;
    }

    std::uint64_t spawned_outside() const noexcept { return spawned_outside_.load(std::memory_order_relaxed); }
    std::uint64_t unhandled_count() const noexcept { return unhandled_.load(std::memory_order_relaxed); }

private:
    static constexpr std::uint32_t deepest_inline = 16;

    work_queues& queues() noexcept { return core_.queues(); }

    void work(worker& me) noexcept
    {
        asio_thread_caches const caches;
        poll_rhythm rhythm;
        current_worker = &me;
        while (auto* const node = core_.next(me, rhythm))
            run(me, *node);
        current_worker = nullptr;
    }

    void run(worker& me, runnable& node) noexcept
    {
        me.took(node);
        try {
            node.run();
        } catch (...) {
            unhandled(std::current_exception());
        }
    }

    // Something may have become quiet: wakes who waits for that, and tells those who only want to be told.
    void tell_of_quiet() noexcept
    {
        drain_waiter* told = nullptr;
        {
            std::lock_guard lock(core_.mutex());
            core_.notify_watchers_locked();
            told = take_told();
        }
        tell(told, core_.stopping() ? boost::asio::error::operation_aborted : boost::system::error_code());
    }

    // Under the lock: those who can be told now. Of a pool without threads no worker sleeps.
    drain_waiter* take_told() noexcept
    {
        if (!waiters_ ||
            !(core_.stopping() || drained(false) || (threads_.none() && live_.count() == 0 && !core_.queues().any())))
            return nullptr;
        for (auto const* one = waiters_; one; one = one->next)
            core_.watched(false);
        return std::exchange(waiters_, nullptr);
    }

    static void tell(drain_waiter* told, boost::system::error_code error) noexcept
    {
        while (told)
            std::exchange(told, told->next)->drained(error);
    }

    bool drained(bool with_work) const noexcept
    {
        auto const before = core_.executed(); // whatever runs meanwhile spoils the count
        return live_.count() == 0 && (!with_work || core_.reactor().work() == 0) && core_.quiet() &&
               core_.executed() == before;
    }

    // Destroys what is queued and cancels every task, until neither leaves anything behind. All threads but this one
    // are joined; what was cancelled of timers and sockets is collected by this one.
    void clear() noexcept
    {
        std::lock_guard lock(clearing_);
        for (bool more = true; more;) {
            while (queues().destroy_injected() || queues().destroy_owned())
                ; // what has ended by that need not be cancelled
            live_.cancel_all();
            more = queues().any() || core_.collect_from_reactor();
        }
    }

    pool_core core_;
    live_tasks live_;
    worker_threads threads_;
    drain_waiter* waiters_ = nullptr; // guarded by the core's mutex
    std::recursive_mutex clearing_; // destructors of users may end the pool once more
    std::function<void(std::exception_ptr)> const on_unhandled_;
    std::atomic<std::uint64_t> spawned_outside_ = 0;
    std::atomic<std::uint64_t> unhandled_ = 0;
    bool finished_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_POOL_STATE_HPP
