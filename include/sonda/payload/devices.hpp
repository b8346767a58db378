// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_DEVICES_HPP
#define SONDA_PAYLOAD_DEVICES_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// An empty message that wants to be acknowledged: whoever understands it resets it (RFC 7252, 4.2 and 4.3).
inline constexpr auto coap_ping = datagram_literal(0x40, 0x00, 0x73, 0x6f);

/// What a server has (RFC 6690, 4): GET /.well-known/core (RFC 7252, 3).
inline constexpr auto coap_resources = datagram_join( //
    datagram_literal(0x40, 0x01, 0x73, 0x70), // to be acknowledged, GET, message ID
    datagram_literal(0xbb), datagram_text(".well-known"), // Uri-Path
    datagram_literal(0x04), datagram_text("core")); // Uri-Path

/// Who is there: ReadProperty of any device's identifier (ASHRAE 135, annex J and clauses 6, 15.5 and 20).
inline constexpr auto bacnet_read_identifier = datagram_literal( //
    0x81, 0x0a, 0, 17, // BACnet/IP, original unicast, length
    0x01, 0x04, // version 1, an answer is expected
    0x00, 0x05, 0x01, 0x0c, // confirmed request of up to 1476 bytes, number, ReadProperty
    0x0c, 0x02, 0x3f, 0xff, 0xff, // the device, whatever its number
    0x19, 75); // object-identifier

/// Who is there: ListIdentity (CIP, volume 2: EtherNet/IP, 2-4.2).
inline constexpr auto ethernet_ip_identity = datagram_join( //
    datagram_literal(0x63, 0x00, 0, 0), // command, length
    datagram_fill<8>(), // session, status
    datagram_text("sondaEIP"), datagram_fill<4>()); // context, options

/// What it is: DESCRIPTION_REQUEST, with the answer to where it came from (ISO 22510, 7.7 and 8.6.2.2).
inline constexpr auto knx_description = datagram_literal( //
    0x06, 0x10, 0x02, 0x03, 0x00, 0x0e, // header, version 1.0, service, length
    0x08, 0x01, 0, 0, 0, 0, 0, 0); // control endpoint: UDP, address and port of the sender

/// Who is there: DISCOVERY_CMD of a camera (GigE Vision 2.0, 14 and 16.1).
inline constexpr auto gige_vision_discovery = datagram_literal( //
    0x42, 0x01, 0x00, 0x02, 0x00, 0x00, 0x73, 0x6f); // key, acknowledge, command, length, number

/// "Are you there" of remote management (ASF 2.0, 3.2.4.3; IPMI 2.0, 13.2.3).
inline constexpr auto rmcp_presence_ping = datagram_literal( //
    6, 0, 0xff, 6, // version, no acknowledgement, class ASF
    0x00, 0x00, 0x11, 0xbe, 0x80, 0, 0, 0); // enterprise, ping, tag, length

/// How one may log in (IPMI 2.0, 13.6, 13.8 and 22.13): it is answered before anybody has.
inline constexpr auto ipmi_authentication_capabilities = datagram_literal( //
    6, 0, 0xff, 7, // version, no acknowledgement, class IPMI
    0, 0, 0, 0, 0, 0, 0, 0, 0, 9, // no authentication, no session, length
    0x20, 0x06 << 2, 0xc8, // to the controller: application; checksum
    0x81, 0, 0x38, 0x8e, 4, 0xb5); // from us: number, command, this channel, administrator; checksum

inline constexpr payload::bytes coap_payloads[] = {coap_ping, coap_resources};
inline constexpr payload::bytes bacnet_payloads[] = {bacnet_read_identifier};
inline constexpr payload::bytes ethernet_ip_payloads[] = {ethernet_ip_identity};
inline constexpr payload::bytes knx_payloads[] = {knx_description};
inline constexpr payload::bytes gige_vision_payloads[] = {gige_vision_discovery};
inline constexpr payload::bytes ipmi_payloads[] = {rmcp_presence_ping, ipmi_authentication_capabilities};

} // namespace sonda::detail

namespace sonda::payload {

/// A ping and a request for the list of resources, which a CoAP server answers (RFC 7252, RFC 6690).
inline constexpr payload_list coap{detail::coap_payloads};

/// A request for its identifier, which a BACnet device answers (ASHRAE 135).
inline constexpr payload_list bacnet{detail::bacnet_payloads};

/// A request for its identity, which a device of EtherNet/IP answers (CIP, volume 2).
inline constexpr payload_list ethernet_ip{detail::ethernet_ip_payloads};

/// A request for its description, which a KNXnet/IP server answers (ISO 22510).
inline constexpr payload_list knx{detail::knx_payloads};

/// A discovery command, which a camera of GigE Vision answers.
inline constexpr payload_list gige_vision{detail::gige_vision_payloads};

/// A presence ping and a question how to log in, which a management controller answers (ASF 2.0, IPMI 2.0).
inline constexpr payload_list ipmi{detail::ipmi_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DEVICES_HPP
