// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_TERMINAL_HPP
#define SONDA_CLI_TERMINAL_HPP

#include <sonda/cli/options.hpp>

#include <cstddef>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonda::cli {

/// True if a descriptor is a terminal that understands more than text.
inline bool is_capable_terminal(int descriptor) noexcept
{
    auto const* const kind = std::getenv("TERM");
    return ::isatty(descriptor) == 1 && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

/// How many columns a terminal has now; 80 where it does not say.
inline std::size_t terminal_width(int descriptor) noexcept
{
    winsize size{};
    bool const known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return known ? size.ws_col : 80;
}

/// False if a descriptor is the terminal of this process and another job has it now.
inline bool is_in_foreground(int descriptor) noexcept
{
    auto const group = ::tcgetpgrp(descriptor);
    return group < 0 || group == ::getpgrp();
}

/// True if what is written to a descriptor may appear on the terminal of another: anything but a file or a device.
inline bool may_share_terminal(int descriptor) noexcept
{
    struct stat found;
    if (::fstat(descriptor, &found) != 0)
        return false;
    return S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode) || ::isatty(descriptor) == 1;
}

/// True if text on a descriptor has colours: what was asked for, or on a terminal that can and without `NO_COLOR`.
inline bool wants_colour(options const& chosen, int descriptor) noexcept
{
    if (chosen.colour != colour_mode::automatic)
        return chosen.colour == colour_mode::always;
    auto const* const refused = std::getenv("NO_COLOR");
    return (refused == nullptr || *refused == '\0') && is_capable_terminal(descriptor);
}

} // namespace sonda::cli

#endif // SONDA_CLI_TERMINAL_HPP
