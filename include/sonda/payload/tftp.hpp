// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_TFTP_HPP
#define SONDA_PAYLOAD_TFTP_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// A read request for a file that hardly exists: the answer is "file not found" (RFC 1350, 5).
inline constexpr auto tftp_read_request = datagram_join( //
    datagram_literal(0x00, 0x01), // RRQ
    datagram_text("sonda-probe"), datagram_literal(0), // filename
    datagram_text("octet"), datagram_literal(0)); // mode

inline constexpr payload::bytes tftp_payloads[] = {tftp_read_request};

} // namespace sonda::detail

namespace sonda::payload {

/// A read request, which a TFTP server answers (RFC 1350) from a port of its choice; see @ref asked_port.
inline constexpr payload_list tftp{detail::tftp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_TFTP_HPP
