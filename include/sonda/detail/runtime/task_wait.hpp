// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_WAIT_HPP
#define SONDA_DETAIL_RUNTIME_TASK_WAIT_HPP

#include <sonda/detail/runtime/task_promise.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/system_executor.hpp>

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::detail {

template<class T>
struct task_wait_signature
{
    using type = void(std::exception_ptr, T);
};

template<>
struct task_wait_signature<void>
{
    using type = void(std::exception_ptr);
};

// A handler of Asio that waits for the end of a task; it owns the handle of the task.
template<class T>
class task_wait
{
public:
    template<class Handler>
    static void start(runtime::task<T>&& task, Handler&& handler)
    {
        using waiter = waiting<std::decay_t<Handler>>;
        auto& core = task_access::core(task);
        auto slot = boost::asio::get_associated_cancellation_slot(handler);
        auto self = std::make_unique<waiter>(std::move(task), std::forward<Handler>(handler));
        if (slot.is_connected()) {
            core.retain();
            slot.assign(canceller(core));
        }
        if (auto* const waits = self.release(); !core.add_waiter(*waits))
            waits->task_done();
    }

private:
    template<class Handler>
    class completion;

    class canceller
    {
    public:
        explicit canceller(task_core& core) noexcept
            : core_(&core, [](task_core* c) { c->release(); })
        {}

        void operator()(boost::asio::cancellation_type type) const noexcept
        {
            if (type != boost::asio::cancellation_type::none)
                core_->request_cancel();
        }

    private:
        std::shared_ptr<task_core> core_;
    };

    template<class Handler>
    class waiting final : public task_waiter
    {
        using executor = boost::asio::associated_executor_t<Handler, boost::asio::system_executor>;

    public:
        template<class H>
        waiting(runtime::task<T>&& task, H&& handler)
            : task_(std::move(task))
            , handler_(std::forward<H>(handler))
            , work_(boost::asio::get_associated_executor(handler_, boost::asio::system_executor()))
        {}

        void task_done() noexcept override
        {
            auto const executor_of = work_.get_executor();
            boost::asio::post(executor_of, completion<Handler>(std::unique_ptr<waiting>(this)));
        }

        runtime::task<T> task_;
        Handler handler_;
        boost::asio::executor_work_guard<executor> work_;

        friend class completion<Handler>;
    };

    template<class Handler>
    static void call(Handler&& handler, task_core& core)
    {
        std::exception_ptr error;
        if constexpr (std::is_void_v<T>) {
            try {
                runtime::task<T>::result(core);
            } catch (...) {
                error = std::current_exception();
            }
            std::forward<Handler>(handler)(error);
        } else {
            T value{};
            try {
                value = runtime::task<T>::result(core);
            } catch (...) {
                error = std::current_exception();
            }
            std::forward<Handler>(handler)(error, std::move(value));
        }
    }

    template<class Handler>
    class completion
    {
    public:
        explicit completion(std::unique_ptr<waiting<Handler>> waiter) noexcept
            : waiter_(std::move(waiter))
        {}

        // The memory is free before the handler is called.
        void operator()()
        {
            auto task = std::move(waiter_->task_);
            auto handler = std::move(waiter_->handler_);
            auto const work = std::move(waiter_->work_);
            waiter_.reset();
            call(std::move(handler), task_access::core(task));
        }

    private:
        std::unique_ptr<waiting<Handler>> waiter_;
    };
};

template<class T, class CompletionToken>
auto async_wait_task(runtime::task<T>&& task, CompletionToken&& token)
{
    return boost::asio::async_initiate<CompletionToken, typename task_wait_signature<T>::type>(
        [](auto handler, runtime::task<T> waited) { task_wait<T>::start(std::move(waited), std::move(handler)); },
        token, std::move(task));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_WAIT_HPP
