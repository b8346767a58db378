// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_STANDARD_HPP
#define SONDA_PAYLOAD_STANDARD_HPP

#include <sonda/payload/dns.hpp>
#include <sonda/payload/empty.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/snmp.hpp>

namespace sonda::payload {

/** What the well-known service of a port answers, and an empty datagram for the other ports.

    A service that gets a datagram it does not understand mostly keeps silent, so that its port cannot be told from a
    filtered one. Port 53 is asked @ref dns, port 161 @ref snmp.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.

    @see payload_source for giving payloads of your own
*/
struct standard
{
    /// The payloads for the target's port.
    payload_list operator()(endpoint const& target) const noexcept
    {
        switch (target.port()) {
        case 53: return dns;
        case 161: return snmp;
        default: return empty{}(target);
        }
    }
};

static_assert(payload_source<standard>);

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_STANDARD_HPP
