// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_ASIO_SIDE_HPP
#define SONDA_BENCH_RUNTIME_ASIO_SIDE_HPP

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <concepts>
#include <exception>
#include <future>
#include <thread>
#include <type_traits>
#include <vector>

#include "asio_event.hpp"
#include "level.hpp"

namespace bench {

/// An io_context that threads run.
class threaded_io_context
{
public:
    using executor_type = boost::asio::io_context::executor_type;

    explicit threaded_io_context(unsigned workers)
        : context_(static_cast<int>(workers))
        , guard_(context_.get_executor())
    {
        for (unsigned i = 0; i != workers; ++i)
            threads_.emplace_back([this] { context_.run(); });
    }

    ~threaded_io_context()
    {
        guard_.reset();
        for (auto& each : threads_)
            each.join();
    }

    executor_type get_executor() noexcept { return context_.get_executor(); }

private:
    boost::asio::io_context context_;
    boost::asio::executor_work_guard<executor_type> guard_;
    std::vector<std::thread> threads_;
};

/// A pool of Asio. The host waits for futures, as Asio has it; there is only one class.
template<class Context>
class asio_side
{
public:
    using executor = typename Context::executor_type;
    template<class T>
    using coro = boost::asio::awaitable<T, executor>;

    static constexpr level classes[] = {level::normal};

    explicit asio_side(unsigned workers)
        : context_(workers)
        , executor_(context_.get_executor())
    {}

    template<std::invocable F>
    auto submit(level, F f)
    {
        return boost::asio::post(executor_, boost::asio::use_future(std::move(f)));
    }

    template<class T>
    std::future<T> submit(level, coro<T> body)
    {
        return boost::asio::co_spawn(executor_, std::move(body), boost::asio::use_future);
    }

    template<class T>
    T get(std::future<T>& result)
    {
        return result.get();
    }

    template<std::invocable F>
    auto spawn(level, F f)
    {
        asio_child<std::invoke_result_t<F&>, executor> child;
        boost::asio::post(executor_, [child, f = std::move(f)] { child.complete(f()); });
        return child;
    }

    template<class T>
    asio_child<T, executor> spawn(level, coro<T> body)
    {
        asio_child<T, executor> child;
        boost::asio::co_spawn(executor_, std::move(body), [child](std::exception_ptr error, T value) {
            if (error)
                std::rethrow_exception(error);
            child.complete(std::move(value));
        });
        return child;
    }

    template<class T>
    coro<T> join(asio_child<T, executor>& child)
    {
        return child.join();
    }

    template<std::invocable F>
    void launch(level, F f)
    {
        boost::asio::co_spawn(executor_, calling(std::move(f)), boost::asio::detached);
    }

    template<std::invocable F>
    void post(level, F f)
    {
        boost::asio::post(executor_, std::move(f));
    }

    auto yield() { return boost::asio::post(executor_, boost::asio::use_awaitable_t<executor>()); }

    class flag
    {
    public:
        explicit flag(asio_side&) {}

        template<class Registered>
        auto wait(Registered registered)
        {
            return event_.wait(registered);
        }

        void wake() { event_.set(); }

    private:
        asio_event<executor> event_;
    };

private:
    template<class F>
    static coro<void> calling(F f)
    {
        f();
        co_return;
    }

    Context context_;
    executor executor_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_ASIO_SIDE_HPP
