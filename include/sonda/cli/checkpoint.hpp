// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHECKPOINT_HPP
#define SONDA_CLI_CHECKPOINT_HPP

#include <sonda/endpoint.hpp>
#include <sonda/ordering/done_set.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/target/name_table.hpp>
#include <sonda/target/target_selection.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sonda::cli {

/// The version of the files that this writes and reads. Whatever changes their meaning raises it.
inline constexpr std::uint64_t checkpoint_version = 1;

/// A place in what is scanned: the index of a target of a protocol.
struct target_place
{
    protocol proto = protocol::tcp; ///< The protocol.
    std::uint64_t index = 0; ///< The index.
};

/** What a scan is, and was when it began: all that a resumed one needs, so that nothing is read or looked up again.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct checkpoint_job
{
    std::string directory; ///< Where names of files start.
    std::vector<std::string> arguments; ///< The command line.
    std::vector<std::string> targets; ///< The words that name targets.
    std::map<std::string, std::vector<std::string>> settings; ///< Values of options by their long names.
    std::vector<std::string> command; ///< What is run afterwards.
    std::chrono::system_clock::time_point started{}; ///< When it began.
    std::optional<std::uint64_t> seed; ///< Of a random order.
    std::size_t threads = 1; ///< How many threads scan.
    std::uint64_t bad_inputs = 0; ///< How much input could not be used.
    std::uint64_t fingerprint = 0; ///< Of the targets.
    std::array<target::target_selection, 2> selections; ///< The targets, TCP and UDP.
    target::name_table names; ///< The names of addresses.
};

/** How far a scan has come over one protocol.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct checkpoint_scan
{
    std::vector<std::vector<ordering::position_run>> lanes; ///< What is done; see @ref sonda::scan_frontier.
    std::vector<ordering::position_run> open; ///< The indices of open targets, if somebody has a need of them.
};

/** How far a scan has come.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct checkpoint_state
{
    bool begun = false; ///< The outputs have their beginnings.
    bool finished = false; ///< The scan is over, and the outputs have their ends.
    std::array<checkpoint_scan, 2> scans; ///< TCP and UDP.
    scan_summary summary; ///< What was done; its targets are those that are done.
    std::map<std::string, std::uint64_t> outputs; ///< The bytes of each file.
    std::uint64_t records = 0; ///< How many verdicts the outputs have.
    std::optional<target_place> last; ///< The last of them.
    sink::past_trips trips; ///< The round trips of them.
};

/** A file from which a scan goes on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct checkpoint
{
    checkpoint_job job; ///< What the scan is.
    checkpoint_state state; ///< How far it has come.
};

} // namespace sonda::cli

#endif // SONDA_CLI_CHECKPOINT_HPP
