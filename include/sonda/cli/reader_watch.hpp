// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READER_WATCH_HPP
#define SONDA_CLI_READER_WATCH_HPP

#include <sonda/cli/scan_output.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace sonda::cli {

/** Looks now and then whether the outputs of a scan are still read, which a scan that finds nothing would not notice.

    Where no output is a pipe or a socket it does nothing. It must be destroyed before the context that it runs on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class reader_watch
{
public:
    /** Begins to look.

        @param context    What its timer runs on.
        @param output     The outputs; must outlive it.
        @param none_left  Is called once, when no output is left.
        @param period     How often.
    */
    reader_watch(boost::asio::io_context& context, scan_output& output, std::function<void()> none_left,
                 std::chrono::milliseconds period = std::chrono::seconds(1))
        : timer_(context)
        , output_(output)
        , none_left_(std::move(none_left))
        , period_(period)
    {
        if (output_.has_readers())
            wait();
    }

    reader_watch(reader_watch const&) = delete;

private:
    // A wait that is over cannot be cancelled any more, and may come when this is gone.
    void wait()
    {
        timer_.expires_after(period_);
        timer_.async_wait([this, alive = std::weak_ptr<void>(alive_)](boost::system::error_code failed) {
            if (!failed && !alive.expired())
                look();
        });
    }

    void look()
    {
        if (output_.look_for_readers())
            wait();
        else
            none_left_();
    }

    boost::asio::steady_timer timer_;
    scan_output& output_;
    std::function<void()> none_left_;
    std::chrono::milliseconds period_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>();
};

} // namespace sonda::cli

#endif // SONDA_CLI_READER_WATCH_HPP
