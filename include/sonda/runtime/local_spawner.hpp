// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_LOCAL_SPAWNER_HPP
#define SONDA_RUNTIME_LOCAL_SPAWNER_HPP

#include <sonda/detail/runtime/domain_core.hpp>
#include <sonda/detail/runtime/posted_op.hpp>
#include <sonda/detail/runtime/task_from.hpp>
#include <sonda/detail/runtime/waiting_function.hpp>
#include <sonda/runtime/sendable.hpp>
#include <sonda/runtime/spawn_error.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/system/result.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

class local_domain;

/** Sends tasks and functions to a @ref local_domain, from any thread, as long as the domain lives and after.

    Unlike an executor it may outlive its domain: what it is asked for then is refused with @ref spawn_error::closed. What
    it accepts is run, in the order in which it was accepted, unless the domain is shut down at once, and then it is
    destroyed unrun. Accepting costs one atomic exchange and no lock.

    Functions and results must be `sendable`, and what a function captures must be too.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, but for assignment.

    @par Exception safety
    Strong; what throws is an allocation, or the copy of the function.
*/
class local_spawner
{
public:
    /** Starts a task.

        @param f  A `task<T>` or `boost::asio::awaitable<T>`, a function that returns one, or a function that returns a
                  value; it is destroyed on the thread of the domain, unless it is refused.

        @return The handle of the task, or @ref spawn_error::closed.
    */
    template<detail::spawnable F>
        requires sendable<std::decay_t<F>> && sendable<detail::spawned_result_t<F>>
    boost::system::result<task<detail::spawned_result_t<F>>> spawn(F&& f) const
    {
        if (core_->closed())
            return spawn_error::closed;
        auto started = detail::task_from(std::forward<F>(f));
        auto& node = detail::task_access::core(started);
        node.start_later(*core_, detail::domain_core::command_level);
        if (core_->accept(node))
            return started;
        node.take_back();
        return spawn_error::closed;
    }

    /** Calls a function on the thread of the domain, and tells nobody of its end.

        An exception out of it goes to the handler of the domain.

        @return Nothing, or @ref spawn_error::closed.
    */
    template<std::invocable F>
        requires sendable<F>
    boost::system::result<void> dispatch(F f) const
    {
        if (core_->closed())
            return spawn_error::closed;
        return send(std::move(f));
    }

    /** The same, unless as many functions wait already: for who would rather wait, or drop something, than fill the memory.

        Of all threads together no more wait than the least of them allows; costs two atomic additions more.

        @param most  How many functions of this call may wait, of all spawners of the domain. One that has been called, or
                     that came by another call, counts no more.
        @param f     As of @ref dispatch; untouched if it is refused as one too many.

        @return Nothing, @ref spawn_error::closed, or @ref spawn_error::full.
    */
    template<class F>
        requires std::invocable<std::decay_t<F>> && sendable<std::decay_t<F>>
    boost::system::result<void> try_dispatch(std::size_t most, F&& f) const
    {
        if (core_->closed())
            return spawn_error::closed;
        detail::waiting_place place(core_->waiting(), most);
        if (!place)
            return spawn_error::full;
        return send(detail::waiting_function<std::decay_t<F>>{std::move(place), std::forward<F>(f)});
    }

    /// Starts a task, as @ref spawn does, and lets it run without a handle.
    template<detail::spawnable F>
        requires sendable<std::decay_t<F>> && sendable<detail::spawned_result_t<F>>
    boost::system::result<void> dispatch_task(F&& f) const
    {
        auto started = spawn(std::forward<F>(f));
        if (started.has_error())
            return started.error();
        started->detach();
        return {};
    }

    /// False if everything is refused; true means little, as it may be so no more on return.
    bool is_open() const noexcept { return !core_->closed(); }

private:
    friend class local_domain;

    explicit local_spawner(std::shared_ptr<detail::domain_core> core) noexcept
        : core_(std::move(core))
    {}

    template<class F>
    boost::system::result<void> send(F f) const
    {
        auto& node = detail::make_posted(std::move(f));
        if (core_->accept(node))
            return {};
        node.destroy();
        return spawn_error::closed;
    }

    std::shared_ptr<detail::domain_core> core_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_LOCAL_SPAWNER_HPP
