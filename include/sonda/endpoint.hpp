// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ENDPOINT_HPP
#define SONDA_ENDPOINT_HPP

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/basic_endpoint.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

namespace sonda {

/// The transport protocols that a probe can speak.
enum class protocol : std::uint8_t { tcp, udp };

/// The lower-case name of a protocol: `tcp` or `udp`.
constexpr std::string_view to_string(protocol value) noexcept
{
    return value == protocol::tcp ? "tcp" : "udp";
}

/** What a probe is sent to: an address, a port and a protocol, in 24 bytes.

    It holds the address as a number, so that a target space can compute the endpoint of an index without touching a
    `sockaddr`, and converts to and from the endpoints of Boost.Asio. Ordered by family, address, zone, protocol, port.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class endpoint
{
public:
    /// `0.0.0.0`, port 0, TCP.
    constexpr endpoint() noexcept = default;

    /// An IPv4 endpoint; `address` in host byte order.
    static constexpr endpoint v4(std::uint32_t address, std::uint16_t port, protocol proto = protocol::tcp) noexcept
    {
        return {false, 0, address, 0, proto, port};
    }

    /// An IPv6 endpoint; the halves of the address in host byte order, `zone` the scope id or 0.
    static constexpr endpoint v6(std::uint64_t high, std::uint64_t low, std::uint32_t zone, std::uint16_t port,
                                 protocol proto = protocol::tcp) noexcept
    {
        return {true, high, low, zone, proto, port};
    }

    /// From an address of Boost.Asio.
    endpoint(boost::asio::ip::address const& address, std::uint16_t port, protocol proto = protocol::tcp) noexcept
        : port_(port)
        , protocol_(proto)
        , v6_(address.is_v6())
    {
        if (!v6_) {
            low_ = address.to_v4().to_uint();
            return;
        }
        auto const six = address.to_v6();
        auto const bytes = six.to_bytes();
        for (std::size_t i = 0; i != 8; ++i) {
            high_ = high_ << 8 | bytes[i];
            low_ = low_ << 8 | bytes[i + 8];
        }
        zone_ = static_cast<std::uint32_t>(six.scope_id());
    }

    /// From an endpoint of Boost.Asio.
    template<class InternetProtocol>
    endpoint(boost::asio::ip::basic_endpoint<InternetProtocol> const& other, protocol proto) noexcept
        : endpoint(other.address(), other.port(), proto)
    {}

    /// The address.
    boost::asio::ip::address address() const noexcept
    {
        if (!v6_)
            return boost::asio::ip::address_v4(static_cast<std::uint32_t>(low_));
        boost::asio::ip::address_v6::bytes_type bytes;
        for (std::size_t i = 0; i != 8; ++i) {
            bytes[i] = static_cast<unsigned char>(high_ >> (56 - 8 * i));
            bytes[i + 8] = static_cast<unsigned char>(low_ >> (56 - 8 * i));
        }
        return boost::asio::ip::address_v6(bytes, zone_);
    }

    /// The same endpoint in Boost.Asio's form, e.g. `as<boost::asio::ip::tcp>()`.
    template<class InternetProtocol>
    boost::asio::ip::basic_endpoint<InternetProtocol> as() const noexcept
    {
        return {address(), port_};
    }

    constexpr bool is_v6() const noexcept { return v6_; } ///< True for IPv6.
    constexpr std::uint64_t high() const noexcept { return high_; } ///< Upper half of an IPv6 address, 0 for IPv4.
    constexpr std::uint64_t low() const noexcept { return low_; } ///< Lower half of an IPv6 address, or the IPv4 one.
    constexpr std::uint32_t zone() const noexcept { return zone_; } ///< The IPv6 scope id, 0 for none.
    constexpr std::uint16_t port() const noexcept { return port_; } ///< The port.
    constexpr sonda::protocol protocol() const noexcept { return protocol_; } ///< The protocol.

    /// Equality of all parts.
    friend constexpr bool operator==(endpoint const&, endpoint const&) noexcept = default;

    /// By family, address, zone, protocol, port.
    friend constexpr std::strong_ordering operator<=>(endpoint const& a, endpoint const& b) noexcept
    {
        return std::tie(a.v6_, a.high_, a.low_, a.zone_, a.protocol_, a.port_) <=>
               std::tie(b.v6_, b.high_, b.low_, b.zone_, b.protocol_, b.port_);
    }

private:
    constexpr endpoint(bool v6, std::uint64_t high, std::uint64_t low, std::uint32_t zone, sonda::protocol proto,
                       std::uint16_t port) noexcept
        : high_(high)
        , low_(low)
        , zone_(zone)
        , port_(port)
        , protocol_(proto)
        , v6_(v6)
    {}

    std::uint64_t high_ = 0;
    std::uint64_t low_ = 0;
    std::uint32_t zone_ = 0;
    std::uint16_t port_ = 0;
    sonda::protocol protocol_ = sonda::protocol::tcp;
    bool v6_ = false;
};

/// `127.0.0.1:80` or `[::1]:80`: the form that is accepted back as a target.
inline std::string to_string(endpoint const& value)
{
    auto const address = value.address().to_string();
    auto const port = std::to_string(value.port());
    return value.is_v6() ? '[' + address + "]:" + port : address + ':' + port;
}

} // namespace sonda

#endif // SONDA_ENDPOINT_HPP
