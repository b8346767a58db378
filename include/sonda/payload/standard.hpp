// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_STANDARD_HPP
#define SONDA_PAYLOAD_STANDARD_HPP

#include <sonda/payload/asked_port.hpp>
#include <sonda/payload/empty.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/service_table.hpp>

#include <cstdint>

namespace sonda::payload {

/** What the well-known service of a port answers, and an empty datagram for the other ports.

    A service that gets a datagram it does not understand mostly keeps silent, so that its port cannot be told from a
    filtered one. @ref service_table has the ports and what is said to them.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.

    @see payload_source for giving payloads of your own, table for those of a file
*/
struct standard
{
    /// The payloads for the target's port.
    payload_list operator()(endpoint const& target) const noexcept
    {
        auto const list = find_service_payloads(target.port());
        return list.empty() ? empty{}(target) : list;
    }

    /// The port that an answer from another port is for; see @ref payload::asked_port.
    std::uint16_t asked_port(bytes head) const noexcept { return payload::asked_port(head); }
};

static_assert(payload_source<standard>);

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_STANDARD_HPP
