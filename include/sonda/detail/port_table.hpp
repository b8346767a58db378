// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_PORT_TABLE_HPP
#define SONDA_DETAIL_PORT_TABLE_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/endpoint.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sonda::detail {

/// Consecutive ports of one address and protocol, from `first.port()` to `last`.
struct port_run
{
    endpoint first;
    std::uint16_t last = 0;

    bool same_host(endpoint const& other) const noexcept
    {
        return first.is_v6() == other.is_v6() && first.high() == other.high() && first.low() == other.low() &&
               first.zone() == other.zone();
    }

    /// True if `next`, which sorts behind it, continues it or lies inside.
    bool reaches(endpoint const& next) const noexcept
    {
        return same_host(next) && first.protocol() == next.protocol() && next.port() <= last + 1u;
    }
};

/// Endpoints in the order they are found, kept as runs of ports: a host that answers on every port costs one entry, so
/// memory follows what there is to show. Amortised O(log n) each.
class port_table
{
public:
    void insert(endpoint const& found)
    {
        if (runs_.size() == next_merge_)
            merge();
        runs_.push_back({found, found.port()});
    }

    /// The runs, sorted and disjoint.
    std::span<port_run const> runs()
    {
        merge();
        return runs_;
    }

    bool empty() const noexcept { return runs_.empty(); }

private:
    static constexpr std::size_t first_merge = 4096;

    void merge()
    {
        std::sort(runs_.begin(), runs_.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (auto const& run : runs_) {
            if (kept != 0 && runs_[kept - 1].reaches(run.first))
                runs_[kept - 1].last = (std::max)(runs_[kept - 1].last, run.last);
            else
                runs_[kept++] = run;
        }
        runs_.resize(kept);
        next_merge_ = (std::max)(first_merge, 2 * kept);
    }

    std::vector<port_run> runs_;
    std::size_t next_merge_ = first_merge;
};

/// Cuts the leading runs that `belongs` holds for off `runs`.
template<class Predicate>
std::span<port_run const> take_while(std::span<port_run const>& runs, Predicate belongs)
{
    auto const end = std::find_if_not(runs.begin(), runs.end(), belongs);
    auto const taken = runs.first(static_cast<std::size_t>(end - runs.begin()));
    runs = runs.subspan(taken.size());
    return taken;
}

/// Cuts the runs of the first host off `runs`, which is not empty.
inline std::span<port_run const> take_host(std::span<port_run const>& runs)
{
    auto const& first = runs.front();
    return take_while(runs, [&](port_run const& run) { return first.same_host(run.first); });
}

/// Cuts the runs of the first host and protocol off `runs`, which is not empty.
inline std::span<port_run const> take_protocol(std::span<port_run const>& runs)
{
    auto const& first = runs.front();
    return take_while(runs, [&](port_run const& run) {
        return first.same_host(run.first) && first.first.protocol() == run.first.protocol();
    });
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_PORT_TABLE_HPP
