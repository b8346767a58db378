// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_ENDPOINT_TABLE_HPP
#define SONDA_DETAIL_UDP_ENDPOINT_TABLE_HPP

#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sonda::detail {

/** Which slots wait for an endpoint: a flat hash table with linear probing whose size is fixed at construction.

    At most half full, and an erase shifts the followers back, so that there are no tombstones and a look-up of a
    stranger's address ends soon. Several slots may wait for one endpoint. An entry is 8 bytes: 4,500 slots are 128 KiB.
*/
class udp_endpoint_table
{
public:
    static constexpr slot_id none = ~slot_id{0};

    explicit udp_endpoint_table(std::size_t slots)
        : entries_(std::bit_ceil((std::max<std::size_t>)(slots, 1) * 2))
        , keys_(slots)
        , mask_(entries_.size() - 1)
    {}

    endpoint const& key(slot_id slot) const noexcept { return keys_[slot]; }

    void insert(slot_id slot, endpoint const& key) noexcept
    {
        keys_[slot] = key;
        auto const tag = hash(key);
        auto at = tag & mask_;
        while (entries_[at].slot != none)
            at = (at + 1) & mask_;
        entries_[at] = {tag, slot};
    }

    /// Some slot that waits for the endpoint, or `none`.
    slot_id find(endpoint const& key) const noexcept
    {
        auto const tag = hash(key);
        for (auto at = tag & mask_; entries_[at].slot != none; at = (at + 1) & mask_) {
            if (entries_[at].tag == tag && keys_[entries_[at].slot] == key)
                return entries_[at].slot;
        }
        return none;
    }

    void erase(slot_id slot) noexcept
    {
        auto at = hash(keys_[slot]) & mask_;
        while (entries_[at].slot != slot) {
            if (entries_[at].slot == none)
                return;
            at = (at + 1) & mask_;
        }
        close_gap(at);
    }

private:
    struct entry
    {
        std::uint32_t tag = 0;
        slot_id slot = none;
    };

    static std::uint32_t hash(endpoint const& key) noexcept
    {
        constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
        std::uint64_t value = (key.low() + key.port()) * odd;
        value ^= value >> 29 ^ key.high();
        value = (value + (std::uint64_t{key.port()} << 32 | key.zone())) * odd;
        return static_cast<std::uint32_t>(value >> 32);
    }

    /// Moves each follower that may stand nearer to its home into the gap.
    void close_gap(std::size_t gap) noexcept
    {
        for (auto at = (gap + 1) & mask_; entries_[at].slot != none; at = (at + 1) & mask_) {
            auto const home = entries_[at].tag & mask_;
            if (((at - home) & mask_) >= ((at - gap) & mask_)) {
                entries_[gap] = entries_[at];
                gap = at;
            }
        }
        entries_[gap].slot = none;
    }

    std::vector<entry> entries_;
    std::vector<endpoint> keys_;
    std::size_t mask_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_ENDPOINT_TABLE_HPP
