// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_DIRECTORY_HPP
#define SONDA_PAYLOAD_DIRECTORY_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// A ticket for nobody of a realm that hardly exists: the answer is an error that says so (RFC 4120, 3.1 and 5.4.1).
inline constexpr auto kerberos_as_request = datagram_element<0x6a>(datagram_element<0x30>( // AS-REQ ::= KDC-REQ
    datagram_element<0xa1>(datagram_literal(0x02, 1, 5)), // pvno
    datagram_element<0xa2>(datagram_literal(0x02, 1, 10)), // msg-type: KRB_AS_REQ
    datagram_element<0xa4>(datagram_element<0x30>( // req-body
        datagram_element<0xa0>(datagram_literal(0x03, 5, 0, 0, 0, 0, 0)), // kdc-options: none
        datagram_element<0xa1>(datagram_element<0x30>( // cname
            datagram_element<0xa0>(datagram_literal(0x02, 1, 1)), // NT-PRINCIPAL
            datagram_element<0xa1>(datagram_element<0x30>(datagram_element<0x1b>(datagram_text("sonda")))))),
        datagram_element<0xa2>(datagram_element<0x1b>(datagram_text("SONDA"))), // realm
        datagram_element<0xa3>(datagram_element<0x30>( // sname
            datagram_element<0xa0>(datagram_literal(0x02, 1, 2)), // NT-SRV-INST
            datagram_element<0xa1>(datagram_element<0x30>(datagram_element<0x1b>(datagram_text("krbtgt")),
                                                          datagram_element<0x1b>(datagram_text("SONDA")))))),
        datagram_element<0xa5>(datagram_element<0x18>(datagram_text("19700101000000Z"))), // till: as long as may be
        datagram_element<0xa7>(datagram_literal(0x02, 4, 0x73, 0x6f, 0x6e, 0x64)), // nonce
        datagram_element<0xa8>(datagram_element<0x30>( // etype: AES of both lengths, RC4
            datagram_literal(0x02, 1, 18, 0x02, 1, 17, 0x02, 1, 23)))))));

/// The root entry, of which any directory shows the versions that it speaks (RFC 4511, 4.5.1; RFC 4512, 5.1).
inline constexpr auto cldap_root_search = datagram_element<0x30>( // LDAPMessage
    datagram_literal(0x02, 1, 1), // messageID
    datagram_element<0x63>( // SearchRequest
        datagram_literal(0x04, 0), // baseObject: the root
        datagram_literal(0x0a, 1, 0, 0x0a, 1, 0), // scope: baseObject; aliases are never followed
        datagram_literal(0x02, 1, 0, 0x02, 1, 0, 0x01, 1, 0), // no limits of size and time; values, too
        datagram_element<0x87>(datagram_text("objectClass")), // it is there
        datagram_element<0x30>(datagram_element<0x04>(datagram_text("supportedLDAPVersion")))));

/// The types of service that are known (RFC 2608, 10.1). Asked directly, an agent answers even with an error (7).
inline constexpr auto slp_type_request = datagram_join( //
    datagram_literal(2, 9), // version; function: SrvTypeRqst (RFC 2608, 8)
    datagram_number<3>(29), // length of it all
    datagram_literal(0, 0, 0, 0, 0), // flags, no extension
    datagram_literal(0x53, 0x69), // XID
    datagram_counted<2>(datagram_text("en")), // language
    datagram_literal(0, 0), // nobody has answered before
    datagram_literal(0xff, 0xff), // all naming authorities
    datagram_counted<2>(datagram_text("default"))); // scope (6.4.1)
static_assert(slp_type_request.size() == 29);

inline constexpr payload::bytes kerberos_payloads[] = {kerberos_as_request};
inline constexpr payload::bytes cldap_payloads[] = {cldap_root_search};
inline constexpr payload::bytes slp_payloads[] = {slp_type_request};

} // namespace sonda::detail

namespace sonda::payload {

/// A request for a ticket, which a Kerberos key distribution centre answers (RFC 4120).
inline constexpr payload_list kerberos{detail::kerberos_payloads};

/// A search for the root entry, which directories answer without a connection (RFC 4511; [MS-ADTS], 6.3.3).
inline constexpr payload_list cldap{detail::cldap_payloads};

/// A request for the types of service, which agents of the Service Location Protocol answer (RFC 2608).
inline constexpr payload_list slp{detail::slp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DIRECTORY_HPP
