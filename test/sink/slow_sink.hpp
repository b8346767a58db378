// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SINK_SLOW_SINK_HPP
#define SONDA_TEST_SINK_SLOW_SINK_HPP

// Sinks that are full, and sinks that fail.

#include <sonda/scan_summary.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/verdict.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace test {

/// Full at a number of verdicts until somebody calls `release`.
class slow_sink
{
public:
    slow_sink(boost::asio::any_io_executor executor, std::size_t capacity)
        : executor_(std::move(executor))
        , capacity_(capacity)
    {}

    void put(sonda::verdict const&) { ++held_; }
    bool full() const { return held_ >= capacity_; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        return boost::asio::async_initiate<Token, void(boost::system::error_code)>(
            [this](auto handler) {
                ++drains;
                auto slot = boost::asio::get_associated_cancellation_slot(handler);
                auto shared = std::make_shared<decltype(handler)>(std::move(handler));
                waiting_ = [this, shared](boost::system::error_code error) {
                    boost::asio::post(executor_, [shared, error] { std::move (*shared)(error); });
                };
                if (slot.is_connected())
                    slot.assign(
                        [this](boost::asio::cancellation_type) { release(boost::asio::error::operation_aborted); });
            },
            token);
    }

    void release(boost::system::error_code error = {})
    {
        if (!error)
            held_ = 0;
        if (auto const waiting = std::exchange(waiting_, nullptr))
            waiting(error);
    }

    std::size_t drains = 0;

private:
    boost::asio::any_io_executor executor_;
    std::size_t capacity_;
    std::size_t held_ = 0;
    std::function<void(boost::system::error_code)> waiting_;
};

/// Writes down what it was told, and throws its name where it is told to.
struct diary
{
    std::string* out;
    std::string name;
    char throws_in = 0;

    void tell(char what)
    {
        *out += name + what + ' ';
        if (what == throws_in)
            throw name;
    }
    void begin(sonda::sink::scan_info const&) { tell('b'); }
    void put(sonda::verdict const&) { tell('p'); }
    void finish(sonda::scan_summary const&, bool) { tell('f'); }
};

} // namespace test

#endif // SONDA_TEST_SINK_SLOW_SINK_HPP
