// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_SERVICE_TABLE_HPP
#define SONDA_PAYLOAD_SERVICE_TABLE_HPP

#include <sonda/payload/devices.hpp>
#include <sonda/payload/directory.hpp>
#include <sonda/payload/discovery.hpp>
#include <sonda/payload/dns.hpp>
#include <sonda/payload/dtls.hpp>
#include <sonda/payload/gateway.hpp>
#include <sonda/payload/hosts.hpp>
#include <sonda/payload/ike.hpp>
#include <sonda/payload/inetd.hpp>
#include <sonda/payload/mobile.hpp>
#include <sonda/payload/netbios.hpp>
#include <sonda/payload/ntp.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/peers.hpp>
#include <sonda/payload/quic.hpp>
#include <sonda/payload/radius.hpp>
#include <sonda/payload/rpc.hpp>
#include <sonda/payload/snmp.hpp>
#include <sonda/payload/tftp.hpp>
#include <sonda/payload/tunnel.hpp>
#include <sonda/payload/voice.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace sonda::payload {

/** What the services of some ports answer.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct service_payloads
{
    std::uint16_t first; ///< The first port.
    std::uint16_t last; ///< The last port.
    payload_list list; ///< What is sent to each of them.
};

/// The ports that have payloads of their own, sorted, each at most once: those of the IANA registry (RFC 6335), and
/// those where the software of a service listens unless it is told otherwise.
inline constexpr service_payloads service_table[] = {
    {7, 7, echo}, // RFC 862
    {11, 11, any_line}, // users, RFC 866
    {13, 13, any_line}, // daytime, RFC 867
    {17, 17, any_line}, // quote of the day, RFC 865
    {19, 19, any_line}, // character generator, RFC 864
    {37, 37, any_line}, // time, RFC 868
    {53, 53, dns},
    {69, 69, tftp},
    {80, 80, quic},
    {88, 88, kerberos},
    {111, 111, portmap},
    {123, 123, ntp},
    {137, 137, netbios},
    {161, 161, snmp},
    {177, 177, xdmcp},
    {389, 389, cldap},
    {427, 427, slp},
    {443, 443, quic_or_dtls}, // HTTP/3; VPNs that speak DTLS
    {500, 500, ike},
    {520, 520, rip},
    {623, 623, ipmi},
    {664, 664, ipmi},
    {853, 853, quic_or_dtls}, // DNS: RFC 9250, RFC 8094
    {1194, 1194, openvpn},
    {1434, 1434, sql_browser},
    {1645, 1645, radius}, // before RFC 2865, 3
    {1701, 1701, l2tp},
    {1812, 1812, radius},
    {1900, 1900, ssdp},
    {2049, 2049, nfs},
    {2083, 2083, dtls}, // RADIUS, RFC 7360
    {2123, 2123, gtp_control},
    {2152, 2152, gtp_user},
    {2427, 2427, mgcp},
    {2710, 2710, bittorrent_tracker},
    {3130, 3130, icp},
    {3391, 3391, dtls}, // remote desktop gateways, [MS-TSGU]
    {3478, 3479, stun},
    {3544, 3544, teredo},
    {3671, 3671, knx},
    {3702, 3702, ws_discovery},
    {3956, 3956, gige_vision},
    {4433, 4433, quic_or_dtls},
    {4500, 4500, ike_natt},
    {4569, 4569, iax},
    {5060, 5060, sip},
    {5246, 5247, dtls}, // CAPWAP, RFC 5415
    {5349, 5350, dtls}, // STUN and TURN, RFC 7350
    {5351, 5351, port_mapping},
    {5353, 5353, mdns},
    {5355, 5355, llmnr},
    {5683, 5683, coap},
    {5684, 5684, dtls}, // CoAP, RFC 7252, 9
    {6514, 6514, dtls}, // syslog, RFC 6012
    {6881, 6889, bittorrent_dht},
    {6969, 6969, bittorrent_tracker},
    {7000, 7009, rx}, // AFS
    {8443, 8443, quic_or_dtls},
    {8805, 8805, pfcp},
    {10001, 10001, ubiquiti},
    {10161, 10161, dtls}, // SNMP, RFC 6353
    {11211, 11211, memcached},
    {19132, 19133, raknet},
    {26000, 26000, quake_1},
    {27015, 27020, source_engine},
    {27500, 27500, quake_2}, // QuakeWorld
    {27910, 27910, quake_2},
    {27960, 27963, quake_3},
    {32771, 32771, portmap}, // the second port of rpcbind on Solaris
    {44818, 44818, ethernet_ip},
    {47808, 47808, bacnet},
    {64738, 64738, mumble},
};

} // namespace sonda::payload

namespace sonda::detail {

consteval bool is_sorted_and_disjoint()
{
    auto const wrong = [](auto const& a, auto const& b) { return a.last < a.first || b.first <= a.last; };
    return std::adjacent_find(std::begin(payload::service_table), std::end(payload::service_table), wrong) ==
           std::end(payload::service_table);
}

static_assert(is_sorted_and_disjoint());

} // namespace sonda::detail

namespace sonda::payload {

/// The payloads of a port, or an empty list for a port that has none of its own: O(log n).
constexpr payload_list find_service_payloads(std::uint16_t port) noexcept
{
    auto const found =
        std::lower_bound(std::begin(service_table), std::end(service_table), port,
                         [](service_payloads const& row, std::uint16_t wanted) { return row.last < wanted; });
    return found == std::end(service_table) || port < found->first ? payload_list{} : found->list;
}

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_SERVICE_TABLE_HPP
