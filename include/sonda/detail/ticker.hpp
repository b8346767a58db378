// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TICKER_HPP
#define SONDA_DETAIL_TICKER_HPP

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <concepts>
#include <memory>
#include <utility>

namespace sonda::detail {

// Calls a function again and again on a context. A wait that is over cannot be cancelled any more, and may come when this
// is gone, or was stopped: then it calls nothing.
class ticker
{
public:
    explicit ticker(boost::asio::io_context& context)
        : timer_(context)
    {}

    // After each period, until the function returns false.
    template<std::predicate F>
    void start(std::chrono::nanoseconds period, F function)
    {
        timer_.expires_after(period);
        timer_.async_wait([this, goes_on = std::weak_ptr(goes_on_), period,
                           f = std::move(function)](boost::system::error_code failed) mutable {
            if (!failed && !goes_on.expired() && f() && !goes_on.expired())
                start(period, std::move(f));
        });
    }

    // For good.
    void stop()
    {
        goes_on_.reset();
        timer_.cancel();
    }

private:
    boost::asio::steady_timer timer_;
    std::shared_ptr<bool> goes_on_ = std::make_shared<bool>();
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_TICKER_HPP
