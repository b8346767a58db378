// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_PRIORITY_POOL_HPP
#define SONDA_RUNTIME_PRIORITY_POOL_HPP

#include <sonda/detail/runtime/drain_waiter.hpp>
#include <sonda/detail/runtime/pool_state.hpp>
#include <sonda/detail/runtime/spawn_on.hpp>
#include <sonda/detail/runtime/task_from.hpp>
#include <sonda/detail/splitmix.hpp>
#include <sonda/runtime/latency_histogram.hpp>
#include <sonda/runtime/pool_executor.hpp>
#include <sonda/runtime/pool_spawner.hpp>
#include <sonda/runtime/priority.hpp>
#include <sonda/runtime/priority_weights.hpp>
#include <sonda/runtime/runtime_stats.hpp>
#include <sonda/runtime/sendable.hpp>
#include <sonda/runtime/shutdown_error.hpp>
#include <sonda/runtime/shutdown_outcome.hpp>
#include <sonda/runtime/spawn_error.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/assert.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>
#include <boost/throw_exception.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace sonda::runtime {

/** Worker threads that steal work from each other, with three priorities: an execution context of Asio.

    Everything that Asio does on a `thread_pool` it does here: post, dispatch and defer, coroutines, strands, timers,
    sockets and resolvers, on executors of the pool or on `any_io_executor`; `asio::steady_timer timer(pool)` too. There
    is no thread but the workers (and the one that Asio's resolver has in any context): a worker without work sits in
    the reactor.

    Work of one priority begins in the order in which it came as long as one worker has it; between workers, and between
    priorities, there is no order. No class starves, see `priority_weights`. Work that never returns keeps its worker
    for ever, as nothing is interrupted.

    @par Thread safety
    All members may be called from any thread. The destructor may run on a worker of the pool, and then does not wait
    for that one.

    `example/09_priority_pool.cpp` is a whole program.
*/
class priority_pool
{
public:
    /// Submits at one priority; may not outlive the pool.
    using executor_type = pool_executor<>;

    /// Submits at any priority; may outlive the pool.
    using spawner = pool_spawner;

    /// The most workers that a pool can have.
    static constexpr std::size_t most_workers = detail::idle_set::most_workers;

    /// How a pool is made.
    struct options
    {
        /// Worker threads, 1 to @ref most_workers; by default one a processor.
        std::size_t workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_workers);

        /// How often a worker looks for which priority first.
        priority_weights weights = {};

