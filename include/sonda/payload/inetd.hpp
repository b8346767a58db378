// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_INETD_HPP
#define SONDA_PAYLOAD_INETD_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

inline constexpr auto echo_word = datagram_text("sonda"); // whatever it is, it comes back (RFC 862)
inline constexpr auto any_line = datagram_text("\r\n"); // the contents are ignored

inline constexpr payload::bytes echo_payloads[] = {echo_word};
inline constexpr payload::bytes any_line_payloads[] = {any_line};

} // namespace sonda::detail

namespace sonda::payload {

/// A word for the echo service (RFC 862).
inline constexpr payload_list echo{detail::echo_payloads};

/// A line for the services that answer whatever they get: users (RFC 866), daytime (RFC 867), quote of the day
/// (RFC 865), character generator (RFC 864) and time (RFC 868).
inline constexpr payload_list any_line{detail::any_line_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_INETD_HPP
