// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_STATUS_LINE_HPP
#define SONDA_CLI_STATUS_LINE_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/progress_words.hpp>
#include <sonda/cli/terminal.hpp>

#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sonda::cli {

/** A line of a terminal that is written again and again, and taken away for others.

    It is never wider than the terminal, whose width is asked for each time. The cursor waits at its beginning, and
    whatever is below it is erased with it: so it goes away whole also where a terminal that became narrower has folded
    it into several. In the background it is not written.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class status_line
{
public:
    /// Not there yet; on the terminal where `say` goes, which must outlive this.
    explicit status_line(messages const& say) noexcept
        : say_(say)
    {}

    status_line(status_line const&) = delete;

    /// Takes it away.
    ~status_line() { hide(); }

    /// Writes these facts, as far as they fit, in the place of what was there.
    void show(std::vector<std::string> facts)
    {
        facts_ = std::move(facts);
        draw();
    }

    /// Takes it away until it is drawn again.
    void hide() noexcept
    {
        if (!std::exchange(drawn_, false))
            return;
        // Not from the very first place of the screen, where erasing all may put it into the history of the terminal.
        say_.write("\r \x1b[J\r\x1b[K");
    }

    /// Writes what it said last once more.
    void draw()
    {
        if (facts_.empty() || !is_in_foreground(say_.descriptor()))
            return;
        // A column stays free, as a line that reaches the last one may be folded; and nothing is folded meanwhile.
        auto const columns = terminal_width(say_.descriptor());
        say_.write("\r\x1b[?7l" + fit(facts_, columns - 1) + "\x1b[J\x1b[?7h\r");
        drawn_ = true;
    }

    /// True while it is there.
    bool drawn() const noexcept { return drawn_; }

private:
    messages const& say_;
    std::vector<std::string> facts_;
    bool drawn_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_STATUS_LINE_HPP
