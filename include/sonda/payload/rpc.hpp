// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_RPC_HPP
#define SONDA_PAYLOAD_RPC_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

#include <cstdint>

namespace sonda::detail {

/// A call of procedure 0, which does nothing and is answered by every program (RFC 5531, 9 and 12.1).
consteval auto rpc_null_call(std::uint32_t program, std::uint32_t version)
{
    return datagram_join(datagram_text("sonR"), // xid
                         datagram_number<4>(0), // CALL
                         datagram_number<4>(2), // version of RPC
                         datagram_number<4>(program), datagram_number<4>(version), datagram_number<4>(0),
                         datagram_number<8>(0), datagram_number<8>(0)); // no credentials, no verifier
}

inline constexpr auto portmap_null = rpc_null_call(100000, 2); // RFC 1833, 3
inline constexpr auto nfs_null = rpc_null_call(100003, 3); // RFC 1813, 2.1 and 3.3.0

/// The version of a program that speaks Rx, the remote procedure calls of AFS ("AFS-3 Rx RPC", packet type 13).
inline constexpr auto rx_version = datagram_join( //
    datagram_literal(0x73, 0x6f, 0x6e, 0x64, // epoch
                     0x00, 0x00, 0x00, 0x00, // connection
                     0x00, 0x00, 0x00, 0x01, // call
                     0x00, 0x00, 0x00, 0x00, // sequence
                     0x00, 0x00, 0x00, 0x01, // serial
                     13, // type: version
                     0x05, // flags: from the client, the last packet
                     0, 0, // status, security
                     0, 0, 0, 0)); // spare, service

inline constexpr payload::bytes portmap_payloads[] = {portmap_null};
inline constexpr payload::bytes nfs_payloads[] = {nfs_null};
inline constexpr payload::bytes rx_payloads[] = {rx_version};

} // namespace sonda::detail

namespace sonda::payload {

/// A call that does nothing, for the port mapper, which is also called rpcbind (RFC 5531, RFC 1833).
inline constexpr payload_list portmap{detail::portmap_payloads};

/// A call that does nothing, for an NFS server (RFC 5531, RFC 1813).
inline constexpr payload_list nfs{detail::nfs_payloads};

/// A question for the version of a server of AFS, by Rx.
inline constexpr payload_list rx{detail::rx_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_RPC_HPP
