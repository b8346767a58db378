// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_POOL_SPAWNER_HPP
#define SONDA_RUNTIME_POOL_SPAWNER_HPP

#include <sonda/detail/runtime/admitted_function.hpp>
#include <sonda/detail/runtime/pool_state.hpp>
#include <sonda/detail/runtime/posted_op.hpp>
#include <sonda/detail/runtime/spawn_on.hpp>
#include <sonda/detail/runtime/task_from.hpp>
#include <sonda/runtime/priority.hpp>
#include <sonda/runtime/sendable.hpp>
#include <sonda/runtime/spawn_error.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

/** Gives work to a @ref priority_pool that may be closed, or gone.

    It does not keep the pool, and may be kept and used for any time after it. An executor may not, and cannot refuse.

    @par Thread safety
    All members may be called from any thread, as for a `std::weak_ptr`.
*/
class pool_spawner
{
public:
    /** Starts a task on the pool.

        The task and what it needs go to another thread, and from worker to worker at each suspension: see `sendable`.

        @param level  Its priority, at each of its resumptions.
        @param f      A `task<T>` or `boost::asio::awaitable<T>`, a function that returns one, or a function that returns
                      a value.
        @return The handle of the task, or @ref spawn_error::closed.
        @throws std::bad_alloc, or what moving `f` throws; then nothing is started.
    */
    template<detail::spawnable F>
        requires sendable<std::decay_t<F>> && sendable<detail::spawned_result_t<F>>
    boost::system::result<task<detail::spawned_result_t<F>>> spawn(priority level, F&& f) const
    {
        auto const pool = pool_.lock();
        if (!pool)
            return spawn_error::closed;
        return detail::spawn_on(*pool, level, std::forward<F>(f));
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
        auto const pool = pool_.lock();
        if (!pool)
            return spawn_error::closed;
        if (pool->live().count() >= most)
            return spawn_error::full;
        return detail::spawn_on(*pool, level, std::forward<F>(f));
    }

    /** Gives a function to the pool, that counts as a task until it has run.

        An orderly shutdown waits for it. What it throws goes to @ref priority_pool::options::on_unhandled.

        @param level     Its priority.
        @param function  Called without arguments, once, by a worker; destroyed if the pool stops first.
        @return @ref spawn_error::closed if the pool takes no more; then the function is destroyed.
        @throws std::bad_alloc, or what moving the function throws; then the pool has not got it.
    */
    template<class Function>
        requires std::invocable<std::decay_t<Function>> && sendable<std::decay_t<Function>>
    boost::system::error_code post(priority level, Function&& function) const
    {
        auto const pool = pool_.lock();
        auto const shard = detail::live_tasks::here();
        if (!pool || !pool->live().enter(shard))
            return spawn_error::closed;
        detail::admission_ticket ticket(*pool, shard);
        using admitted = detail::admitted_function<std::decay_t<Function>>;
        auto& node = detail::make_posted(admitted{std::move(ticket), std::forward<Function>(function)},
                                         std::allocator<void>(), static_cast<std::uint8_t>(level));
        pool->count_spawn();
        pool->submit(node, false);
        return {};
    }

    /// True if the pool takes no more work, or is gone.
    bool is_closed() const noexcept
    {
        auto const pool = pool_.lock();
        return !pool || pool->live().closed();
    }

private:
    friend class priority_pool;

    explicit pool_spawner(std::weak_ptr<detail::pool_state> pool) noexcept
        : pool_(std::move(pool))
    {}

    std::weak_ptr<detail::pool_state> pool_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_POOL_SPAWNER_HPP
