// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READER_WATCH_HPP
#define SONDA_CLI_READER_WATCH_HPP

#include <sonda/cli/scan_output.hpp>
#include <sonda/detail/ticker.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
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
        : ticks_(context)
        , output_(output)
        , none_left_(std::move(none_left))
    {
        if (output_.has_readers())
            ticks_.start(period, [this] { return look(); });
    }

    reader_watch(reader_watch const&) = delete;

private:
    bool look()
    {
        if (output_.look_for_readers())
            return true;
        none_left_();
        return false;
    }

    sonda::detail::ticker ticks_;
    scan_output& output_;
    std::function<void()> none_left_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_READER_WATCH_HPP
