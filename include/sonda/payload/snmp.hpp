// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_SNMP_HPP
#define SONDA_PAYLOAD_SNMP_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// GetRequest for sysDescr.0, community "public".
inline constexpr auto snmp_system_description = datagram_literal( //
    0x30, 38, // Message ::= SEQUENCE (RFC 1157, 4)
    0x02, 1, 0, // version-1
    0x04, 6, 'p', 'u', 'b', 'l', 'i', 'c', // community
    0xa0, 25, // GetRequest-PDU (4.1.2)
    0x02, 1, 1, // request-id
    0x02, 1, 0, // error-status
    0x02, 1, 0, // error-index
    0x30, 14, // VarBindList
    0x30, 12, // VarBind
    0x06, 8, 0x2b, 6, 1, 2, 1, 1, 1, 0, // 1.3.6.1.2.1.1.1.0 (RFC 1213, 6.3)
    0x05, 0); // NULL

/// The question for the engine's identity, which an SNMPv3 agent answers whatever its users are.
inline constexpr auto snmp_engine_discovery = datagram_literal( //
    0x30, 56, // SNMPv3Message ::= SEQUENCE (RFC 3412, 6)
    0x02, 1, 3, // msgVersion
    0x30, 14, // msgGlobalData
    0x02, 1, 1, // msgID
    0x02, 3, 0x00, 0xff, 0xe3, // msgMaxSize: 65507
    0x04, 1, 0x04, // msgFlags: reportable, no authentication, no privacy
    0x02, 1, 3, // msgSecurityModel: USM
    0x04, 16, // msgSecurityParameters (RFC 3414, 2.4)
    0x30, 14, // UsmSecurityParameters, all empty: discovery (RFC 3414, 4)
    0x04, 0, 0x02, 1, 0, 0x02, 1, 0, 0x04, 0, 0x04, 0, 0x04, 0, //
    0x30, 17, // ScopedPDU
    0x04, 0, // contextEngineID
    0x04, 0, // contextName
    0xa0, 11, // GetRequest-PDU (RFC 3416, 3)
    0x02, 1, 1, 0x02, 1, 0, 0x02, 1, 0, // request-id, error-status, error-index
    0x30, 0); // no variables

inline constexpr payload::bytes snmp_payloads[] = {snmp_system_description, snmp_engine_discovery};

} // namespace sonda::detail

namespace sonda::payload {

/// Requests that an SNMP agent answers: sysDescr.0 for the community `public` (RFC 1157), and the discovery of the
/// engine of version 3 (RFC 3414).
inline constexpr payload_list snmp{detail::snmp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_SNMP_HPP
