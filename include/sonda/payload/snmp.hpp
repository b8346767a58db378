// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_SNMP_HPP
#define SONDA_PAYLOAD_SNMP_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// GetRequest for sysDescr.0, community "public"; the version is 0 for 1 and 1 for 2c.
consteval auto snmp_get_description(unsigned char version)
{
    return datagram_element<0x30>( // Message (RFC 1157, 4; RFC 1901, 3)
        datagram_literal(0x02, 1, version), datagram_element<0x04>(datagram_text("public")),
        datagram_element<0xa0>( // GetRequest-PDU (RFC 1157, 4.1.2; RFC 3416, 4.2.1)
            datagram_literal(0x02, 1, 1, 0x02, 1, 0, 0x02, 1, 0), // request-id, error-status, error-index
            datagram_element<0x30>(datagram_element<0x30>( // one variable
                datagram_literal(0x06, 8, 0x2b, 6, 1, 2, 1, 1, 1, 0), // 1.3.6.1.2.1.1.1.0 (RFC 1213, 6.3)
                datagram_literal(0x05, 0))))); // NULL
}

inline constexpr auto snmp_version_1 = snmp_get_description(0);
inline constexpr auto snmp_version_2c = snmp_get_description(1);

/// The question for the engine's identity, which an SNMPv3 agent answers whatever its users are.
inline constexpr auto snmp_engine_discovery = datagram_element<0x30>( // SNMPv3Message (RFC 3412, 6)
    datagram_literal(0x02, 1, 3), // msgVersion
    datagram_element<0x30>( // msgGlobalData
        datagram_literal(0x02, 1, 1), // msgID
        datagram_literal(0x02, 3, 0x00, 0xff, 0xe3), // msgMaxSize: 65507
        datagram_literal(0x04, 1, 0x04), // msgFlags: reportable, no authentication, no privacy
        datagram_literal(0x02, 1, 3)), // msgSecurityModel: USM
    datagram_element<0x04>(datagram_element<0x30>( // UsmSecurityParameters, all empty: discovery (RFC 3414, 4)
        datagram_literal(0x04, 0, 0x02, 1, 0, 0x02, 1, 0, 0x04, 0, 0x04, 0, 0x04, 0))),
    datagram_element<0x30>( // ScopedPDU: contextEngineID, contextName, and a GetRequest of nothing (RFC 3416, 3)
        datagram_literal(0x04, 0, 0x04, 0),
        datagram_element<0xa0>(datagram_literal(0x02, 1, 1, 0x02, 1, 0, 0x02, 1, 0, 0x30, 0))));

inline constexpr payload::bytes snmp_payloads[] = {snmp_version_1, snmp_engine_discovery, snmp_version_2c};

} // namespace sonda::detail

namespace sonda::payload {

/// Requests that an SNMP agent answers: sysDescr.0 for the community `public` by the versions 1 (RFC 1157) and 2c
/// (RFC 1901), and the discovery of the engine of version 3 (RFC 3414).
inline constexpr payload_list snmp{detail::snmp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_SNMP_HPP
