// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_DRAIN_WAITER_HPP
#define SONDA_DETAIL_RUNTIME_DRAIN_WAITER_HPP

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <utility>

namespace sonda::detail {

// Somebody who is told, once and without a lock, that a pool has nothing left to do, or has stopped before that.
struct drain_waiter
{
    drain_waiter* next = nullptr;

    virtual void drained(boost::system::error_code error) noexcept = 0;

protected:
    ~drain_waiter() = default;
};

// A handler of Asio that is. It deletes itself.
template<class Handler>
class drain_handler final : public drain_waiter
{
    using executor = boost::asio::associated_executor_t<Handler, boost::asio::system_executor>;

public:
    explicit drain_handler(Handler&& handler)
        : work_(boost::asio::get_associated_executor(handler, boost::asio::system_executor()))
        , handler_(std::move(handler))
    {}

    void drained(boost::system::error_code error) noexcept override
    {
        auto const self = std::unique_ptr<drain_handler>(this);
        auto const work = std::move(work_);
        boost::asio::post(work.get_executor(),
                          [handler = std::move(handler_), error]() mutable { std::move(handler)(error); });
    }

private:
    boost::asio::executor_work_guard<executor> work_;
    Handler handler_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_DRAIN_WAITER_HPP
