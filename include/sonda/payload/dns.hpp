// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_DNS_HPP
#define SONDA_PAYLOAD_DNS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// The name servers of the root: every name server knows them or refuses, and either is an answer.
inline constexpr auto dns_root_servers = datagram_literal( //
    0x53, 0x64, // ID (RFC 1035, 4.1.1)
    0x01, 0x00, // a standard query, recursion desired
    0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, // one question
    0x00, // QNAME: the root (4.1.2)
    0x00, 0x02, // QTYPE: NS (3.2.2)
    0x00, 0x01); // QCLASS: IN (3.2.4)

/// The version of the server: some answer questions about themselves alone.
inline constexpr auto dns_version = datagram_literal( //
    0x53, 0x65, // ID (RFC 1035, 4.1.1)
    0x00, 0x00, // a standard query
    0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, // one question
    7, 'v', 'e', 'r', 's', 'i', 'o', 'n', 4, 'b', 'i', 'n', 'd', 0, // QNAME (RFC 4892, 2)
    0x00, 0x10, // QTYPE: TXT (RFC 1035, 3.2.2)
    0x00, 0x03); // QCLASS: CH (3.2.4)

/// The kinds of service that a host offers. A query that comes from another port than 5353 is answered to that port.
inline constexpr auto mdns_service_types = datagram_join(
    datagram_literal(0x53, 0x66, 0x00, 0x00), // ID, which the answer repeats (RFC 6762, 6.7); a standard query
    datagram_literal(0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00), // one question
    datagram_literal(9), datagram_text("_services"), datagram_literal(7), datagram_text("_dns-sd"), // RFC 6763, 9
    datagram_literal(4), datagram_text("_udp"), datagram_literal(5), datagram_text("local"), datagram_literal(0),
    datagram_literal(0x00, 0x0c, // QTYPE: PTR
                     0x80, 0x01)); // QCLASS: IN, and the answer to us alone (RFC 6762, 5.4)

/// A host answers for its own name alone; this is the only one that many have in common.
inline constexpr auto llmnr_localhost =
    datagram_join(datagram_literal(0x53, 0x67, 0x00, 0x00), // ID; a query without conflict (RFC 4795, 2.1.1)
                  datagram_literal(0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00), // one question
                  datagram_literal(9), datagram_text("localhost"), datagram_literal(0), //
                  datagram_literal(0x00, 0x01, 0x00, 0x01)); // QTYPE: A, QCLASS: IN

inline constexpr payload::bytes dns_payloads[] = {dns_root_servers, dns_version};
inline constexpr payload::bytes mdns_payloads[] = {mdns_service_types};
inline constexpr payload::bytes llmnr_payloads[] = {llmnr_localhost};

} // namespace sonda::detail

namespace sonda::payload {

/// Queries that a DNS server answers (RFC 1035): the name servers of the root, and the version (RFC 4892).
inline constexpr payload_list dns{detail::dns_payloads};

/// A query for the kinds of service of a host, by multicast DNS sent to it alone (RFC 6762, RFC 6763).
inline constexpr payload_list mdns{detail::mdns_payloads};

/// A query by Link-Local Multicast Name Resolution (RFC 4795), which hosts called `localhost` answer.
inline constexpr payload_list llmnr{detail::llmnr_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DNS_HPP
