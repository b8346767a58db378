// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PROGRESS_HPP
#define SONDA_CLI_PROGRESS_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/pace.hpp>
#include <sonda/cli/progress_words.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/status_line.hpp>
#include <sonda/cli/terminal.hpp>
#include <sonda/detail/ticker.hpp>

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace sonda::cli {

/// How progress is told.
enum class progress_way : std::uint8_t {
    none, ///< Not at all.
    redrawn, ///< In a status line.
    lines, ///< In a line now and then.
    spoken ///< In sentences now and then, a line each.
};

/// When progress is told.
struct progress_times
{
    std::chrono::milliseconds look; ///< How often the pace is measured, told or not.
    std::chrono::milliseconds first; ///< When it is told first; not at all where a scan is over before.
    std::chrono::milliseconds period; ///< How often from then on, at most.
};

/// How progress is told on a descriptor to whom asks for this.
inline progress_way choose_progress_way(options const& chosen, int descriptor) noexcept
{
    if (!chosen.progress)
        return progress_way::none;
    if (chosen.accessible)
        return progress_way::spoken;
    return is_capable_terminal(descriptor) ? progress_way::redrawn : progress_way::lines;
}

/// When progress is told in a way.
constexpr progress_times times_of(progress_way way) noexcept
{
    if (way == progress_way::redrawn)
        return {defaults::redraw, defaults::first_redraw, defaults::redraw};
    auto const report = way == progress_way::spoken ? defaults::spoken_report : defaults::report;
    return {defaults::redraw, report, report};
}

/** Tells on standard error how far a scan is.

    It must be destroyed before the context that it runs on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class progress
{
public:
    /** Begins to tell.

        @param context   What its timer runs on.
        @param output    What was found so far; must outlive it, like `say`. Both write where the status line is, if
                         there is one, and so take it away before.
        @param say       Where to.
        @param measured  The pace of the scan, at its beginning.
        @param way       How.
        @param times     When.
    */
    progress(boost::asio::io_context& context, scan_output& output, messages& say, pace measured, progress_way way,
             progress_times times)
        : ticks_(context)
        , output_(output)
        , say_(say)
        , status_(say)
        , pace_(std::move(measured))
        , times_(times)
        , due_(times.first)
        , way_(way)
    {
        if (way == progress_way::none)
            return;
        if (way == progress_way::redrawn)
            share_terminal();
        ticks_.start(times_.look, [this] {
            look();
            return true;
        });
    }

    /// As the other, as the user and standard error want it.
    progress(boost::asio::io_context& context, options const& chosen, scan_output& output, messages& say, pace measured)
        : progress(context, output, say, std::move(measured), choose_progress_way(chosen, say.descriptor()),
                   times_of(choose_progress_way(chosen, say.descriptor())))
    {}

    progress(progress const&) = delete;

    /// Takes the status line away; nothing looks for it any more.
    ~progress()
    {
        if (way_ != progress_way::redrawn)
            return;
        output_.before_write(nullptr);
        output_.detach_status();
        say_.before_line(nullptr);
    }

    /// Takes the status line away until the next time, and writes the results that waited for that.
    void hide() noexcept
    {
        output_.release();
        status_.hide();
    }

    /// From here on the scan is one that ends before everything is done.
    void end_early() noexcept { ending_ = true; }

private:
    void share_terminal()
    {
        say_.before_line([this] { hide(); });
        if (!output_.attach_status(status_) && may_share_terminal(STDOUT_FILENO))
            output_.before_write([this] { status_.hide(); });
    }

    void look()
    {
        auto const elapsed = std::chrono::steady_clock::now() - began_;
        pace_.learn(elapsed, output_.verdicts());
        output_.release();
        if (elapsed < due_)
            return;
        due_ = elapsed - elapsed % (std::max)(times_.period, std::chrono::milliseconds(1)) + times_.period;
        tell();
    }

    void tell()
    {
        auto const open = output_.count(port_state::open);
        if (way_ == progress_way::redrawn)
            status_.show(progress_facts(pace_, open, ending_));
        else if (way_ == progress_way::lines)
            say_.say(fit(progress_facts(pace_, open, ending_), std::string::npos));
        else
            for (auto const& sentence : spoken_progress(pace_, open, ending_))
                say_.write(sentence + '\n');
    }

    sonda::detail::ticker ticks_;
    scan_output& output_;
    messages& say_;
    status_line status_;
    pace pace_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    progress_times times_;
    std::chrono::nanoseconds due_;
    progress_way way_;
    bool ending_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_PROGRESS_HPP
