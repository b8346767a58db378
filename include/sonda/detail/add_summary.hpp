// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ADD_SUMMARY_HPP
#define SONDA_DETAIL_ADD_SUMMARY_HPP

#include <sonda/scan_summary.hpp>

#include <algorithm>
#include <cstddef>

namespace sonda::detail {

// What several scans that ran at once did together.
inline void add_summary(scan_summary& sum, scan_summary const& part)
{
    sum.targets += part.targets;
    sum.verdicts += part.verdicts;
    sum.probes += part.probes;
    sum.skipped += part.skipped;
    sum.shortages += part.shortages;
    sum.last_shortage = part.last_shortage != 0 ? part.last_shortage : sum.last_shortage;
    for (std::size_t i = 0; i != port_state_count; ++i)
        sum.counts[i] += part.counts[i];
    sum.duration = (std::max)(sum.duration, part.duration);
    if (!sum.failure)
        sum.failure = part.failure;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_ADD_SUMMARY_HPP
