// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_DOMAIN_EXECUTOR_HPP
#define SONDA_DETAIL_RUNTIME_DOMAIN_EXECUTOR_HPP

#include <sonda/detail/runtime/domain_core.hpp>
#include <sonda/detail/runtime/posted_op.hpp>

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/is_executor.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::detail {

// The executor of a local_domain. Tracked ones count as outstanding work as long as they live; which of the two it is is
// part of the type, so that those that do not count cost nothing.
template<class Allocator, bool Tracked>
class domain_executor
{
    using blocking_t = boost::asio::execution::blocking_t;
    using relationship_t = boost::asio::execution::relationship_t;
    using outstanding_work_t = boost::asio::execution::outstanding_work_t;
    using mapping_t = boost::asio::execution::mapping_t;

public:
    domain_executor(domain_core& core, Allocator const& allocator, bool never, bool continuation) noexcept
        : core_(&core)
        , allocator_(allocator)
        , never_(never)
        , continuation_(continuation)
    {
        start();
    }

    domain_executor(domain_executor const& other) noexcept
        : core_(other.core_)
        , allocator_(other.allocator_)
        , never_(other.never_)
        , continuation_(other.continuation_)
    {
        start();
    }

    domain_executor(domain_executor&& other) noexcept
        : core_(Tracked ? std::exchange(other.core_, nullptr) : other.core_)
        , allocator_(std::move(other.allocator_))
        , never_(other.never_)
        , continuation_(other.continuation_)
    {}

    domain_executor& operator=(domain_executor other) noexcept
    {
        std::swap(core_, other.core_);
        std::swap(allocator_, other.allocator_);
        std::swap(never_, other.never_);
        std::swap(continuation_, other.continuation_);
        return *this;
    }

    ~domain_executor()
    {
        if constexpr (Tracked) {
            if (core_)
                core_->work_finished();
        }
    }

    friend bool operator==(domain_executor const& a, domain_executor const& b) noexcept
    {
        return a.core_ == b.core_ && a.never_ == b.never_ && a.continuation_ == b.continuation_ &&
               a.allocator_ == b.allocator_;
    }

    friend bool operator!=(domain_executor const& a, domain_executor const& b) noexcept { return !(a == b); }

    domain_executor require(blocking_t::never_t) const noexcept { return {*core_, allocator_, true, continuation_}; }
    domain_executor require(blocking_t::possibly_t) const noexcept
    {
        return {*core_, allocator_, false, continuation_};
    }
    domain_executor require(relationship_t::fork_t) const noexcept { return {*core_, allocator_, never_, false}; }
    domain_executor require(relationship_t::continuation_t) const noexcept
    {
        return {*core_, allocator_, never_, true};
    }
    domain_executor<Allocator, true> require(outstanding_work_t::tracked_t) const noexcept
    {
        return {*core_, allocator_, never_, continuation_};
    }
    domain_executor<Allocator, false> require(outstanding_work_t::untracked_t) const noexcept
    {
        return {*core_, allocator_, never_, continuation_};
    }
    template<class Other>
    domain_executor<Other, Tracked> require(boost::asio::execution::allocator_t<Other> a) const noexcept
    {
        return {*core_, a.value(), never_, continuation_};
    }
    domain_executor<std::allocator<void>, Tracked> require(boost::asio::execution::allocator_t<void>) const noexcept
    {
        return {*core_, {}, never_, continuation_};
    }

    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
        return core_->services();
    }
    static constexpr mapping_t query(mapping_t) noexcept { return boost::asio::execution::mapping.thread; }
    blocking_t query(blocking_t) const noexcept
    {
        return never_ ? blocking_t(boost::asio::execution::blocking.never)
                      : blocking_t(boost::asio::execution::blocking.possibly);
    }
    relationship_t query(relationship_t) const noexcept
    {
        return continuation_ ? relationship_t(boost::asio::execution::relationship.continuation)
                             : relationship_t(boost::asio::execution::relationship.fork);
    }
    static constexpr outstanding_work_t query(outstanding_work_t) noexcept
    {
        return Tracked ? outstanding_work_t(boost::asio::execution::outstanding_work.tracked)
                       : outstanding_work_t(boost::asio::execution::outstanding_work.untracked);
    }
    template<class Other>
    Allocator query(boost::asio::execution::allocator_t<Other>) const noexcept
    {
        return allocator_;
    }
    static constexpr std::size_t query(boost::asio::execution::occupancy_t) noexcept { return 1; }

    bool running_in_this_thread() const noexcept { return core_->runs_here(); }

    template<class F>
    void execute(F&& f) const
    {
        if (!never_ && core_->may_inline())
            call(std::forward<F>(f));
        else
            core_->schedule(make_posted(std::forward<F>(f), allocator_, domain_core::local_level),
                            schedule_reason::spawn);
    }

#if !defined(BOOST_ASIO_NO_TS_EXECUTORS)
    boost::asio::execution_context& context() const noexcept { return core_->services(); }
    void on_work_started() const noexcept { core_->work_started(); }
    void on_work_finished() const noexcept { core_->work_finished(); }

    template<class F, class Other>
    void dispatch(F&& f, Other const& a) const
    {
        if (core_->may_inline())
            call(std::forward<F>(f));
        else
            post(std::forward<F>(f), a);
    }
    template<class F, class Other>
    void post(F&& f, Other const& a) const
    {
        core_->schedule(make_posted(std::forward<F>(f), a, domain_core::local_level), schedule_reason::spawn);
    }
    template<class F, class Other>
    void defer(F&& f, Other const& a) const
    {
        post(std::forward<F>(f), a);
    }
#endif

private:
    // What the function throws goes where it would go if it had been queued: its caller does not know which it is.
    template<class F>
    void call(F&& f) const
    {
        auto& core = *core_;
        domain_core::inline_call const deeper(core);
        std::decay_t<F> function(std::forward<F>(f));
        try {
            std::move(function)();
        } catch (...) {
            core.unhandled(std::current_exception());
        }
    }

    void start() const noexcept
    {
        if constexpr (Tracked) {
            if (core_)
                core_->work_started();
        }
    }

    domain_core* core_;
    [[no_unique_address]] Allocator allocator_;
    bool never_;
    bool continuation_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_DOMAIN_EXECUTOR_HPP
