// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PARSE_ADDRESS_HPP
#define SONDA_TARGET_PARSE_ADDRESS_HPP

#include <sonda/target/ip_range.hpp>
#include <sonda/target/parse_error.hpp>
#include <sonda/target/parse_numbers.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/system/result.hpp>

#if !defined(_WIN32)
#include <net/if.h>
#endif

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonda::detail {

using address_result = boost::system::result<boost::asio::ip::address, target::parse_error>;
using range_result = boost::system::result<target::ip_range, target::parse_error>;

inline std::optional<boost::asio::ip::address> parse_v4(std::string_view text) noexcept
{
    std::uint32_t value = 0;
    for (int i = 0; i != 4; ++i) {
        auto const dot = i == 3 ? text.size() : text.find('.');
        if (dot == std::string_view::npos)
            return std::nullopt;
        auto const octet = parse_plain_decimal(text.substr(0, dot), 255);
        if (!octet)
            return std::nullopt;
        value = value << 8 | *octet;
        text.remove_prefix(i == 3 ? dot : dot + 1);
    }
    return boost::asio::ip::address_v4(value);
}

// The scope id of a zone: a number, or the name of an interface of this machine.
inline std::optional<std::uint32_t> parse_zone(std::string_view text)
{
    if (auto const number = parse_plain_decimal(text, 0xffffffff))
        return *number == 0 ? std::nullopt : number;
    if (text.empty() || text.size() > 64 || text.find('\0') != std::string_view::npos)
        return std::nullopt;
#if defined(_WIN32)
    boost::system::error_code failure;
    auto const probe = boost::asio::ip::make_address_v6("fe80::1%" + std::string(text), failure);
    auto const index = failure ? 0 : static_cast<std::uint32_t>(probe.scope_id());
#else
    auto const index = static_cast<std::uint32_t>(::if_nametoindex(std::string(text).c_str()));
#endif
    return index == 0 ? std::nullopt : std::optional(index);
}

// An IPv6 address without a zone. The longest has 45 characters.
inline std::optional<boost::asio::ip::address_v6> parse_plain_v6(std::string_view text)
{
    if (text.size() > 45 || text.find_first_of(std::string_view("%\0", 2)) != std::string_view::npos)
        return std::nullopt;
    boost::system::error_code failure;
    auto const address = boost::asio::ip::make_address_v6(std::string(text), failure);
    return failure ? std::nullopt : std::optional(address);
}

inline address_result parse_v6(std::string_view text)
{
    auto const percent = text.find('%');
    auto address = parse_plain_v6(text.substr(0, percent));
    if (!address)
        return parse_failure(error::bad_address, text, "not an IPv6 address");
    if (percent == std::string_view::npos)
        return target::unmapped(*address);
    auto const zone = parse_zone(text.substr(percent + 1));
    if (!zone)
        return parse_failure(error::bad_address, text,
                             "no such zone: neither a number nor an interface of this machine");
    if (address->is_v4_mapped())
        return parse_failure(error::bad_address, text, "an IPv4 address has no zone");
    address->scope_id(*zone);
    return boost::asio::ip::address(*address);
}

inline address_result parse_address(std::string_view text)
{
    if (text.find(':') != std::string_view::npos)
        return parse_v6(text);
    if (auto const four = parse_v4(text))
        return *four;
    return parse_failure(error::bad_address, text,
                         "not an IPv4 address: four decimal numbers up to 255 without leading zeros are needed");
}

inline range_result parse_prefix_without_zone(std::string_view text, std::size_t slash)
{
    auto const address = parse_address(text.substr(0, slash));
    if (!address)
        return parse_failure(error::bad_address, text, "no address before the slash; a name has no prefix");
    // What was written decides the length, also where it stands for an IPv4 address.
    bool const six = text.find(':') != std::string_view::npos;
    auto const length = parse_plain_decimal(text.substr(slash + 1), six ? 128 : 32);
    if (!length)
        return parse_failure(error::bad_address, text,
                             six ? "the prefix length is a number up to 128"
                                 : "the prefix length is a number up to 32");
    if (!six || address->is_v6())
        return target::ip_range::prefix(*address, *length);
    if (*length < 96) // More than the mapped addresses: what was written is meant.
        return target::ip_range::prefix(*parse_plain_v6(text.substr(0, slash)), *length);
    return target::ip_range::prefix(*address, *length - 96);
}

// The zone stands after the address or after the length.
inline range_result parse_prefix(std::string_view text, std::size_t slash)
{
    auto const percent = text.find('%', slash);
    auto const range = parse_prefix_without_zone(text.substr(0, percent), slash);
    if (percent == std::string_view::npos)
        return range;
    if (!range)
        return parse_failure(static_cast<error>(range.error().code.value()), text, range.error().reason);
    auto const zone = parse_zone(text.substr(percent + 1));
    if (!zone)
        return parse_failure(error::bad_address, text,
                             "no such zone: neither a number nor an interface of this machine");
    if (!range->is_v6() || range->zone() != 0)
        return parse_failure(error::bad_address, text,
                             range->is_v6() ? "there are two zones" : "an IPv4 address has no zone");
    return range->in_zone(*zone);
}

// Where a range is divided, or npos. Zones may have hyphens, so with IPv6 the second part must be an address.
inline std::size_t range_hyphen(std::string_view text)
{
    if (text.find(':') == std::string_view::npos)
        return text.find('-');
    for (auto at = text.rfind('-'); at != std::string_view::npos && at != 0; at = text.rfind('-', at - 1)) {
        auto const second = text.substr(at + 1);
        if (second.find(':') != std::string_view::npos && parse_plain_v6(second.substr(0, second.find('%'))))
            return at;
    }
    return std::string_view::npos;
}

// The address in the zone of another one, if both are of IPv6 and it has none itself.
inline boost::asio::ip::address in_zone_of(boost::asio::ip::address const& other,
                                           boost::asio::ip::address const& address)
{
    if (!address.is_v6() || !other.is_v6() || address.to_v6().scope_id() != 0)
        return address;
    auto six = address.to_v6();
    six.scope_id(other.to_v6().scope_id());
    return six;
}

// The last address of a range: whole, or the last octet alone.
inline address_result parse_range_end(std::string_view text, boost::asio::ip::address const& first)
{
    if (first.is_v4() && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
        auto const octet = parse_plain_decimal(text, 255);
        if (!octet)
            return parse_failure(error::bad_address, text, "the last octet of a range is a number up to 255");
        return boost::asio::ip::address(boost::asio::ip::address_v4((first.to_v4().to_uint() & 0xffffff00) | *octet));
    }
    return parse_address(text);
}

inline range_result parse_range(std::string_view text, std::size_t hyphen)
{
    auto const first = parse_address(text.substr(0, hyphen));
    if (!first)
        return parse_failure(error::bad_address, text, "the range does not begin with an address");
    auto const last = parse_range_end(text.substr(hyphen + 1), *first);
    if (!last)
        return parse_failure(error::bad_address, text, "the range does not end with an address");
    // One zone is enough for both ends.
    auto const range = target::ip_range::between(in_zone_of(*last, *first), in_zone_of(*first, *last));
    if (range)
        return *range;
    if (range.error() == error::bad_range)
        return parse_failure(error::bad_range, text, "the end of the range is before its start");
    return parse_failure(error::bad_address, text, "the ends of the range differ in family or zone");
}

} // namespace sonda::detail

