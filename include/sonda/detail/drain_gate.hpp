// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DRAIN_GATE_HPP
#define SONDA_DETAIL_DRAIN_GATE_HPP

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/wait_traits.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <mutex>
#include <utility>

namespace sonda::detail {

// Where one handler at a time waits until somebody on any thread opens. The wait is one of the execution context, which
// destroys the handler if it goes away.
template<class Executor>
class drain_gate
{
public:
    explicit drain_gate(Executor const& executor)
        : timer_(executor, (clock::time_point::max)())
    {}

    template<class Handler>
    void wait(Handler handler)
    {
        using boost::system::error_code;
        std::lock_guard const lock(mutex_);
        timer_.async_wait(boost::asio::deferred([](error_code) { return boost::asio::deferred.values(error_code()); }))(
            std::move(handler));
    }

    void open()
    {
        std::lock_guard const lock(mutex_);
        timer_.cancel();
    }

private:
    using clock = std::chrono::steady_clock;

    std::mutex mutex_;
    boost::asio::basic_waitable_timer<clock, boost::asio::wait_traits<clock>, Executor> timer_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DRAIN_GATE_HPP
