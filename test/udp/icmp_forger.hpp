// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_UDP_ICMP_FORGER_HPP
#define SONDA_TEST_UDP_ICMP_FORGER_HPP

#include <sonda/endpoint.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace test {

/// An ICMP error that a router might have sent.
struct forged_icmp
{
    std::string sender;
    std::uint8_t type;
    std::uint8_t code;
};

/// The IPv4 source of the datagram that the error is about.
struct forged_source
{
    std::string address;
    std::uint16_t port;
};

inline void append_be16(std::vector<std::uint8_t>& to, unsigned value)
{
    to.push_back(static_cast<std::uint8_t>(value >> 8));
    to.push_back(static_cast<std::uint8_t>(value));
}

inline void append_be32(std::vector<std::uint8_t>& to, std::uint32_t value)
{
    append_be16(to, value >> 16);
    append_be16(to, value & 0xffff);
}

/// The checksum of RFC 1071 over an even number of bytes.
inline unsigned internet_checksum(std::vector<std::uint8_t> const& bytes)
{
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
        sum += std::uint32_t{bytes[i]} << 8 | bytes[i + 1];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

/// The header of RFC 791 and that of RFC 768 of an empty datagram: what an ICMP error quotes.
inline std::vector<std::uint8_t> quoted_datagram(forged_source const& source, sonda::endpoint const& target)
{
    std::vector<std::uint8_t> quote{0x45, 0};
    append_be16(quote, 28);
    append_be32(quote, 0);
    quote.push_back(64);
    quote.push_back(IPPROTO_UDP);
    append_be16(quote, 0);
    append_be32(quote, ntohl(::inet_addr(source.address.c_str())));
    append_be32(quote, static_cast<std::uint32_t>(target.low()));
    append_be16(quote, source.port);
    append_be16(quote, target.port());
    append_be16(quote, 8);
    append_be16(quote, 0);
    return quote;
}

/// Sends an ICMP error (RFC 792) about a datagram to `source`. Needs root; only inside a namespace.
inline void forge_icmp(forged_icmp const& error, forged_source const& source, sonda::endpoint const& target)
{
    std::vector<std::uint8_t> message{error.type, error.code, 0, 0, 0, 0, 0, 0};
    auto const quote = quoted_datagram(source, target);
    message.insert(message.end(), quote.begin(), quote.end());
    auto const sum = internet_checksum(message);
    message[2] = static_cast<std::uint8_t>(sum >> 8);
    message[3] = static_cast<std::uint8_t>(sum);

    auto address_of = [](std::string const& text) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = ::inet_addr(text.c_str());
        return address;
    };
    auto const from = address_of(error.sender);
    auto const to = address_of(source.address);
    int const raw = ::socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP);
    bool const sent = raw >= 0 && ::bind(raw, reinterpret_cast<sockaddr const*>(&from), sizeof from) == 0 &&
                      ::sendto(raw, message.data(), message.size(), 0, reinterpret_cast<sockaddr const*>(&to),
                               sizeof to) == static_cast<ssize_t>(message.size());
    int const failure = errno;
    ::close(raw);
    if (!sent)
        throw std::system_error(failure, std::generic_category(), "forge_icmp");
}

/// Sends an ICMPv6 "packet too big" (RFC 4443, 3.2) with the smallest MTU, about an empty datagram from and to ::1.
inline void forge_packet_too_big(std::uint16_t source_port, std::uint16_t target_port)
{
    std::vector<std::uint8_t> message{2, 0, 0, 0}; // the system adds the checksum
    append_be32(message, 1280);
    append_be32(message, 0x6000'0000); // the header of RFC 8200
    append_be16(message, 8);
    message.push_back(IPPROTO_UDP);
    message.push_back(64);
    for (int address = 0; address != 2; ++address)
        message.insert(message.end(), in6addr_loopback.s6_addr, in6addr_loopback.s6_addr + 16);
    append_be16(message, source_port);
    append_be16(message, target_port);
    append_be16(message, 8);
    append_be16(message, 0);

    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_addr = in6addr_loopback;
    int const raw = ::socket(AF_INET6, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMPV6);
    bool const sent = raw >= 0 && ::sendto(raw, message.data(), message.size(), 0, reinterpret_cast<sockaddr*>(&to),
                                           sizeof to) == static_cast<ssize_t>(message.size());
    int const failure = errno;
    ::close(raw);
    if (!sent)
        throw std::system_error(failure, std::generic_category(), "forge_packet_too_big");
}

} // namespace test

#endif // SONDA_TEST_UDP_ICMP_FORGER_HPP
