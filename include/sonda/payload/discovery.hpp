// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_DISCOVERY_HPP
#define SONDA_PAYLOAD_DISCOVERY_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// A search sent to one host (UPnP Device Architecture 2.0, 1.3.2).
inline constexpr auto ssdp_search = datagram_text( //
    "M-SEARCH * HTTP/1.1\r\n"
    "HOST: 239.255.255.250:1900\r\n"
    "MAN: \"ssdp:discover\"\r\n"
    "MX: 1\r\n"
    "ST: ssdp:all\r\n"
    "\r\n");

/// A probe for anything, of WS-Discovery as devices have it (April 2005).
inline constexpr auto wsd_probe_2005 = datagram_text( //
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
    "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\""
    " xmlns:a=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\""
    " xmlns:d=\"http://schemas.xmlsoap.org/ws/2005/04/discovery\"><s:Header>"
    "<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action>"
    "<a:MessageID>urn:uuid:736f6e64-6120-4005-8000-70726f626531</a:MessageID>"
    "<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>"
    "</s:Header><s:Body><d:Probe/></s:Body></s:Envelope>");

/// The same of the standard (OASIS WS-Discovery 1.1, 5.2).
inline constexpr auto wsd_probe_2009 = datagram_text( //
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
    "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\""
    " xmlns:a=\"http://www.w3.org/2005/08/addressing\""
    " xmlns:d=\"http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01\"><s:Header>"
    "<a:Action>http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/Probe</a:Action>"
    "<a:MessageID>urn:uuid:736f6e64-6120-4009-8000-70726f626532</a:MessageID>"
    "<a:To>urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01</a:To>"
    "</s:Header><s:Body><d:Probe/></s:Body></s:Envelope>");

/// A radio asks the others about themselves: version 1, request 0, no contents (it has no public specification).
inline constexpr auto ubiquiti_request = datagram_literal(1, 0, 0, 0);

inline constexpr payload::bytes ssdp_payloads[] = {ssdp_search};
inline constexpr payload::bytes wsd_payloads[] = {wsd_probe_2005, wsd_probe_2009};
inline constexpr payload::bytes ubiquiti_payloads[] = {ubiquiti_request};

} // namespace sonda::detail

namespace sonda::payload {

/// A search, which a device of UPnP answers, perhaps from a port of its choice; see @ref asked_port.
inline constexpr payload_list ssdp{detail::ssdp_payloads};

/// Probes for devices of WS-Discovery, of 2005 and of OASIS 1.1.
inline constexpr payload_list ws_discovery{detail::wsd_payloads};

/// The discovery of Ubiquiti's devices.
inline constexpr payload_list ubiquiti{detail::ubiquiti_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DISCOVERY_HPP
