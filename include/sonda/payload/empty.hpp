// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_EMPTY_HPP
#define SONDA_PAYLOAD_EMPTY_HPP

#include <sonda/payload/payload_source.hpp>

namespace sonda::payload {

/** Sends an empty datagram to every port.

    Enough to tell closed ports from others, and the least that can be sent.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.
*/
struct empty
{
    /// One empty payload.
    payload_list operator()(endpoint const&) const noexcept
    {
        static constexpr bytes nothing[1] = {};
        return nothing;
    }
};

static_assert(payload_source<empty>);

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_EMPTY_HPP
