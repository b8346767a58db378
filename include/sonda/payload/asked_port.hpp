// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_ASKED_PORT_HPP
#define SONDA_PAYLOAD_ASKED_PORT_HPP

#include <sonda/payload/payload_source.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonda::detail {

constexpr bool begins_with(payload::bytes head, std::string_view text) noexcept
{
    if (head.size() < text.size())
        return false;
    for (std::size_t i = 0; i != text.size(); ++i)
        if (head[i] != std::byte{static_cast<unsigned char>(text[i])})
            return false;
    return true;
}

/// ERROR, the first block of DATA, or OACK (RFC 1350, 5; RFC 2347).
constexpr bool is_tftp_answer(payload::bytes head) noexcept
{
    if (head.size() < 4 || head[0] != std::byte{0})
        return false;
    if (head[1] == std::byte{5})
        return head[2] == std::byte{0} && head[3] < std::byte{9};
    return head[1] == std::byte{6} || (head[1] == std::byte{3} && head[2] == std::byte{0} && head[3] == std::byte{1});
}

} // namespace sonda::detail

namespace sonda::payload {

/** The port of a service that may answer from another port than it was asked at.

    A TFTP server answers from a port of its choice (RFC 1350, 4), and a device may do so by SSDP (UPnP Device
    Architecture 2.0, 1.3.3) and WS-Discovery (SOAP-over-UDP 1.1, 4). Whoever asked the port of such a service, at the
    address from which such an answer comes, has found it.

    @param head  The first bytes of a datagram, @ref head_size of them or all.

    @return 69, 1900, 3702, or 0 for what is no answer of these.
*/
constexpr std::uint16_t asked_port(bytes head) noexcept
{
    if (detail::is_tftp_answer(head))
        return 69;
    if (detail::begins_with(head, "HTTP/1.1 200"))
        return 1900;
    return detail::begins_with(head, "<?xml ") ? 3702 : 0;
}

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_ASKED_PORT_HPP
