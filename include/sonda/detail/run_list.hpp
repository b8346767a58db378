// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUN_LIST_HPP
#define SONDA_DETAIL_RUN_LIST_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/ordering/done_set.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

// Numbers that come in any order and lie anywhere, kept as runs. Amortised O(log n) each.
class run_list
{
public:
    void insert(std::uint64_t number)
    {
        if (runs_.size() == next_merge_)
            merge();
        runs_.push_back({number, number});
    }

    // Sorted and disjoint.
    std::span<ordering::position_run const> runs()
    {
        merge();
        return runs_;
    }

private:
    static constexpr std::size_t first_merge = 4096;

    // What was sorted before stays so.
    void merge()
    {
        auto const before = [](auto const& a, auto const& b) { return a.first < b.first; };
        auto const middle = runs_.begin() + static_cast<std::ptrdiff_t>(sorted_);
        std::sort(middle, runs_.end(), before);
        std::inplace_merge(runs_.begin(), middle, runs_.end(), before);
        std::size_t kept = 0;
        for (auto const& run : runs_) {
            if (kept != 0 && run.first <= runs_[kept - 1].last + 1)
                runs_[kept - 1].last = (std::max)(runs_[kept - 1].last, run.last);
            else
                runs_[kept++] = run;
        }
        runs_.resize(kept);
        sorted_ = kept;
        next_merge_ = (std::max)(first_merge, 2 * kept);
    }

    std::vector<ordering::position_run> runs_;
    std::size_t sorted_ = 0;
    std::size_t next_merge_ = first_merge;
};

// `0-99,103`: as lists of ports are written.
inline void append_run(std::string& text, ordering::position_run const& run)
{
    append_number(text, run.first);
    if (run.first == run.last)
        return;
    text += '-';
    append_number(text, run.last);
}

template<class Runs>
void append_runs(std::string& text, Runs const& runs)
{
    bool first = true;
    for (ordering::position_run const& run : runs) {
        if (!first)
            text += ',';
        append_run(text, run);
        first = false;
    }
}

// One item of such a list, or nothing if it is none.
inline std::optional<ordering::position_run> parse_run(std::string_view item)
{
    ordering::position_run run;
    auto const* const end = item.data() + item.size();
    auto read = std::from_chars(item.data(), end, run.first);
    if (read.ec != std::errc())
        return std::nullopt;
    run.last = run.first;
    if (read.ptr != end && *read.ptr == '-')
        read = std::from_chars(read.ptr + 1, end, run.last);
    if (read.ec != std::errc() || read.ptr != end || run.last < run.first)
        return std::nullopt;
    return run;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUN_LIST_HPP
