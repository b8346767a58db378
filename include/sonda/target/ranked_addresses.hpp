// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RANKED_ADDRESSES_HPP
#define SONDA_TARGET_RANKED_ADDRESSES_HPP

#include <sonda/target/address_set.hpp>
#include <sonda/target/range_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonda::detail {

// An address set that no longer changes, so that the number of an address and the address of a number are a binary
// search away. The first range stands apart: most scans have no other.
class ranked_addresses
{
public:
    ranked_addresses() = default;

    // Requires that the set counts its addresses in 64 bits.
    explicit ranked_addresses(target::address_set const& set)
        : count_(*set.count())
    {
        if (set.empty())
            return;
        front_ = *set.begin();
        if (set.ranges() == 1)
            return;
        ranges_.assign(set.begin(), set.end());
        starts_.reserve(ranges_.size());
        std::uint64_t before = 0;
        for (auto const& range : ranges_) {
            starts_.push_back(before);
            before += *range.count();
        }
    }

    std::uint64_t count() const noexcept { return count_; }

    endpoint at(std::uint64_t rank, std::uint16_t port, protocol proto) const noexcept
    {
        if (starts_.empty())
            return front_.at(rank, port, proto);
        // A list of single hosts needs no search.
        auto const i = count_ == ranges_.size() ? rank : range_holding(starts_, rank);
        return ranges_[i].at(rank - starts_[i], port, proto);
    }

    bool overlaps(target::ip_range const& range) const noexcept
    {
        auto const meets = [&](auto const& own) { return own.overlaps(range); };
        return count_ != 0 && (starts_.empty() ? meets(front_) : std::any_of(ranges_.begin(), ranges_.end(), meets));
    }

    std::optional<std::uint64_t> rank_of(target::ip_range const& address) const noexcept
    {
        if (starts_.empty()) {
            if (count_ == 0 || !front_.contains(address))
                return std::nullopt;
            return (address.first() - front_.first()).low;
        }
        // Ranges are disjoint, so the one that ends at or after the address is the one that can hold it.
        auto const at = std::partition_point(ranges_.begin(), ranges_.end(), [&](auto const& range) {
            return range < address && !range.contains(address);
        });
        if (at == ranges_.end() || !at->contains(address))
            return std::nullopt;
        return starts_[static_cast<std::size_t>(at - ranges_.begin())] + (address.first() - at->first()).low;
    }

private:
    std::uint64_t count_ = 0;
    target::ip_range front_;
    std::vector<target::ip_range> ranges_;
    std::vector<std::uint64_t> starts_; // the addresses before each range
};

} // namespace sonda::detail

#endif // SONDA_TARGET_RANKED_ADDRESSES_HPP
