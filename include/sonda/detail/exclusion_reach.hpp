// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_EXCLUSION_REACH_HPP
#define SONDA_DETAIL_EXCLUSION_REACH_HPP

#include <sonda/target/ip_range.hpp>

#include <cstdint>
#include <vector>

namespace sonda::detail {

/*  What an exclusion reaches beyond the addresses that it names, so that nothing is scanned under another name:
    without a zone it holds in every zone, and of IPv4 it holds for the IPv4-mapped addresses, which are the same hosts.
*/

// Calls `f` with every range that an exclusion of `range` reaches among addresses of these zones.
template<class F>
void each_reached(target::ip_range const& range, std::vector<std::uint32_t> const& zones, F&& f)
{
    f(range);
    if (range.zone() != 0)
        return;
    auto const six = range.mapped();
    for (auto const zone : zones)
        f(six.in_zone(zone));
}

// The reverse: calls `f` with every range whose exclusion reaches all of `range`.
template<class F>
void each_reaching(target::ip_range const& range, F&& f)
{
    f(range);
    if (range.zone() != 0)
        f(range.in_zone(0));
    if (range.is_mapped())
        f(target::ip_range::v4(static_cast<std::uint32_t>(range.first().low),
                               static_cast<std::uint32_t>(range.last().low)));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_EXCLUSION_REACH_HPP
