// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_PARTS_HPP
#define SONDA_CLI_SCAN_PARTS_HPP

#include <sonda/cli/read_scan.hpp>
#include <sonda/cli/scan_record.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/text_lines.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace sonda::cli {

/** One part of a sharded scan, as a file tells of it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_part
{
    std::string path; ///< Where it was read.
    scan_story story; ///< What it says.
    std::uint64_t index = 0; ///< Which part it is, from 1; 0 if the file does not come to say it.
    std::uint64_t count = 0; ///< Of how many.
    std::array<std::uint64_t, port_state_count> records{}; ///< How many records of each state it has.

    /// Why it is not all of its part, or nothing.
    std::string fault() const
    {
        if (!story.ended)
            return "has no end: the scan was cut off, or still runs";
        if (!story.complete || story.summary.verdicts != story.summary.targets)
            return "is of a scan that was interrupted after " + std::to_string(story.summary.verdicts) + " of " +
                   std::to_string(story.summary.targets) + " targets";
        auto const shown = story.option("shown").value_or("all");
        for (std::size_t i = 0; i != port_state_count; ++i)
            if (shown == "all" || shown == to_string(static_cast<port_state>(i)))
                if (records[i] != story.summary.counts[i])
                    return "has " + std::to_string(records[i]) + " records of state " +
                           std::string(to_string(static_cast<port_state>(i))) + " where its summary counts " +
                           std::to_string(story.summary.counts[i]);
        return {};
    }
};

} // namespace sonda::cli

namespace sonda::detail {

/// Which part it is stands in the options: `2/4`.
inline void read_shard_option(cli::scan_part& part)
{
    auto const shard = part.story.option("shard");
    if (!shard && !part.story.ended)
        return;
    auto const slash = shard ? shard->find('/') : std::string::npos;
    try {
        if (slash == std::string::npos || !part.story.option("job"))
            throw bad_record("");
        part.index = recorded_number<std::uint64_t>(std::string_view(*shard).substr(0, slash), "shard");
        part.count = recorded_number<std::uint64_t>(std::string_view(*shard).substr(slash + 1), "shard");
        if (part.index == 0 || part.index > part.count)
            throw bad_record("");
    } catch (bad_record const&) {
        throw cli::usage_error(cli::in_quotes(part.path) +
                               " does not say of which part of which scan it is; the JSON and NDJSON of a scan do");
    }
}

/// Whatever it is called.
inline bool is_one_file(std::string const& one, std::string const& other)
{
    std::error_code failed;
    return one == other || std::filesystem::equivalent(one, other, failed);
}

/// Parts of one scan agree on all that decides what is in which part, and on what was written of it.
inline void check_same_job(cli::scan_part const& first, cli::scan_part const& other)
{
    auto const differ = [&](std::string_view what) {
        throw cli::usage_error(cli::in_quotes(other.path) + " is not of the same scan as " +
                               cli::in_quotes(first.path) + ": its " + std::string(what) + " is another");
    };
    if (first.count != other.count)
        differ("number of parts");
    constexpr std::pair<char const*, char const*> names[] = {{"job", "list of targets and ports"},
                                                             {"job_targets", "number of targets"},
                                                             {"order", "order"},
                                                             {"layout", "layout"},
                                                             {"shown", "choice of what is shown"}};
    for (auto const& [name, words] : names)
        if (first.story.option(name) != other.story.option(name))
            differ(words);
    if (first.story.info.seed != other.story.info.seed)
        differ("seed");
}

} // namespace sonda::detail

namespace sonda::cli {

/// Reads what a file says of its part and counts its records. Throws @ref usage_error if it is of no part.
inline scan_part read_part(std::string const& path)
{
    scan_part part;
    part.path = path;
    part.story = read_scan(
        path, [&](scan_record const& record) { ++part.records[static_cast<std::size_t>(record.found.state())]; });
    detail::read_shard_option(part);
    return part;
}

/** The parts of one sharded scan, and whether they are all of it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class scan_parts
{
public:
    /// Takes a part; of two files of the same part the whole one counts, and of two whole ones the first. Throws
    /// @ref usage_error for one of another scan.
    void add(scan_part part)
    {
        if (part.index == 0) { // cut off before it said what it is
            unknown_.push_back(in_quotes(part.path) + ' ' + part.fault());
            return;
        }
        if (!first_)
            first_ = part;
        detail::check_same_job(*first_, part);
        auto& held = parts_[part.index];
        if (held.index != 0 && detail::is_one_file(held.path, part.path))
            doubles_.push_back(in_quotes(held.path) + (held.path == part.path ? "" : " and " + in_quotes(part.path)) +
                               (held.path == part.path ? " is named twice" : " are one file") + ", which counts once");
        else if (held.index == 0 || !held.fault().empty())
            held = std::move(part);
        else if (part.fault().empty())
            doubles_.push_back("part " + std::to_string(part.index) + " is there twice: " + in_quotes(held.path) +
                               " counts, " + in_quotes(part.path) + " does not");
    }

    /// Of which part there are several whole files, or one that is named twice, and which counts, a sentence each.
    std::vector<std::string> const& doubles() const noexcept { return doubles_; }

    /// What keeps them from being all of the scan, a sentence each; nothing if nothing does.
    std::vector<std::string> faults() const
    {
        if (!first_)
            return unknown_;
        std::vector<std::string> all;
        for (auto const& [index, part] : parts_)
            if (auto const fault = part.fault(); !fault.empty())
                all.push_back("part " + std::to_string(index) + " is incomplete: " + in_quotes(part.path) + ' ' +
                              fault);
        if (auto const gaps = missing(); !gaps.empty())
            all.push_back("missing of " + std::to_string(first_->count) + " parts: " + gaps);
        if (!all.empty())
            all.insert(all.end(), unknown_.begin(), unknown_.end());
        else if (auto const wanted = first_->story.option("job_targets"); wanted && *wanted != targets())
            all.push_back("the parts have " + targets() + " targets, the scan has " + *wanted);
        return all;
    }

    /// The parts in order.
    std::map<std::uint64_t, scan_part> const& parts() const noexcept { return parts_; }

private:
    std::string targets() const
    {
        std::uint64_t sum = 0;
        for (auto const& [index, part] : parts_)
            sum += part.story.summary.targets;
        return std::to_string(sum);
    }

    /// `3,5-9`
    std::string missing() const
    {
        std::string text;
        std::uint64_t next = 1;
        auto const add_up_to = [&](std::uint64_t end) {
            if (next >= end)
                return;
            text += (text.empty() ? "" : ",") + std::to_string(next);
            if (end - next > 1)
                text += '-' + std::to_string(end - 1);
        };
        for (auto const& [index, part] : parts_) {
            add_up_to(index);
            next = index + 1;
        }
        add_up_to(first_->count + 1);
        return text;
    }

    std::optional<scan_part> first_;
    std::map<std::uint64_t, scan_part> parts_;
    std::vector<std::string> unknown_;
    std::vector<std::string> doubles_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_PARTS_HPP
