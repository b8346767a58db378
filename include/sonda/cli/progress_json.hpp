// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PROGRESS_JSON_HPP
#define SONDA_CLI_PROGRESS_JSON_HPP

#include <sonda/cli/pace.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/detail/append_text.hpp>
#include <sonda/detail/ticker.hpp>
#include <sonda/scan_summary.hpp>

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sonda::cli {

/** Tells a program how far a scan is: a line of JSON a second, and a last one when it is over.

    `{"type":"progress","elapsed":2.001,"done":1000,"total":8000,"open":3,"sent":1042,"rate":500.0,"remaining":14.000,
    "complete":false,"last":false}`: seconds, numbers of targets, of probes and of targets a second; `rate` is 0 and
    `remaining` null as long as they are not known. `done`, `open` and `total` are of the whole scan, also of one that
    goes on; `elapsed` and `sent` of this run.

    Nobody waits for a reader: a line that a pipe has no room for is left out, and after an error nothing more is
    written. It must be destroyed before the context that it runs on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class progress_json
{
public:
    /** Begins to tell.

        @param context     What its timer runs on.
        @param descriptor  Where to; programs that are run afterwards do not have it.
        @param seen        What was found; must outlive it, like `sent`.
        @param measured    The pace of the scan, at its beginning.
        @param sent        How many probes were sent.
        @param period      How often.
    */
    progress_json(boost::asio::io_context& context, int descriptor, scan_output const& seen, pace measured,
                  std::atomic<std::uint64_t> const& sent, std::chrono::milliseconds period = std::chrono::seconds(1))
        : ticks_(context)
        , seen_(seen)
        , sent_(sent)
        , pace_(std::move(measured))
        , descriptor_(descriptor)
    {
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        ticks_.start(period, [this] {
            write(line(seen_.verdicts(), seen_.count(port_state::open), false, false), std::chrono::milliseconds(0));
            return true;
        });
    }

    progress_json(progress_json const&) = delete;

    /// The last line: what was done, and whether that is all. A reader that is slow has a moment.
    void finish(scan_summary const& summary)
    {
        ticks_.stop();
        write(line(summary.verdicts, summary.count(port_state::open), summary.complete(), true), patience);
    }

private:
    static constexpr std::chrono::milliseconds patience{200};

    std::string line(std::uint64_t done, std::uint64_t open, bool complete, bool last)
    {
        using namespace std::chrono;
        auto const elapsed = steady_clock::now() - began_;
        pace_.learn(elapsed, done);
        std::string text = "{\"type\":\"progress\",\"elapsed\":";
        sonda::detail::append_decimal(text, elapsed, seconds(1));
        append(text, "done", done);
        append(text, "total", pace_.targets());
        append(text, "open", open);
        append(text, "sent", sent_.load(std::memory_order_relaxed));
        text += ",\"rate\":";
        sonda::detail::append_decimal(text, nanoseconds(static_cast<std::int64_t>(pace_.rate() * 1e6)),
                                      milliseconds(1));
        text += ",\"remaining\":";
        if (auto const left = pace_.left(); left && left->count() < most_seconds)
            sonda::detail::append_decimal(text, duration_cast<nanoseconds>(*left), seconds(1));
        else
            text += complete ? "0" : "null";
        text += complete ? ",\"complete\":true" : ",\"complete\":false";
        return text += last ? ",\"last\":true}\n" : ",\"last\":false}\n";
    }

    static void append(std::string& text, std::string_view name, std::uint64_t value)
    {
        ((text += ",\"") += name) += "\":";
        sonda::detail::append_number(text, value);
    }

    // A pipe that can be written to takes a line whole.
    void write(std::string const& text, std::chrono::milliseconds most)
    {
        pollfd waited{descriptor_, POLLOUT, 0};
        if (broken_ || ::poll(&waited, 1, static_cast<int>(most.count())) <= 0)
            return;
        broken_ = ::write(descriptor_, text.data(), text.size()) < 0 && errno != EINTR && errno != EAGAIN;
    }

    static constexpr double most_seconds = 9e9; // of what nanoseconds in 64 bits hold

    sonda::detail::ticker ticks_;
    scan_output const& seen_;
    std::atomic<std::uint64_t> const& sent_;
    pace pace_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    int descriptor_;
    bool broken_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_PROGRESS_JSON_HPP
