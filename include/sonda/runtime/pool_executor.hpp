// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_POOL_EXECUTOR_HPP
#define SONDA_RUNTIME_POOL_EXECUTOR_HPP

#include <sonda/detail/runtime/pool_state.hpp>
#include <sonda/detail/runtime/posted_op.hpp>
#include <sonda/runtime/priority.hpp>

#include <boost/asio/execution/allocator.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/executor.hpp>
#include <boost/asio/execution/mapping.hpp>
#include <boost/asio/execution/occupancy.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/execution/relationship.hpp>
#include <boost/asio/execution_context.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

/** The executor of a @ref priority_pool.

    It refers to the pool, and must not be used when that is gone; a @ref priority_pool::spawner may. Two executors are
    equal if they submit to the same pool at the same priority and with the same other properties.

    It has Asio's properties blocking (never, possibly), relationship, outstanding_work, allocator, mapping, occupancy
    and context, and @ref priority_t. As the memory of a function it takes a cache of the thread, unless an allocator
    other than `std::allocator` is required.

    A function that is submitted with `blocking.possibly` runs at once on a worker of the pool if what runs there has no
    higher priority than this executor's, a few levels deep at most. What it throws goes to
    @ref priority_pool::options::on_unhandled, at once or later, and never to the caller.

    @tparam Allocator  Allocates the memory of the functions.
    @tparam Tracked    Whether copies count as outstanding work, which @ref priority_pool::join waits for.

    @par Thread safety
    All members may be called from any thread.
*/
template<class Allocator = std::allocator<void>, bool Tracked = false>
class pool_executor
{
    using blocking_t = boost::asio::execution::blocking_t;
    using relationship_t = boost::asio::execution::relationship_t;
    using outstanding_work_t = boost::asio::execution::outstanding_work_t;
    template<class T>
    using allocator_t = boost::asio::execution::allocator_t<T>;

public:
    /// A copy; counts as outstanding work if this is tracked.
    pool_executor(pool_executor const& other) noexcept
        : pool_executor(other.pool_, other.allocator_, other.level_, other.flags_)
    {}

    /// Takes over. What is left behind may only be destroyed or assigned to.
    pool_executor(pool_executor&& other) noexcept
        : pool_(Tracked ? std::exchange(other.pool_, nullptr) : other.pool_)
        , allocator_(std::move(other.allocator_))
        , level_(other.level_)
        , flags_(other.flags_)
    {}

    /// Copies or takes over.
    pool_executor& operator=(pool_executor other) noexcept
    {
        std::swap(pool_, other.pool_);
        std::swap(allocator_, other.allocator_);
        level_ = other.level_;
        flags_ = other.flags_;
        return *this;
    }

    /// Ends its outstanding work, if this is tracked.
    ~pool_executor()
    {
        if constexpr (Tracked)
            if (pool_)
                pool_->work_finished();
    }

    /// True if they may take each other's place: the pool, the priority and all properties are the same.
    friend bool operator==(pool_executor const& a, pool_executor const& b) noexcept
    {
        return a.pool_ == b.pool_ && a.level_ == b.level_ && a.flags_ == b.flags_ && a.allocator_ == b.allocator_;
    }

    /// The opposite.
    friend bool operator!=(pool_executor const& a, pool_executor const& b) noexcept { return !(a == b); }

    /// Never runs a function before `execute` returns.
    pool_executor require(blocking_t::never_t) const noexcept { return with_flag(never, true); }

    /// May run a function before `execute` returns.
    pool_executor require(blocking_t::possibly_t) const noexcept { return with_flag(never, false); }

    /// A function is new work: another worker may be woken for it.
    pool_executor require(relationship_t::fork_t) const noexcept { return with_flag(continuation, false); }

    /// A function goes on with what the worker does: nobody is woken before the worker comes for it.
    pool_executor require(relationship_t::continuation_t) const noexcept { return with_flag(continuation, true); }

    /// Copies count as outstanding work.
    pool_executor<Allocator, true> require(outstanding_work_t::tracked_t) const noexcept
    {
        return {pool_, allocator_, level_, flags_};
    }

    /// Copies do not count.
    pool_executor<Allocator, false> require(outstanding_work_t::untracked_t) const noexcept
    {
        return {pool_, allocator_, level_, flags_};
    }

    /// Takes the memory of functions from this allocator.
    template<class Other>
    pool_executor<Other, Tracked> require(allocator_t<Other> property) const noexcept
    {
        return {pool_, property.value(), level_, flags_};
    }

    /// Takes the memory of functions from the cache of the thread.
    pool_executor<std::allocator<void>, Tracked> require(allocator_t<void>) const noexcept
    {
        return {pool_, {}, level_, flags_};
    }

