// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_TERMINAL_SCREEN_HPP
#define SONDA_CLI_TERMINAL_SCREEN_HPP

#include <sonda/cli/status_line.hpp>
#include <sonda/sink/fd_writer.hpp>
#include <sonda/sink/writer.hpp>

#include <atomic>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

namespace sonda::cli {

/** Lines on a terminal that may have a status line, which is taken away before them and comes back behind them.

    With a status line, the first line after a @ref release is written at once and those that follow wait for the next
    release, or until there are many: a flood of lines costs a few system calls a second, and the status line does not
    flicker. Without one every line is written at once.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class terminal_screen
{
public:
    /// On `descriptor`; `hurry` as for @ref sink::fd_writer.
    explicit terminal_screen(int descriptor, std::atomic<bool> const* hurry = nullptr) noexcept
        : out_(descriptor, hurry)
    {}

    terminal_screen(terminal_screen const&) = delete;

    /// From here on there is this status line, which must live until @ref detach.
    void attach(status_line& status) noexcept { status_ = &status; }

    /// Takes the status line away for good; what waits is written with what comes next, or by @ref release.
    void detach() noexcept
    {
        if (auto* const status = std::exchange(status_, nullptr))
            status->hide();
    }

    /// Takes bytes, whole lines before each flush.
    void write(std::string_view bytes)
    {
        out_.write(bytes);
        waiting_ += bytes.size();
    }

    /// The end of a line. Throws what @ref sink::fd_writer throws.
    void flush()
    {
        if (status_ == nullptr || std::exchange(at_once_, false) || waiting_ >= many)
            show();
    }

    /// Writes what waits. That it cannot be written is thrown by the next flush.
    void release() noexcept
    {
        at_once_ = true;
        if (waiting_ == 0)
            return;
        try {
            show();
        } catch (std::system_error const&) {
        }
    }

private:
    static constexpr std::size_t many = 32768; // bytes

    void show()
    {
        if (status_ != nullptr)
            status_->hide();
        out_.flush();
        waiting_ = 0;
        if (status_ != nullptr)
            status_->draw();
    }

    sink::fd_writer out_;
    status_line* status_ = nullptr;
    std::size_t waiting_ = 0; // bytes of lines
    bool at_once_ = true;
};

/** What an output writes to a @ref terminal_screen with.

    @par Thread safety
    As the screen.
*/
class screen_writer
{
public:
    /// Writes to `screen`, which must outlive this.
    explicit screen_writer(terminal_screen& screen) noexcept
        : screen_(&screen)
    {}

    /// Takes all of `bytes`.
    void write(std::string_view bytes) { screen_->write(bytes); }

    /// The end of a line. Throws what @ref sink::fd_writer throws.
    void flush() { screen_->flush(); }

private:
    terminal_screen* screen_;
};

static_assert(sink::writer<screen_writer>);

} // namespace sonda::cli

#endif // SONDA_CLI_TERMINAL_SCREEN_HPP
