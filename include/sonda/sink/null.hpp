// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_NULL_HPP
#define SONDA_SINK_NULL_HPP

#include <sonda/sink_policy.hpp>

namespace sonda::sink {

/** Takes verdicts and drops them: for a scan whose summary is all that is wanted.

    @par Thread safety
    Safe.
*/
struct null
{
    /// Does nothing.
    void put(verdict const&) const noexcept {}
};

static_assert(sink_policy<null>);

} // namespace sonda::sink

#endif // SONDA_SINK_NULL_HPP