        /// Is called, by a worker, with an exception that nobody else can receive: of a function that was submitted, or
        /// of a task that was let go. None is needed; the worker goes on in any case. What it throws itself is lost.
        std::function<void(std::exception_ptr)> on_unhandled = {};
    };

    /// Makes a pool without threads, that does its work in @ref step and chooses with this seed.
    struct stepping
    {
        std::uint64_t seed = 0; ///< Equal seeds and equal work give equal runs.
    };

    /// As with default options.
    priority_pool()
        : priority_pool(options())
    {}

    /** Starts the workers.

        @throws std::invalid_argument if there are to be none, or too many.
        @throws std::system_error if a thread does not start; those that did are joined.
    */
    explicit priority_pool(options const& chosen)
        : state_(make(chosen))
    {
        state_->start();
    }

    /** Makes as many workers, but no threads: they work, one at a time, in @ref step.

        @throws std::invalid_argument if there are to be none, or too many.
    */
    priority_pool(options const& chosen, stepping how)
        : state_(make(chosen))
        , chance_(std::in_place, how.seed)
    {}

    priority_pool(priority_pool const&) = delete;
    priority_pool& operator=(priority_pool const&) = delete;

    /// Shuts down now. Then destroys what waits for timers and sockets of the pool.
    ~priority_pool()
    {
        if (state_->inside()) {
            state_->end();
            state_->detach_this();
        } else {
            state_->finish();
        }
    }

    /// The executor of normal priority.
    executor_type get_executor() const noexcept { return executor(priority::normal); }

    /// The executor of this priority.
    executor_type executor(priority level) const noexcept { return {state_.get(), {}, level, 0}; }

    /// A way to submit that may outlive the pool.
    spawner get_spawner() const noexcept { return spawner(state_); }

    /** Starts a task.

        @param level  Its priority, at each of its resumptions.
        @param f      A `task<T>` or `boost::asio::awaitable<T>`, a function that returns one, or a function that returns
                      a value; it goes to another thread, and so does what it needs, see `sendable`.
        @return The handle of the task, or @ref spawn_error::closed.
        @throws std::bad_alloc, or what moving `f` throws; then nothing is started.
    */
    template<detail::spawnable F>
        requires sendable<std::decay_t<F>> && sendable<detail::spawned_result_t<F>>
    boost::system::result<task<detail::spawned_result_t<F>>> spawn(priority level, F&& f) const
    {
        return detail::spawn_on(*state_, level, std::forward<F>(f));
    }

    /** The same, unless as many tasks live already: for who would rather wait, or drop something, than fill the memory.

        @param most  The most tasks that shall live, of all that spawn on this pool. Threads that spawn at the same
                     moment may each go one beyond it.
        @return As @ref spawn, or @ref spawn_error::full; then `f` is untouched.
    */
    template<detail::spawnable F>
        requires sendable<std::decay_t<F>> && sendable<detail::spawned_result_t<F>>
    boost::system::result<task<detail::spawned_result_t<F>>> try_spawn(priority level, std::size_t most, F&& f) const
    {
        if (state_->live().count() >= most)
            return spawn_error::full;
        return detail::spawn_on(*state_, level, std::forward<F>(f));
    }

    /// The context on which timers and sockets of the pool are built; lets the pool stand wherever Asio wants a context.
    operator boost::asio::execution_context&() const noexcept { return state_->services(); }

    /** Waits until all work is done, then stops.

        That is: until all that was submitted has run, all tasks have ended and no work is outstanding, that of waiting
        operations and of work guards included. As `asio::thread_pool::join`; it may be called more than once.

        @return @ref shutdown_error::called_from_worker if a worker of the pool calls it; then it has stopped at once.
    */
    boost::system::error_code join() { return end(forever, true).error(); }

    /** Takes no more tasks, waits until the accepted ones have ended and all that was submitted has run, then stops.

        It waits for as long as that takes, but not for operations that no task waits for.

        @return @ref shutdown_error::called_from_worker if a worker of the pool calls it; then it has stopped at once.
    */
    boost::system::error_code shutdown_graceful() { return end(forever, false).error(); }

    /** Takes no more tasks, and tells when the accepted ones have ended and all that was submitted has run.

        It blocks nobody, so a worker may call it, a task of the pool too; but the task that awaits it is itself one of
        those that have to end. It does not stop the pool: what the completion starts on executors still runs. Call
        @ref shutdown_now afterwards, or end the pool, not by one of its workers.

        @par Completion signature
        @code void(boost::system::error_code) @endcode
        @li `boost::asio::error::operation_aborted`  The pool was stopped before.

        @par Per-operation cancellation
        None.

        @par Thread safety
        The handler is called through its executor.
    */
    template<boost::asio::completion_token_for<void(boost::system::error_code)> CompletionToken>
    auto async_drain(CompletionToken&& token)
    {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code)>(
            [](auto handler, detail::pool_state* state) {
                auto waiter = std::make_unique<detail::drain_handler<decltype(handler)>>(std::move(handler));
                state->live().close();
                state->when_drained(*waiter.release());
            },
            token, state_.get());
    }

    /** As @ref shutdown_graceful, but stops when the time is over, and cancels what is left.

        @param limit  The longest time to wait; zero or less does not wait.
        @return How it ended, and how many tasks were left; or an error as of @ref shutdown_graceful.
    */
    boost::system::result<shutdown_outcome> shutdown_timeout(std::chrono::nanoseconds limit)
    {
        auto const now = clock::now();
        auto const latest = std::chrono::duration_cast<clock::duration>((std::max)(limit, std::chrono::nanoseconds(0)));
        return end(latest < forever - now ? now + latest : forever, false);
    }

    /** Takes no more tasks and stops: each worker ends after what it runs just now.

        What is queued is destroyed, all tasks are cancelled, also those that wait. Operations that wait go with the
        pool.

        @return @ref shutdown_error::called_from_worker if a worker of the pool calls it; then that one has not ended.
    */
    boost::system::error_code shutdown_now() { return end((clock::time_point::min)(), false).error(); }

    /// What it has done so far.
    runtime_stats stats() const noexcept
    {
        auto const& core = state_->core();
        auto const& queues = core.queues();
        runtime_stats all;
        all.queued_high = queues.queued(0);
        all.queued_normal = queues.queued(1);
        all.queued_background = queues.queued(2);
        all.workers = queues.workers();
        all.sleeping_workers = core.sleepers();
        all.live_tasks = state_->live().count();
        for (std::size_t i = 0; i != queues.workers(); ++i)
            add(all, queues.at(i));
        all.external_spawned = state_->spawned_outside();
        all.wakes = core.wakes();
        all.unhandled = state_->unhandled_count();
        return all;
    }

    /** How long ready work of a priority has waited for a worker so far: functions from their submission, tasks from
        their spawn, wake or yield. One of 256 is measured.
    */
    latency_histogram latency(priority level) const noexcept
    {
        latency_histogram all;
        auto const& queues = state_->core().queues();
        for (std::size_t i = 0; i != queues.workers(); ++i) {
            auto const& waited = queues.at(i).waited[static_cast<std::size_t>(level)];
            for (std::size_t step = 0; step != std::size(waited); ++step)
                all.counts[(std::min)(step, latency_histogram::steps - 1)] += waited[step].read();
        }
        return all;
    }

    /** Lets one worker do one thing: run one function, resume one task, or serve what is ready of timers and sockets.

        Only for a pool that was made with @ref stepping, and by one thread at a time. The worker, and whom it steals
        from, is chosen by the seed; so a run in which nothing comes from other threads or the clock can be had again.

        @return False if there was nothing to do.
    */
    bool step()
    {
        BOOST_ASSERT(chance_);
        return state_->step(*chance_);
    }

    /// Whether @ref step does the work, and no threads.
    bool is_stepping() const noexcept { return chance_.has_value(); }

