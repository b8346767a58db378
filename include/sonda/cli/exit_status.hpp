// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_EXIT_STATUS_HPP
#define SONDA_CLI_EXIT_STATUS_HPP

#include <csignal>

namespace sonda::cli {

/// What the command tells its caller when it ends.
enum class exit_status {
    finished = 0, ///< The scan is complete, whether or not something is open.
    differs = 1, ///< `diff` found a difference, or `merge` found a part missing or incomplete.
    usage = 2, ///< A mistake on the command line; nothing was sent.
    flawed = 3, ///< Finished, but some input could not be used, or some verdict is `error`.
    nothing = 4, ///< There was nothing to scan, or no descriptor for a single probe, or no memory.
    output = 5, ///< An output could not be written, or nobody reads it any more.
    hung_up = 128 + SIGHUP, ///< Ended early by SIGHUP.
    interrupted = 128 + SIGINT, ///< Ended early by SIGINT.
    terminated = 128 + SIGTERM ///< Ended early by SIGTERM.
};

/// The number that the process ends with.
constexpr int to_int(exit_status status) noexcept
{
    return static_cast<int>(status);
}

} // namespace sonda::cli

#endif // SONDA_CLI_EXIT_STATUS_HPP
