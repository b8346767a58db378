// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_LOCAL_DOMAIN_HPP
#define SONDA_RUNTIME_LOCAL_DOMAIN_HPP

#include <sonda/detail/runtime/domain_core.hpp>
#include <sonda/detail/runtime/domain_executor.hpp>
#include <sonda/detail/runtime/step_clock.hpp>
#include <sonda/detail/runtime/task_from.hpp>
#include <sonda/runtime/local_spawner.hpp>
#include <sonda/runtime/run_stats.hpp>
#include <sonda/runtime/shutdown_outcome.hpp>
#include <sonda/runtime/spawn_error.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/asio/execution_context.hpp>
#include <boost/system/result.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

/** An execution context that its owner drives, a step or a budget of time at a time: for a game, a user interface, or
    any other loop that keeps its own time.

    It belongs to the thread that makes it. Everything on it runs there, inside of the functions that drive it, one thing
    at a time and in the order in which it became ready; no thread is started for it. Everything that Asio offers runs on
    it: its executor, timers, sockets and resolvers, `co_spawn`, strands. So `boost::asio::steady_timer t(domain)` works,
    and its handler is called by a step.

    A step takes at most one command out of the inbox (what a @ref local_spawner has sent), which makes it ready, and then
    runs the one thing that has been ready the longest: a task up to its next suspension, or a posted function. Completions
    of Asio are looked for when nothing else is ready, at the beginning of a call that drives, and every 64 steps.

    An exception out of a posted or dispatched function, or out of a detached task, goes to @ref options::on_unhandled and
    disturbs nothing else.

    @par Thread safety
    Only the owner may call its members, which a debug build asserts; from other threads use a @ref local_spawner, or the
    executor while the domain certainly lives.

    `example/08_frame_loop.cpp` is a whole program.
*/
class local_domain
{
public:
    /// The executor; see @ref get_executor.
    using executor_type = detail::domain_executor<std::allocator<void>, false>;

    /// What sends from other threads.
    using spawner = local_spawner;

    /// What a domain may be told at its making.
    struct options
    {
        /// Called on the owner's thread with an exception that nobody else can receive; must not throw. Without it such
        /// exceptions are dropped.
        std::function<void(std::exception_ptr)> on_unhandled;

        /// Called on whatever thread has sent something to a domain whose inbox was empty, for a host that sleeps
        /// elsewhere: let it drive the domain soon. Must be short, not throw, and not drive. Timers, sockets and resolvers
        /// do not call it: a host that has such on the domain drives it now and then too, or sleeps in @ref tick.
        std::function<void()> on_arrival;
    };

    /// A domain of this thread.
    local_domain()
        : local_domain(options())
    {}

    /// A domain of this thread.
    explicit local_domain(options o)
        : core_(std::make_shared<detail::domain_core>(std::move(o.on_unhandled), std::move(o.on_arrival)))
    {}

    local_domain(local_domain const&) = delete;
    local_domain& operator=(local_domain const&) = delete;

    /// Shuts down at once, as @ref shutdown_now, and destroys what is left of timers and sockets.
    ~local_domain() { core_->end(core_); }

    /// The executor: never blocking across threads, inline only for a function dispatched inside of a step. It must not
    /// be used after the end of the domain.
    executor_type get_executor() noexcept { return {*core_, {}, false, false}; }

    /// What sends from other threads, and may outlive the domain.
    local_spawner get_spawner() const noexcept { return local_spawner(core_); }

    /// The services of Asio live in a context inside; so `boost::asio::steady_timer t(domain)` starts no thread.
    operator boost::asio::execution_context&() noexcept { return core_->services(); }

    /** Starts a task on this thread; nothing of it need be `sendable`.

        @param f  A `task<T>` or `boost::asio::awaitable<T>`, a function that returns one, or a function that returns a value.

        @return The handle of the task, or @ref spawn_error::closed.
    */
    template<detail::spawnable F>
    boost::system::result<task<detail::spawned_result_t<F>>> spawn_local(F&& f)
    {
        BOOST_ASSERT_MSG(core_->on_owner(), "tasks from other threads come through a local_spawner");
        if (core_->closed())
            return spawn_error::closed;
        auto started = detail::task_from(std::forward<F>(f));
        detail::task_access::core(started).start(*core_, detail::domain_core::local_level);
        return started;
    }