namespace sonda::target {

/** Reads an address, a prefix or a range: `192.0.2.1`, `192.0.2.0/24`, `192.0.2.1-192.0.2.9`, `192.0.2.1-9`,
    `2001:db8::/64`, `::1-::9`, `fe80::1%eth0`, `fe80::1%2`, `fe80::/10%eth0`, `fe80::1-fe80::9%2`.

    Host bits of a prefix are masked. IPv4 is four decimal numbers: short, octal and hexadecimal forms are refused. A
    zone is a number or the name of an interface that this machine has, and stands after an address or at the end. An IPv4-mapped address is the IPv4 address.

    @par Error codes
    @li `sonda::error::empty`  there is no text.
    @li `sonda::error::bad_address`  it is none of these.
    @li `sonda::error::bad_range`  the last address is before the first.

    @par Exception safety
    Throws `std::bad_alloc` alone.
*/
inline boost::system::result<ip_range, parse_error> parse_ip_range(std::string_view text)
{
    if (text.empty())
        return detail::parse_failure(error::empty, text, "an address is missing");
    if (auto const slash = text.find('/'); slash != std::string_view::npos)
        return detail::parse_prefix(text, slash);
    if (auto const hyphen = detail::range_hyphen(text); hyphen != std::string_view::npos)
        return detail::parse_range(text, hyphen);
    auto const address = detail::parse_address(text);
    if (!address)
        return address.error();
    return ip_range(*address);
}

} // namespace sonda::target

#endif // SONDA_TARGET_PARSE_ADDRESS_HPP