    /// Submits at this priority.
    pool_executor require(priority_t property) const noexcept { return {pool_, allocator_, property.value(), flags_}; }

    /// The context of the services, on which timers and sockets are built: a part of the pool.
    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
        return pool_->services();
    }

    /// Each function runs on a thread of the pool.
    static constexpr boost::asio::execution::mapping_t query(boost::asio::execution::mapping_t) noexcept
    {
        return boost::asio::execution::mapping_t::thread;
    }

    /// How many workers the pool has.
    std::size_t query(boost::asio::execution::occupancy_t) const noexcept { return pool_->workers(); }

    /// Never or possibly.
    blocking_t query(blocking_t) const noexcept
    {
        return has(never) ? blocking_t(blocking_t::never) : blocking_t(blocking_t::possibly);
    }

    /// Fork or continuation.
    relationship_t query(relationship_t) const noexcept
    {
        return has(continuation) ? relationship_t(relationship_t::continuation) : relationship_t(relationship_t::fork);
    }

    /// Tracked or untracked.
    static constexpr outstanding_work_t query(outstanding_work_t) noexcept
    {
        return Tracked ? outstanding_work_t(outstanding_work_t::tracked)
                       : outstanding_work_t(outstanding_work_t::untracked);
    }

    /// The allocator.
    template<class Other>
    Allocator query(allocator_t<Other>) const noexcept
    {
        return allocator_;
    }

    /// The priority.
    priority query(priority_t) const noexcept { return level_; }

    /// True on a thread that runs a function of the pool just now.
    bool running_in_this_thread() const noexcept { return pool_->runs_here(); }

    /** Runs a function on the pool, once; or destroys it, if the pool has stopped.

        A pool that is being shut down takes functions until it has stopped.

        @param function  Called without arguments. Moved, or copied if it cannot be moved.
        @throws std::bad_alloc, or what moving the function throws; then nothing is submitted.
    */
    template<class Function>
    void execute(Function&& function) const
    {
        if (!has(never) && pool_->may_inline(number()))
            pool_->run_inline(std::decay_t<Function>(std::forward<Function>(function)));
        else
            submit(std::forward<Function>(function), allocator_, has(continuation));
    }

#if !defined(BOOST_ASIO_NO_TS_EXECUTORS)
    /// The context of the services.
    boost::asio::execution_context& context() const noexcept { return pool_->services(); }

    /// Outstanding work begins.
    void on_work_started() const noexcept { pool_->work_started(); }

    /// Outstanding work ends.
    void on_work_finished() const noexcept { pool_->work_finished(); }

    /// As `execute` with `blocking.possibly`.
    template<class Function, class Other>
    void dispatch(Function&& function, Other const& allocator) const
    {
        if (pool_->may_inline(number()))
            pool_->run_inline(std::decay_t<Function>(std::forward<Function>(function)));
        else
            submit(std::forward<Function>(function), allocator, false);
    }

    /// As `execute` with `blocking.never`.
    template<class Function, class Other>
    void post(Function&& function, Other const& allocator) const
    {
        submit(std::forward<Function>(function), allocator, false);
    }

    /// As `execute` with `blocking.never` and `relationship.continuation`.
    template<class Function, class Other>
    void defer(Function&& function, Other const& allocator) const
    {
        submit(std::forward<Function>(function), allocator, true);
    }
#endif

private:
    template<class, bool>
    friend class pool_executor;
    friend class priority_pool;

    static constexpr std::uint8_t never = 1;
    static constexpr std::uint8_t continuation = 2;

    pool_executor(detail::pool_state* pool, Allocator const& allocator, priority level, std::uint8_t flags) noexcept
        : pool_(pool)
        , allocator_(allocator)
        , level_(level)
        , flags_(flags)
    {
        if constexpr (Tracked)
            if (pool_)
                pool_->work_started();
    }

    bool has(std::uint8_t flag) const noexcept { return (flags_ & flag) != 0; }
    std::uint8_t number() const noexcept { return static_cast<std::uint8_t>(level_); }

    pool_executor with_flag(std::uint8_t flag, bool set) const noexcept
    {
        return {pool_, allocator_, level_, static_cast<std::uint8_t>(set ? flags_ | flag : flags_ & ~flag)};
    }

    template<class Function, class Other>
    void submit(Function&& function, Other const& allocator, bool defer) const
    {
        auto& node = detail::make_posted(std::forward<Function>(function), allocator, number());
        pool_->submit(node, defer);
    }

    detail::pool_state* pool_;
    [[no_unique_address]] Allocator allocator_;
    priority level_;
    std::uint8_t flags_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_POOL_EXECUTOR_HPP
