// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_RECORD_HPP
#define SONDA_CLI_SCAN_RECORD_HPP

#include <sonda/scan_summary.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/verdict.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::cli {

/** A verdict as it was written down.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_record
{
    verdict found; ///< The verdict; its round trip is in microseconds, its index 0.
    std::vector<std::string> names; ///< The names of its address.
    std::chrono::system_clock::time_point time{}; ///< When it was found.
};

/** What a file says of its scan beside the records.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_story
{
    sink::scan_info info; ///< What the scan was; as much of it as the format has.
    scan_summary summary; ///< What it did; counted from the records where the file does not say it.
    bool ended = false; ///< The file has its end. If not, the scan was cut off or still runs.
    bool complete = false; ///< Every target was visited.
    std::chrono::system_clock::time_point time{}; ///< When it ended.

    /// An option in force, if the file says it.
    std::optional<std::string> option(std::string_view name) const
    {
        for (auto const& [known, value] : info.options)
            if (known == name)
                return value;
        return std::nullopt;
    }
};

/// Is called with each record of a file as it is read.
using record_handler = std::function<void(scan_record const&)>;

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_RECORD_HPP