private:
    using clock = detail::pool_state::clock;

    static constexpr auto forever = (clock::time_point::max)();

    static std::shared_ptr<detail::pool_state> make(options const& chosen)
    {
        if (chosen.workers == 0 || chosen.workers > most_workers)
            boost::throw_exception(std::invalid_argument("priority_pool: too few workers, or too many"));
        return std::make_shared<detail::pool_state>(chosen.workers, chosen.weights, chosen.on_unhandled);
    }

    static void add(runtime_stats& all, detail::worker const& one) noexcept
    {
        all.executed += one.executed.read();
        all.stolen += one.stolen.read();
        all.steal_attempts += one.steal_attempts.read();
        all.local_spawned += one.spawned.read();
        all.parks += one.parks.read();
    }

    // All the ways to end: at the latest then, with or without outstanding work.
    boost::system::result<shutdown_outcome> end(clock::time_point until, bool with_work)
    {
        if (!with_work)
            state_->live().close();
        if (state_->inside()) {
            state_->end();
            return make_error_code(shutdown_error::called_from_worker);
        }
        bool const drained =
            chance_ ? state_->drain_by_steps(*chance_, until, with_work) : state_->drain(until, with_work);
        auto const left = state_->live().count();
        state_->end();
        return drained || left == 0 ? shutdown_outcome::completed() : shutdown_outcome::timed_out(left);
    }

    std::shared_ptr<detail::pool_state> state_;
    std::optional<detail::splitmix> chance_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_PRIORITY_POOL_HPP
