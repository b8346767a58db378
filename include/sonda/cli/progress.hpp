// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PROGRESS_HPP
#define SONDA_CLI_PROGRESS_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/terminal.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace sonda::cli {

/** Tells on standard error how far a scan is: a status line that is redrawn on a terminal, else a line now and then.

    It must be destroyed before the context that it runs on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class progress
{
public:
    /** Begins to tell.

        @param context  What its timer runs on.
        @param seen     What was found so far; must outlive it, like `say`.
        @param say      Where to.
        @param targets  How many verdicts there will be.
        @param redraw   True for a status line.
        @param period   How often.
    */
    progress(boost::asio::io_context& context, scan_output const& seen, messages const& say, std::uint64_t targets,
             bool redraw, std::chrono::milliseconds period)
        : timer_(context)
        , seen_(seen)
        , say_(say)
        , targets_(targets)
        , period_(period)
        , redraw_(redraw)
    {
        wait();
    }

    progress(progress const&) = delete;

    /// Takes the status line away.
    ~progress() { hide(); }

    /// Takes the status line away until the next time.
    void hide() noexcept
    {
        if (!drawn_)
            return;
        say_.write("\r\x1b[K");
        drawn_ = false;
    }

    /// What it tells: `12.5% done, 1000 of 8000, 3 open, 4500 a second, 2s left`.
    static std::string describe(std::uint64_t done, std::uint64_t targets, std::uint64_t open,
                                std::chrono::nanoseconds elapsed)
    {
        auto const seconds = std::chrono::duration<double>(elapsed).count();
        auto const rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
        auto const part = targets != 0 ? static_cast<double>(done) / static_cast<double>(targets) : 1;
        char text[160];
        std::snprintf(text, sizeof text, "%.1f%% done, %llu of %llu, %llu open, %.0f a second", part * 100,
                      static_cast<unsigned long long>(done), static_cast<unsigned long long>(targets),
                      static_cast<unsigned long long>(open), rate);
        std::string line = text;
        if (rate > 0 && done < targets)
            line += ", " + duration_text(static_cast<double>(targets - done) / rate) + " left";
        return line;
    }

private:
    static std::string duration_text(double seconds)
    {
        char text[64];
        if (seconds < 100)
            std::snprintf(text, sizeof text, "%.0fs", seconds);
        else if (seconds < 6000)
            std::snprintf(text, sizeof text, "%.0fm", seconds / 60);
        else
            std::snprintf(text, sizeof text, "%.0fh", seconds / 3600);
        return text;
    }

    void wait()
    {
        timer_.expires_after(period_);
        timer_.async_wait([this](boost::system::error_code failed) {
            if (failed)
                return;
            tell();
            wait();
        });
    }

    void tell()
    {
        auto const elapsed = std::chrono::steady_clock::now() - began_;
        auto line = describe(seen_.verdicts(), targets_, seen_.count(port_state::open), elapsed);
        if (redraw_) // the last column stays free, for a line that reaches it may be wrapped
            line.resize((std::min)(line.size(), terminal_width(say_.descriptor()) - 1));
        say_.write(redraw_ ? '\r' + line + "\x1b[K" : "sonda: " + line + '\n');
        drawn_ = redraw_;
    }

    boost::asio::steady_timer timer_;
    scan_output const& seen_;
    messages const& say_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::uint64_t targets_;
    std::chrono::milliseconds period_;
    bool redraw_;
    bool drawn_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_PROGRESS_HPP
