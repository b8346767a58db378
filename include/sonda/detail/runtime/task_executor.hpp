// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_EXECUTOR_HPP
#define SONDA_DETAIL_RUNTIME_TASK_EXECUTOR_HPP

#include <sonda/detail/runtime/posted_op.hpp>
#include <sonda/detail/runtime/task_core.hpp>

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>

#include <cstddef>
#include <utility>

namespace sonda::detail {

// Runs functions as part of a task: one at a time and by turns with its coroutine, on whatever thread runs the task. So
// the operations that a task awaits, the steps of composed ones, and the signals that cancel them need no strand. It
// never calls a function inline, and destroys those that come when the task has ended.
class task_executor
{
    using blocking_t = boost::asio::execution::blocking_t;
    using mapping_t = boost::asio::execution::mapping_t;

public:
    explicit task_executor(task_core& core) noexcept
        : core_(&core)
    {
        core_->retain();
    }

    task_executor(task_executor const& other) noexcept
        : core_(other.core_)
    {
        core_->retain();
    }

    // Moved, it costs no count; what remains may only be assigned to or destroyed.
    task_executor(task_executor&& other) noexcept
        : core_(std::exchange(other.core_, nullptr))
    {}

    task_executor& operator=(task_executor other) noexcept
    {
        std::swap(core_, other.core_);
        return *this;
    }

    ~task_executor()
    {
        if (core_)
            core_->release();
    }

    friend bool operator==(task_executor const& a, task_executor const& b) noexcept { return a.core_ == b.core_; }
    friend bool operator!=(task_executor const& a, task_executor const& b) noexcept { return a.core_ != b.core_; }

    task_executor require(blocking_t::never_t) const noexcept { return *this; }
    static constexpr blocking_t query(blocking_t) noexcept { return boost::asio::execution::blocking.never; }
    static constexpr mapping_t query(mapping_t) noexcept { return boost::asio::execution::mapping.thread; }
    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
        return core_->host().services();
    }

    template<class F>
    void execute(F&& f) const
    {
        core_->submit(make_posted(std::forward<F>(f)));
    }

private:
    task_core* core_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_EXECUTOR_HPP
