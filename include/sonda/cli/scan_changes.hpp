// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_CHANGES_HPP
#define SONDA_CLI_SCAN_CHANGES_HPP

#include <sonda/cli/scan_record.hpp>
#include <sonda/endpoint.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/// What became of a port; `unseen` is one that the new scan did not look at.
enum class change_kind : std::uint8_t { opened, closed, changed, unseen };

/// `opened`, `closed`, `changed` or `unseen`.
constexpr std::string_view to_string(change_kind kind) noexcept
{
    constexpr std::string_view words[] = {"opened", "closed", "changed", "unseen"};
    return words[static_cast<std::size_t>(kind)];
}

/** The states of a scan that was written, by endpoint, and what it means that one is missing.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class scan_states
{
public:
    /// The state of an endpoint, with its names.
    struct entry
    {
        sonda::endpoint endpoint; ///< The endpoint.
        port_state state = port_state::open; ///< Its state.
        std::vector<std::string> names; ///< The names of its address.
    };

    /// Takes a record.
    void add(scan_record const& record)
    {
        entries_.push_back({record.found.endpoint, record.found.state(), record.names});
    }

    /// Sorts what was taken; the last record of an endpoint holds. The story says what the file has of all verdicts.
    void finish(scan_story const& story)
    {
        auto const before = [](entry const& a, entry const& b) { return a.endpoint < b.endpoint; };
        std::stable_sort(entries_.begin(), entries_.end(), before);
        std::size_t kept = 0;
        for (std::size_t i = 0; i != entries_.size(); ++i) {
            bool const again = kept != 0 && entries_[kept - 1].endpoint == entries_[i].endpoint;
            kept -= again ? 1 : 0;
            if (kept != i)
                entries_[kept] = std::move(entries_[i]);
            ++kept;
        }
        entries_.resize(kept);
        complete_ = story.ended && story.complete;
        shown_ = story.option("shown").value_or(has_other_than_open() ? "all" : "open");
    }

    /// All of them, sorted.
    std::vector<entry> const& entries() const noexcept { return entries_; }

    /// What is known of an endpoint that is not there: `not open`, `not closed`, `not scanned`, or nothing.
    std::string_view absent() const noexcept
    {
        if (!complete_)
            return "not known";
        return shown_ == "open" ? "not open" : shown_ == "closed" ? "not closed" : "not scanned";
    }

private:
    bool has_other_than_open() const noexcept
    {
        return std::any_of(entries_.begin(), entries_.end(),
                           [](entry const& one) { return one.state != port_state::open; });
    }

    std::vector<entry> entries_;
    std::string shown_;
    bool complete_ = false;
};

/** A port whose state is not what it was.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_change
{
    change_kind kind = change_kind::changed; ///< What became of it.
    sonda::endpoint endpoint; ///< The port.
    std::string_view before; ///< Its state in the old scan, or what is known where it has none.
    std::string_view after; ///< The same of the new scan.
    std::vector<std::string> names; ///< The names of its address.
};

} // namespace sonda::cli

namespace sonda::detail {

/// True if two words cannot both be true of a port: a state, or what is known of one that has none.
inline bool contradict(std::string_view a, std::string_view b) noexcept
{
    for (auto const& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
        if (one == "not known" || (one == "not open" && other != "open") || (one == "not closed" && other != "closed"))
            return false;
    }
    return a != b;
}

inline std::optional<cli::scan_change> compare(cli::scan_states::entry const& named, std::string_view before,
                                               std::string_view after)
{
    if (!contradict(before, after))
        return std::nullopt;
    using cli::change_kind;
    auto const kind = after == "open"          ? change_kind::opened
                      : after == "not scanned" ? change_kind::unseen
                      : before == "open"       ? change_kind::closed
                                               : change_kind::changed;
    return cli::scan_change{kind, named.endpoint, before, after, named.names};
}

} // namespace sonda::detail

namespace sonda::cli {

/** What opened, closed or changed between two scans, sorted by endpoint.

    What an interrupted scan did not come to is no change, nor is what a scan did not show: a port that is not among the
    open ones may have been closed before as it is now. `closed` is every port that was open and is not; `unseen` is every
    port that the new scan, which shows every state, has not.
*/
inline std::vector<scan_change> find_changes(scan_states const& old, scan_states const& now)
{
    std::vector<scan_change> changes;
    auto const add = [&](std::optional<scan_change> change) {
        if (change)
            changes.push_back(std::move(*change));
    };
    auto a = old.entries().begin();
    auto b = now.entries().begin();
    auto const a_end = old.entries().end();
    auto const b_end = now.entries().end();
    while (a != a_end || b != b_end) {
        if (b == b_end || (a != a_end && a->endpoint < b->endpoint)) {
            add(detail::compare(*a, to_string(a->state), now.absent()));
            ++a;
        } else if (a == a_end || b->endpoint < a->endpoint) {
            add(detail::compare(*b, old.absent(), to_string(b->state)));
            ++b;
        } else {
            add(detail::compare(*b, to_string(a->state), to_string(b->state)));
            ++a, ++b;
        }
    }
    return changes;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_CHANGES_HPP
