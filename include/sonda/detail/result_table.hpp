// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RESULT_TABLE_HPP
#define SONDA_DETAIL_RESULT_TABLE_HPP

#include <sonda/detail/port_table.hpp>
#include <sonda/verdict.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sonda::detail {

/// Consecutive ports of one host and protocol of which the same was found out.
struct result_row
{
    verdict first; ///< The one with the lowest port; its `rtt` is the shortest of all, 0 if none was measured.
    std::uint16_t last = 0;
    std::chrono::nanoseconds longest{0};

    port_run run() const noexcept { return {first.endpoint, last}; }

    std::uint64_t size() const noexcept { return last - first.endpoint.port() + 1u; }

    /// True if `next`, which sorts behind it, continues it.
    bool reaches(result_row const& next) const noexcept
    {
        auto const& one = first.outcome;
        auto const& other = next.first.outcome;
        return run().reaches(next.first.endpoint) && one.state == other.state && one.reason == other.reason &&
               one.icmp_type == other.icmp_type && one.icmp_code == other.icmp_code && one.from == other.from &&
               (one.reason != reason_kind::system || one.error == other.error);
    }

    void take(result_row const& next) noexcept
    {
        auto const& shortest = next.first.rtt;
        if (shortest.count() > 0 && (first.rtt.count() <= 0 || shortest < first.rtt))
            first.rtt = shortest;
        longest = (std::max)(longest, next.longest);
        last = (std::max)(last, next.last);
    }
};

/** What was found, to be shown by host: a row for each open port, and one for a run of others of which the same was found out.

    Its memory is bounded: with more rows than `most`, runs of open ports share rows as well; where that does not
    help, the rows of the highest addresses are left out, and counted.
*/
class result_table
{
public:
    /// A table of at most so many rows at the end; meanwhile it holds twice as many.
    explicit result_table(std::size_t most = 16384) noexcept
        : most_(most)
    {}

    void insert(verdict const& found)
    {
        if (rows_.size() >= next_merge_)
            merge();
        if (left_out_ != 0 && end_ < found.endpoint) {
            ++left_out_;
            return;
        }
        rows_.push_back({found, found.endpoint.port(), found.rtt});
    }

    /// The rows, sorted.
    std::span<result_row const> rows()
    {
        merge();
        return rows_;
    }

    /// How many results have no row.
    std::uint64_t left_out() const noexcept { return left_out_; }

private:
    static constexpr std::size_t first_merge = 1024;

    void merge()
    {
        std::sort(rows_.begin(), rows_.end(),
                  [](auto const& a, auto const& b) { return a.first.endpoint < b.first.endpoint; });
        join();
        if (rows_.size() > most_ && !joins_open_) {
            joins_open_ = true;
            join();
        }
        cut();
        next_merge_ = (std::max)(first_merge, 2 * rows_.size());
    }

    void join()
    {
        std::size_t kept = 0;
        for (auto const& row : rows_) {
            bool const alone = row.first.state() == port_state::open && !joins_open_;
            if (kept != 0 && !alone && rows_[kept - 1].reaches(row))
                rows_[kept - 1].take(row);
            else
                rows_[kept++] = row;
        }
        rows_.resize(kept);
    }

    // What sorts behind the last row that is kept has no place any more, for the rows before it only grow in number.
    void cut()
    {
        if (rows_.size() <= most_)
            return;
        for (auto i = most_; i != rows_.size(); ++i)
            left_out_ += rows_[i].size();
        rows_.resize(most_);
        end_ = rows_.back().first.endpoint;
    }

    std::vector<result_row> rows_;
    std::size_t most_;
    std::size_t next_merge_ = first_merge;
    std::uint64_t left_out_ = 0;
    endpoint end_; // of the table, where something is left out
    bool joins_open_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RESULT_TABLE_HPP