    /// True if there is nothing to do, and no task, not even a suspended one.
    bool is_empty() const noexcept { return core_->empty(); }

    /// One step; false if there was nothing to do. Never blocks.
    bool try_tick() { return run_n(1) != 0; }

    /** At most `max` steps; stops when there is nothing to do. Never blocks.

        @return The steps that made progress.
    */
    std::size_t run_n(std::size_t max)
    {
        std::size_t commands = 0;
        return core_->drive(commands, [max](std::size_t steps) { return steps < max; });
    }

    /// Steps until there is nothing to do; those that become ready meanwhile included. Never blocks.
    std::size_t poll()
    {
        std::size_t commands = 0;
        return core_->drive(commands, [](std::size_t) { return true; });
    }

    /** Steps until the budget of time is used up or there is nothing to do. Never blocks.

        A step is begun only while less than the budget has passed; so a long step makes it last longer, by no more than
        that step and about a microsecond. Near the end no step is begun that would overrun the budget by more than is left
        of it, if it took as long as the last ones did. A budget of zero, or less, does nothing; any other begins one step.

        @tparam Clock  Measures the budget.
    */
    template<class Clock = std::chrono::steady_clock>
    run_stats run_for(std::chrono::nanoseconds budget)
    {
        detail::step_clock<Clock, std::is_same_v<Clock, std::chrono::steady_clock>> clock(budget);
        run_stats stats;
        stats.drive_steps = core_->drive(stats.inbox_commands, [&](std::size_t) { return clock.goes_on(); });
        stats.elapsed = clock.elapsed();
        return stats;
    }

    /// One step; sleeps until there is something to do: for ever if nothing comes.
    void tick()
    {
        while (!try_tick())
            core_->wait_until(forever);
    }

    /** Drives the domain until a task has ended; sleeps while there is nothing to do.

        The task may refer to variables of the caller, as it ends before this returns.

        @param f  As for @ref spawn_local.

        @return Its value; rethrows its exception; throws @ref spawn_error::closed if the domain takes no tasks.
    */
    template<detail::spawnable F>
    detail::spawned_result_t<F> run_until(F&& f)
    {
        auto ended = spawn_local(std::forward<F>(f)).value();
        while (!ended.is_finished()) {
            if (!try_tick())
                core_->wait_until(forever);
        }
        return std::move(ended).get();
    }

    /** Takes no more tasks, and drives the domain until everything that was accepted has come to its end.

        Inside a step it would wait for its caller: there it is @ref shutdown_now, unless nothing is left.
    */
    void shutdown_graceful() { shutdown_until(forever); }

    /// The same, but no longer than `limit`; what is left then is cancelled.
    shutdown_outcome shutdown_for(std::chrono::nanoseconds limit)
    {
        auto const now = clock_type::now();
        return shutdown_until(limit < forever - now ? now + limit : forever);
    }

    /// The same with a point in time.
    shutdown_outcome shutdown_until(std::chrono::steady_clock::time_point end)
    {
        core_->close();
        while (!core_->drained()) {
            if (core_->runs_here() || (end != forever && clock_type::now() >= end)) {
                auto const left = core_->remaining();
                shutdown_now();
                return shutdown_outcome::timed_out(left);
            }
            if (!try_tick())
                core_->wait_until(end);
        }
        shutdown_now();
        return shutdown_outcome::completed();
    }

    /** Takes no more tasks; destroys what is queued without running it, and cancels all tasks, suspended ones too.

        Called from inside a step it cannot end the task that calls it, which ends at its next suspension. The executor
        takes functions also afterwards, and runs them if the domain is driven.
    */
    void shutdown_now() noexcept { core_->cancel_everything(); }

private:
    using clock_type = std::chrono::steady_clock;
    static constexpr clock_type::time_point forever = (clock_type::time_point::max)();

    std::shared_ptr<detail::domain_core> core_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_LOCAL_DOMAIN_HPP
