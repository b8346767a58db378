// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_ICMP_OUTCOME_HPP
#define SONDA_DETAIL_UDP_ICMP_OUTCOME_HPP

#include <sonda/detail/datagram_address.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/verdict.hpp>

#include <cstdint>
#include <optional>

namespace sonda::detail {

/// An ICMP or ICMPv6 error about a datagram of ours.
struct icmp_error
{
    endpoint target; ///< Where the datagram was sent to.
    boost::asio::ip::address from; ///< Who complains, unspecified if the system hides it.
    std::uint8_t type = 0;
    std::uint8_t code = 0;
    int error = 0; ///< The errno that the system makes of it.
};

/// RFC 4443, 3.2: the packet was too big. The system lowers its path MTU and fragments the next one; the port is not
/// concerned.
inline constexpr std::uint8_t icmp6_packet_too_big = 2;

/// True for RFC 792 "port unreachable" and its like of RFC 4443, 3.1.
inline bool is_port_unreachable(icmp_error const& error) noexcept
{
    return error.target.is_v6() ? error.type == 1 && error.code == 4 : error.type == 3 && error.code == 3;
}

inline bool is_too_big(icmp_error const& error) noexcept
{
    return error.target.is_v6() ? error.type == icmp6_packet_too_big : error.type == 3 && error.code == 4;
}

/** What an ICMP error says about the port it names, or nothing.

    That nothing listens is for the target itself to say: a port unreachable from another address comes from a filter on
    the way, whose usual way to reject it is.
*/
inline std::optional<outcome> udp_icmp_outcome(icmp_error const& error) noexcept
{
    if (is_too_big(error))
        return std::nullopt;
    bool const own_word = error.from.is_unspecified() || datagram_key({error.from, 0, protocol::udp}) ==
                                                             datagram_key({error.target.address(), 0, protocol::udp});
    outcome result;
    result.state = is_port_unreachable(error) && own_word ? port_state::closed : port_state::filtered;
    result.reason = reason_kind::icmp;
    result.icmp_type = error.type;
    result.icmp_code = error.code;
    result.error = error.error;
    result.from = error.from;
    return result;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_ICMP_OUTCOME_HPP
