// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_SCAN_INFO_HPP
#define SONDA_SINK_SCAN_INFO_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonda::sink {

/** What a scan is, told to its sinks before the first verdict, for their head or their summary.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_info
{
    std::chrono::system_clock::time_point started{}; ///< When it began.
    std::uint64_t targets = 0; ///< How many targets it is to visit.
    std::optional<std::uint64_t> seed; ///< The seed of a random order.
    std::vector<std::string> arguments; ///< What was asked for, in the words of the user.
    std::vector<std::pair<std::string, std::string>> options; ///< Options in force, name and value; no name twice.
};

} // namespace sonda::sink

#endif // SONDA_SINK_SCAN_INFO_HPP
