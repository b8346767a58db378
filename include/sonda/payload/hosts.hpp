// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_HOSTS_HPP
#define SONDA_PAYLOAD_HOSTS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// Would you manage a display (XDMCP 1.1, "Query"): the answer is Willing or Unwilling.
inline constexpr auto xdmcp_query = datagram_literal(0, 1, 0, 2, 0, 1, 0); // version, Query, length, no authentication

/// Which instances there are ([MC-SQLR], 2.2.2).
inline constexpr auto sql_instances = datagram_literal(3); // CLNT_UCAST_EX

/// The whole routing table: a router answers who does not ask from port 520 (RFC 2453, 3.9.1).
inline constexpr auto rip_request = datagram_join( //
    datagram_literal(1, 2, 0, 0), // request, version 2
    datagram_fill<16>(), datagram_number<4>(16)); // family 0 and metric 16: everything

/// The version, in a frame of UDP (memcached's protocol.txt, "UDP protocol").
inline constexpr auto memcached_version = datagram_join( //
    datagram_literal(0x73, 0x6f, 0, 0, 0, 1, 0, 0), // request, the first datagram of one
    datagram_text("version\r\n"));

inline constexpr payload::bytes xdmcp_payloads[] = {xdmcp_query};
inline constexpr payload::bytes sql_browser_payloads[] = {sql_instances};
inline constexpr payload::bytes rip_payloads[] = {rip_request};
inline constexpr payload::bytes memcached_payloads[] = {memcached_version};

} // namespace sonda::detail

namespace sonda::payload {

/// A query, which a display manager answers by XDMCP.
inline constexpr payload_list xdmcp{detail::xdmcp_payloads};

/// A request for the instances, which the browser of Microsoft SQL Server answers ([MC-SQLR]).
inline constexpr payload_list sql_browser{detail::sql_browser_payloads};

/// A request for all routes, which a router answers by RIP (RFC 2453).
inline constexpr payload_list rip{detail::rip_payloads};

/// A question for the version, which memcached answers over UDP.
inline constexpr payload_list memcached{detail::memcached_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_HOSTS_HPP
