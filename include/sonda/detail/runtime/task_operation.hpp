// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_OPERATION_HPP
#define SONDA_DETAIL_RUNTIME_TASK_OPERATION_HPP

#include <sonda/detail/runtime/slab.hpp>
#include <sonda/detail/runtime/task_core.hpp>
#include <sonda/detail/runtime/task_executor.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <coroutine>
#include <exception>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sonda::detail {

// What co_await gives for the arguments of a completion: an error that comes first is thrown and left out.
template<class... Args>
struct completion_value
{
    static auto get(std::tuple<Args...>&& all) { return unwrapped(std::move(all)); }

    template<class... Rest>
    static auto unwrapped(std::tuple<Rest...>&& rest)
    {
        if constexpr (sizeof...(Rest) == 1)
            return std::get<0>(std::move(rest));
        else if constexpr (sizeof...(Rest) > 1)
            return std::move(rest);
    }
};

template<class... Args>
struct completion_value<boost::system::error_code, Args...>
{
    static auto get(std::tuple<boost::system::error_code, Args...>&& all)
    {
        if (auto const& error = std::get<0>(all))
            throw boost::system::system_error(error);
        return std::apply(
            [](auto&, auto&... rest) { return completion_value<>::unwrapped(std::tuple<Args...>(std::move(rest)...)); },
            all);
    }
};

template<class... Args>
struct completion_value<std::exception_ptr, Args...>
{
    static auto get(std::tuple<std::exception_ptr, Args...>&& all)
    {
        if (auto const& error = std::get<0>(all))
            std::rethrow_exception(error);
        return std::apply(
            [](auto&, auto&... rest) { return completion_value<>::unwrapped(std::tuple<Args...>(std::move(rest)...)); },
            all);
    }
};

template<class Operation, class Signature>
class task_operation;

// An operation of Asio that a task awaits: anything that is called with a completion token. It lives in the frame of the
// task, which is not destroyed before the operation has ended.
template<class Operation, class... Args>
class task_operation<Operation, void(Args...)> final : public wait_hook
{
public:
    task_operation(Operation&& operation, task_core& root)
        : operation_(std::move(operation))
        , root_(root)
    {}

    task_operation(task_operation const&) = delete;
    ~task_operation() { stop_counting(); }

    bool await_ready() const noexcept { return false; }

    void await_suspend(std::coroutine_handle<> leaf)
    {
        root_.takes_functions();
        root_.suspends(leaf, *this);
        root_.host().work_started();
        counted_ = true;
        try {
            std::move(operation_)(handler(*this));
        } catch (...) {
            root_.stays();
            throw;
        }
    }

    auto await_resume()
    {
        stop_counting();
        if (failure_)
            std::rethrow_exception(failure_);
        if (!result_)
            throw boost::system::system_error(boost::asio::error::operation_aborted);
        return completion_value<std::decay_t<Args>...>::get(std::move(*result_));
    }

private:
    // The completion handler. If it is destroyed uncalled the operation has ended all the same.
    class handler
    {
    public:
        using executor_type = task_executor;
        using allocator_type = slab_allocator<void>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        explicit handler(task_operation& operation) noexcept
            : operation_(&operation)
        {}

        handler(handler&& other) noexcept
            : operation_(std::exchange(other.operation_, nullptr))
        {}

        handler& operator=(handler&&) = delete;

        ~handler()
        {
            if (operation_)
                operation_->root_.wake();
        }

        template<class... Values>
        void operator()(Values&&... values)
        {
            auto* const operation = std::exchange(operation_, nullptr);
            try {
                operation->result_.emplace(std::forward<Values>(values)...);
            } catch (...) {
                operation->failure_ = std::current_exception();
            }
            operation->root_.wake();
        }

        executor_type get_executor() const noexcept { return executor_type(operation_->root_); }
        allocator_type get_allocator() const noexcept { return {}; }
        cancellation_slot_type get_cancellation_slot() const noexcept { return operation_->signal_.slot(); }

    private:
        task_operation* operation_; // which keeps the frame, and with it the task
    };

    bool cancel() noexcept override
    {
        signal_.emit(boost::asio::cancellation_type::terminal);
        return false;
    }

    void orphaned() noexcept override { stop_counting(); }

    void stop_counting() noexcept
    {
        if (std::exchange(counted_, false))
            root_.host().work_finished();
    }

    Operation operation_;
    task_core& root_;
    boost::asio::cancellation_signal signal_;
    std::optional<std::tuple<std::decay_t<Args>...>> result_;
    std::exception_ptr failure_;
    bool counted_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_OPERATION_HPP
