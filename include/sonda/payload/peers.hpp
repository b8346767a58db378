// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_PEERS_HPP
#define SONDA_PAYLOAD_PEERS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// "Are you there" of the distributed hash table (BEP 5, "ping").
inline constexpr auto dht_ping = datagram_text("d1:ad2:id20:sonda-dht-ping-probee1:q4:ping1:t2:so1:y1:qe");

/// The request for a connection to a tracker (BEP 15, "Connect").
inline constexpr auto tracker_connect = datagram_join(datagram_number<8>(0x41727101980), // protocol
                                                      datagram_number<4>(0), // connect
                                                      datagram_text("sond")); // transaction

/// What a server is: A2S_INFO (Valve, "Server queries").
inline constexpr auto source_info =
    datagram_join(datagram_fill<4>(0xff), datagram_text("TSource Engine Query"), datagram_literal(0));

/// Messages without a connection, of the sources that id Software published: Quake III, Quake II and QuakeWorld.
inline constexpr auto quake_3_info = datagram_join(datagram_fill<4>(0xff), datagram_text("getinfo sonda"));
inline constexpr auto quake_status = datagram_join(datagram_fill<4>(0xff), datagram_text("status\n"));

/// The first Quake: CCREQ_SERVER_INFO for version 3 of its network.
inline constexpr auto quake_1_info = datagram_join( //
    datagram_literal(0x80, 0, 0, 12, 2), datagram_text("QUAKE"), datagram_literal(0, 3));

/// An unconnected ping of RakNet: "Bedrock" servers of Minecraft answer it.
inline constexpr auto raknet_ping = datagram_join( //
    datagram_literal(0x01), datagram_fill<8>(), // ID_UNCONNECTED_PING, time
    datagram_literal(0x00, 0xff, 0xff, 0x00, 0xfe, 0xfe, 0xfe, 0xfe, //
                     0xfd, 0xfd, 0xfd, 0xfd, 0x12, 0x34, 0x56, 0x78), // it is not connected
    datagram_text("sondaRAK")); // client

inline constexpr payload::bytes dht_payloads[] = {dht_ping};
inline constexpr payload::bytes tracker_payloads[] = {tracker_connect};
inline constexpr payload::bytes source_payloads[] = {source_info};
inline constexpr payload::bytes quake_1_payloads[] = {quake_1_info, quake_3_info};
inline constexpr payload::bytes quake_2_payloads[] = {quake_status};
inline constexpr payload::bytes quake_3_payloads[] = {quake_3_info};
inline constexpr payload::bytes raknet_payloads[] = {raknet_ping};

} // namespace sonda::detail

namespace sonda::payload {

/// A ping of BitTorrent's distributed hash table (BEP 5).
inline constexpr payload_list bittorrent_dht{detail::dht_payloads};

/// A request for a connection to a BitTorrent tracker (BEP 15).
inline constexpr payload_list bittorrent_tracker{detail::tracker_payloads};

/// A query for what a game server of Valve's is.
inline constexpr payload_list source_engine{detail::source_payloads};

/// Queries at the port of the first Quake, where newer games of its kind are found, too.
inline constexpr payload_list quake_1{detail::quake_1_payloads};

/// A query for the status of a server of Quake II or QuakeWorld.
inline constexpr payload_list quake_2{detail::quake_2_payloads};

/// A query for what a server of Quake III is.
inline constexpr payload_list quake_3{detail::quake_3_payloads};

/// An unconnected ping of RakNet.
inline constexpr payload_list raknet{detail::raknet_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_PEERS_HPP
