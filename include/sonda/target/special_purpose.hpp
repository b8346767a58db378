// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_SPECIAL_PURPOSE_HPP
#define SONDA_TARGET_SPECIAL_PURPOSE_HPP

#include <sonda/target/address_set.hpp>
#include <sonda/target/ip_range.hpp>

#include <cstdint>
#include <string_view>

namespace sonda::target {

/** Addresses that are no hosts of the public network, and the document that says so.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct special_purpose_range
{
    ip_range range; ///< The addresses.
    std::string_view name; ///< What they are for.
    std::string_view source; ///< The document.
};

} // namespace sonda::target

namespace sonda::detail {

// `a.b.c.d/length`, with the address as a number.
constexpr target::ip_range special_v4(std::uint32_t first, unsigned length) noexcept
{
    return target::ip_range::v4(first, first | (0xffffffff >> length));
}

// A prefix of up to 64 bits.
constexpr target::ip_range special_v6(std::uint64_t high, unsigned length) noexcept
{
    constexpr auto ones = ~std::uint64_t{0};
    return target::ip_range::v6({high, 0}, {high | (length == 64 ? 0 : ones >> length), ones});
}

} // namespace sonda::detail

namespace sonda::target {

/** The ranges that a sweep leaves out: what the IANA IPv4 and IPv6 special-purpose address registries (RFC 6890 and
    its successors) call not globally reachable, and multicast.
*/
// clang-format off
inline constexpr special_purpose_range special_purpose_ranges[] = {
    {detail::special_v4(0x00000000, 8), "this network", "RFC 791"},
    {detail::special_v4(0x0a000000, 8), "private use", "RFC 1918"},
    {detail::special_v4(0x64400000, 10), "shared address space", "RFC 6598"},
    {detail::special_v4(0x7f000000, 8), "loopback", "RFC 1122"},
    {detail::special_v4(0xa9fe0000, 16), "link-local", "RFC 3927"},
    {detail::special_v4(0xac100000, 12), "private use", "RFC 1918"},
    {detail::special_v4(0xc0000000, 24), "protocol assignments", "RFC 6890"},
    {detail::special_v4(0xc0000200, 24), "documentation", "RFC 5737"},
    {detail::special_v4(0xc0a80000, 16), "private use", "RFC 1918"},
    {detail::special_v4(0xc6120000, 15), "benchmarking", "RFC 2544"},
    {detail::special_v4(0xc6336400, 24), "documentation", "RFC 5737"},
    {detail::special_v4(0xcb007100, 24), "documentation", "RFC 5737"},
    {detail::special_v4(0xe0000000, 4), "multicast", "RFC 5771"},
    {detail::special_v4(0xf0000000, 4), "reserved, and the limited broadcast", "RFC 1112"},
    {ip_range::v6({0, 0}, {0, 1}), "unspecified and loopback", "RFC 4291"},
    {ip_range::v6({0, 0xffff00000000}, {0, 0xffffffffffff}), "IPv4-mapped", "RFC 4291"},
    {detail::special_v6(0x0064ff9b00010000, 48), "local-use translation", "RFC 8215"},
    {detail::special_v6(0x0100000000000000, 64), "discard-only", "RFC 6666"},
    {detail::special_v6(0x0100000000000001, 64), "dummy prefix", "RFC 9780"},
    {detail::special_v6(0x2001000000000000, 23), "protocol assignments", "RFC 2928"},
    {detail::special_v6(0x20010db800000000, 32), "documentation", "RFC 3849"},
    {detail::special_v6(0x3fff000000000000, 20), "documentation", "RFC 9637"},
    {detail::special_v6(0x5f00000000000000, 16), "segment routing", "RFC 9602"},
    {detail::special_v6(0xfc00000000000000, 7), "unique local", "RFC 4193"},
    {detail::special_v6(0xfe80000000000000, 10), "link-local", "RFC 4291"},
    {detail::special_v6(0xff00000000000000, 8), "multicast", "RFC 4291"},
};
// clang-format on

/// True for a range of more addresses than an IPv4 /8 or an IPv6 /32 has: then it is a network and no longer hosts.
constexpr bool is_sweep(ip_range const& range) noexcept
{
    auto const extent = range.last() - range.first();
    return range.is_v6() ? extent.high > 0xffffffff : extent.low > 0xffffff;
}

/** What a range comes to, if it is a sweep.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct sweep
{
    address_set kept; ///< What is scanned.
    address_set skipped; ///< What is left out; empty if the range is no sweep.
};

/** Divides a range that a user named: of a sweep the special-purpose ranges are skipped, any other is kept whole.

    A range that was also named by itself is still wanted, so the callers add up what is kept, and say how many are
    skipped after that.
*/
inline sweep without_special_purpose(ip_range const& range)
{
    sweep result;
    result.kept.insert(range);
    if (!is_sweep(range))
        return result;
    for (auto const& special : special_purpose_ranges)
        result.kept.erase(special.range);
    result.skipped.insert(range);
    result.skipped.erase(result.kept);
    return result;
}

} // namespace sonda::target

#endif // SONDA_TARGET_SPECIAL_PURPOSE_HPP
