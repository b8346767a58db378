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

inline constexpr payload::bytes dns_payloads[] = {dns_root_servers, dns_version};

} // namespace sonda::detail

namespace sonda::payload {

/// Queries that a DNS server answers (RFC 1035): the name servers of the root, and the version (RFC 4892).
inline constexpr payload_list dns{detail::dns_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DNS_HPP
