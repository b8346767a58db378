// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_IP_RANGE_HPP
#define SONDA_TARGET_IP_RANGE_HPP

#include <sonda/endpoint.hpp>
#include <sonda/error.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/system/result.hpp>

#include <compare>
#include <cstdint>
#include <optional>

namespace sonda::target {

/** An address as an unsigned number of 128 bits; arithmetic wraps around.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct ip_number
{
    std::uint64_t high = 0; ///< The upper half; 0 for IPv4.
    std::uint64_t low = 0; ///< The lower half, or the IPv4 address.

    /// By value.
    friend constexpr auto operator<=>(ip_number const&, ip_number const&) noexcept = default;

    /// The sum, modulo 2^128.
    friend constexpr ip_number operator+(ip_number a, ip_number b) noexcept
    {
        auto const sum = a.low + b.low;
        return {a.high + b.high + (sum < a.low ? 1 : 0), sum};
    }

    /// The difference, modulo 2^128.
    friend constexpr ip_number operator-(ip_number a, ip_number b) noexcept
    {
        return {a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};
    }
};

/** One or more neighbouring addresses of one family and, for IPv6, one zone.

    Never empty: `first() <= last()`. Ordered by family, zone, first and last address.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class ip_range
{
public:
    /// `0.0.0.0` alone.
    constexpr ip_range() noexcept = default;

    /// One address.
    ip_range(boost::asio::ip::address const& address) noexcept
        : ip_range(endpoint(address, 0))
    {}

    /// IPv4, from `first` to `last` in host byte order; requires `first <= last`.
    static constexpr ip_range v4(std::uint32_t first, std::uint32_t last) noexcept
    {
        return {false, 0, {0, first}, {0, last}};
    }

    /// IPv6, from `first` to `last`; requires `first <= last`. `zone` is the scope id or 0.
    static constexpr ip_range v6(ip_number first, ip_number last, std::uint32_t zone = 0) noexcept
    {
        return {true, zone, first, last};
    }

    /** Both ends and all that lies between.

        @par Error codes
        @li `sonda::error::bad_address`  the ends differ in family or zone.
        @li `sonda::error::bad_range`  the last is before the first.
    */
    static boost::system::result<ip_range> between(boost::asio::ip::address const& first,
                                                   boost::asio::ip::address const& last) noexcept
    {
        ip_range const a(first);
        ip_range const b(last);
        if (!a.same_space(b))
            return make_error_code(error::bad_address);
        if (b.first_ < a.first_)
            return make_error_code(error::bad_range);
        return ip_range(a.v6_, a.zone_, a.first_, b.first_);
    }

    /// The prefix of `length` bits that holds `address`; requires `length` up to 32 for IPv4 and 128 for IPv6.
    static ip_range prefix(boost::asio::ip::address const& address, unsigned length) noexcept
    {
        ip_range const at(address);
        auto const mask = host_mask((at.v6_ ? 128 : 32) - length);
        ip_number const first{at.first_.high & ~mask.high, at.first_.low & ~mask.low};
        return {at.v6_, at.zone_, first, first + mask};
    }

    constexpr bool is_v6() const noexcept { return v6_; } ///< True for IPv6.
    constexpr std::uint32_t zone() const noexcept { return zone_; } ///< The IPv6 scope id, 0 for none.
    constexpr ip_number first() const noexcept { return first_; } ///< The first address.
    constexpr ip_number last() const noexcept { return last_; } ///< The last address, which belongs to the range.

    /// The number of addresses, or nothing if it is more than 2^64 - 1.
    constexpr std::optional<std::uint64_t> count() const noexcept
    {
        auto const extent = last_ - first_;
        if (extent.high != 0 || extent.low == ~std::uint64_t{0})
            return std::nullopt;
        return extent.low + 1;
    }

    /// The address `offset` after the first, with a port and a protocol; requires `offset` inside the range.
    constexpr endpoint at(std::uint64_t offset, std::uint16_t port = 0, protocol proto = protocol::tcp) const noexcept
    {
        if (!v6_)
            return endpoint::v4(static_cast<std::uint32_t>(first_.low + offset), port, proto);
        auto const address = first_ + ip_number{0, offset};
        return endpoint::v6(address.high, address.low, zone_, port, proto);
    }

    /// The same addresses in another zone, or in none with 0; IPv4 as it is, as it has no zones.
    constexpr ip_range in_zone(std::uint32_t zone) const noexcept { return {v6_, v6_ ? zone : 0, first_, last_}; }

    /// True if all are IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2), in whatever zone.
    constexpr bool is_mapped() const noexcept
    {
        return v6_ && first_ >= ip_number{0, mapped_prefix} && last_ <= ip_number{0, mapped_prefix | 0xffffffff};
    }

    /// The IPv4-mapped IPv6 addresses of IPv4 addresses, without a zone; IPv6 as it is.
    constexpr ip_range mapped() const noexcept
    {
        return v6_ ? *this : v6({0, first_.low | mapped_prefix}, {0, last_.low | mapped_prefix});
    }

    /// True if `other` is of the same family and zone.
    constexpr bool same_space(ip_range const& other) const noexcept { return v6_ == other.v6_ && zone_ == other.zone_; }

    /// True if both have an address in common.
    constexpr bool overlaps(ip_range const& other) const noexcept
    {
        return same_space(other) && first_ <= other.last_ && other.first_ <= last_;
    }

    /// True if every address of `other` is in this range.
    constexpr bool contains(ip_range const& other) const noexcept
    {
        return same_space(other) && first_ <= other.first_ && other.last_ <= last_;
    }

    /// Equality of all parts.
    friend constexpr bool operator==(ip_range const&, ip_range const&) noexcept = default;

    /// By family, zone, first, last.
    friend constexpr auto operator<=>(ip_range const&, ip_range const&) noexcept = default;

private:
    constexpr ip_range(bool v6, std::uint32_t zone, ip_number first, ip_number last) noexcept
        : v6_(v6)
        , zone_(zone)
        , first_(first)
        , last_(last)
    {}

    explicit constexpr ip_range(endpoint const& at) noexcept
        : ip_range(at.is_v6(), at.zone(), {at.high(), at.low()}, {at.high(), at.low()})
    {}

    // A number whose lowest `bits` bits are set.
    static constexpr ip_number host_mask(unsigned bits) noexcept
    {
        constexpr auto ones = ~std::uint64_t{0};
        if (bits == 0)
            return {0, 0};
        if (bits <= 64)
            return {0, ones >> (64 - bits)};
        return {ones >> (128 - bits), ones};
    }

    static constexpr std::uint64_t mapped_prefix = 0xffff00000000;

    bool v6_ = false;
    std::uint32_t zone_ = 0;
    ip_number first_;
    ip_number last_;
};

/// The IPv4 address that an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) stands for; any other address as it is.
inline boost::asio::ip::address unmapped(boost::asio::ip::address const& address)
{
    if (!address.is_v6() || !address.to_v6().is_v4_mapped())
        return address;
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
}

} // namespace sonda::target

#endif // SONDA_TARGET_IP_RANGE_HPP
