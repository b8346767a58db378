// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_ADDRESS_SET_HPP
#define SONDA_TARGET_ADDRESS_SET_HPP

#include <sonda/detail/exclusion_reach.hpp>
#include <sonda/target/ip_range.hpp>

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace sonda::target {

/** A set of addresses, held as sorted ranges that neither overlap nor touch.

    Its memory depends on the number of ranges, never on the number of addresses: `0.0.0.0/0` is one range.
    Addresses of different families and zones are different addresses.

    @par Complexity
    `insert`, `erase`, `contains`, `excludes`: O(log ranges), plus the number of ranges that are swallowed. `exclude`:
    the same for each range and each zone of the set.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class address_set
{
public:
    /// Iterates over the ranges, in order.
    using const_iterator = std::set<ip_range>::const_iterator;

    /// No addresses.
    address_set() = default;

    /// The addresses of one range.
    address_set(ip_range const& range) { ranges_.insert(range); }

    /// Adds all addresses of a range; those that are there already stay once.
    void insert(ip_range range)
    {
        auto next = after(range);
        if (next != ranges_.begin() && touch(*std::prev(next), range))
            --next;
        while (next != ranges_.end() && touch((std::min)(*next, range), (std::max)(*next, range))) {
            range = hull(*next, range);
            next = ranges_.erase(next);
        }
        ranges_.insert(next, range);
    }

    /// Adds all addresses of another set.
    void insert(address_set const& other)
    {
        for (auto const& range : other)
            insert(range);
    }

    /// Removes all addresses of a range; those that are not there are ignored.
    void erase(ip_range const& range)
    {
        auto next = after(range);
        if (next != ranges_.begin())
            --next;
        while (next != ranges_.end() && (next->overlaps(range) || *next < range)) {
            if (!next->overlaps(range)) {
                ++next;
                continue;
            }
            auto const old = *next;
            next = ranges_.erase(next);
            if (old.first() < range.first())
                ranges_.insert(next, part(old, old.first(), range.first() - ip_number{0, 1}));
            if (range.last() < old.last())
                next = ranges_.insert(next, part(old, range.last() + ip_number{0, 1}, old.last()));
        }
    }

    /// Removes all addresses of another set.
    void erase(address_set const& other)
    {
        if (&other == this) {
            ranges_.clear();
            return;
        }
        for (auto const& range : other)
            erase(range);
    }

    /** Removes all that an exclusion of these addresses means, which is more than they are.

        An address without a zone is removed in every zone; one with a zone in that zone alone. With an IPv4 address
        goes the IPv4-mapped IPv6 address, which is the same host.
    */
    void exclude(address_set const& excluded)
    {
        if (&excluded == this) {
            ranges_.clear();
            return;
        }
        auto const present = zones();
        for (auto const& range : excluded)
            detail::each_reached(range, present, [this](ip_range const& reached) { erase(reached); });
    }

    /// True if @ref exclude of this set removes the address.
    bool excludes(boost::asio::ip::address const& address) const noexcept
    {
        bool found = false;
        detail::each_reaching(ip_range(address),
                              [&](ip_range const& reaching) { found = found || contains(reaching); });
        return found;
    }

    /// The zones of the IPv6 addresses, ascending; 0 is one if there are addresses without a zone.
    std::vector<std::uint32_t> zones() const
    {
        constexpr auto ones = ~std::uint64_t{0};
        std::vector<std::uint32_t> all;
        for (auto at = ranges_.lower_bound(ip_range::v6({}, {})); at != ranges_.end();) {
            all.push_back(at->zone());
            at = ranges_.upper_bound(ip_range::v6({ones, ones}, {ones, ones}, at->zone()));
        }
        return all;
    }

    /// True if all addresses of the range, which may be a single address, are in the set.
    bool contains(ip_range const& range) const noexcept
    {
        auto const next = after(range);
        return next != ranges_.begin() && std::prev(next)->contains(range);
    }

    /// The number of addresses, or nothing if it is more than 2^64 - 1.
    std::optional<std::uint64_t> count() const noexcept
    {
        std::uint64_t sum = 0;
        for (auto const& range : ranges_) {
            auto const more = range.count();
            if (!more || *more > ~sum)
                return std::nullopt;
            sum += *more;
        }
        return sum;
    }

    bool empty() const noexcept { return ranges_.empty(); } ///< True if there is no address.
    std::size_t ranges() const noexcept { return ranges_.size(); } ///< The number of ranges.
    const_iterator begin() const noexcept { return ranges_.begin(); } ///< The first range.
    const_iterator end() const noexcept { return ranges_.end(); } ///< Past the last range.

    /// Equality of the addresses.
    friend bool operator==(address_set const&, address_set const&) noexcept = default;

private:
    static ip_range part(ip_range const& of, ip_number first, ip_number last) noexcept
    {
        return of.is_v6() ? ip_range::v6(first, last, of.zone())
                          : ip_range::v4(static_cast<std::uint32_t>(first.low), static_cast<std::uint32_t>(last.low));
    }

    static ip_range hull(ip_range const& a, ip_range const& b) noexcept
    {
        return part(a, (std::min)(a.first(), b.first()), (std::max)(a.last(), b.last()));
    }

    // Overlapping or adjacent; `a` is not after `b`. The sum wraps at the last address only, where nothing follows.
    static bool touch(ip_range const& a, ip_range const& b) noexcept
    {
        return a.same_space(b) && (b.first() <= a.last() || a.last() + ip_number{0, 1} == b.first());
    }

    // The first range that begins after the first address of `range`.
    const_iterator after(ip_range const& range) const noexcept
    {
        constexpr auto ones = ~std::uint64_t{0};
        auto const last = range.is_v6() ? ip_number{ones, ones} : ip_number{0, 0xffffffff};
        return ranges_.upper_bound(part(range, range.first(), last));
    }

    std::set<ip_range> ranges_;
};

} // namespace sonda::target

#endif // SONDA_TARGET_ADDRESS_SET_HPP
