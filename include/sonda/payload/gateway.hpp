// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_GATEWAY_HPP
#define SONDA_PAYLOAD_GATEWAY_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// The external address (RFC 6886, 3.2).
inline constexpr auto nat_pmp_address = datagram_literal(0, 0);

/// An announcement (RFC 6887, 7.1 and 14.1): whoever minds that the client's address is another says so.
inline constexpr auto pcp_announce = datagram_join( //
    datagram_literal(2, 0, 0, 0), // version; request, ANNOUNCE
    datagram_fill<4>(), // lifetime
    datagram_fill<10>(), datagram_literal(0xff, 0xff, 192, 0, 2, 1)); // client, as IPv6; of a documentation network

/// A question whether there is a cached copy (RFC 2186): a cache that is not to be asked says so.
inline constexpr auto icp_query = datagram_join( //
    datagram_literal(1, 2), // ICP_OP_QUERY, version 2
    datagram_number<2>(20 + 4 + 18), // length
    datagram_text("sond"), datagram_fill<12>(), // number; options, option data, sender
    datagram_fill<4>(), // requester
    datagram_text("http://localhost/"), datagram_literal(0));
static_assert(icp_query.size() == 42);

inline constexpr payload::bytes port_mapping_payloads[] = {nat_pmp_address, pcp_announce};
inline constexpr payload::bytes icp_payloads[] = {icp_query};

} // namespace sonda::detail

namespace sonda::payload {

/// Requests that a gateway answers, of NAT-PMP (RFC 6886) and of the Port Control Protocol (RFC 6887).
inline constexpr payload_list port_mapping{detail::port_mapping_payloads};

/// A query of the Internet Cache Protocol (RFC 2186).
inline constexpr payload_list icp{detail::icp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_GATEWAY_HPP
