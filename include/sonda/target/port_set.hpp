// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PORT_SET_HPP
#define SONDA_TARGET_PORT_SET_HPP

#include <sonda/target/range_search.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace sonda::target {

/** Neighbouring ports, from 1 to 65535; `first <= last`.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct port_range
{
    std::uint16_t first = 1; ///< The first port.
    std::uint16_t last = 65535; ///< The last port, which belongs to the range.

    /// By first and last port.
    friend constexpr auto operator<=>(port_range const&, port_range const&) noexcept = default;
};

/** A set of ports, held as sorted ranges that neither overlap nor touch.

    @par Complexity
    `insert` and `erase`: O(ranges). `contains`, `nth` and `index_of`: O(log ranges), O(1) for one range.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class port_set
{
public:
    /// Iterates over the ranges, in order.
    using const_iterator = std::vector<port_range>::const_iterator;

    /// No ports.
    port_set() = default;

    /// The ports of one range; requires `1 <= first <= last`.
    port_set(port_range range) { insert(range); }

    /// All ports: 1 to 65535.
    static port_set all() { return port_range{1, 65535}; }

    /// Adds the ports of a range; requires `1 <= first <= last`.
    void insert(port_range range)
    {
        // Compared as int, so that a neighbour of 65535 does not wrap.
        auto const begin =
            std::partition_point(ranges_.begin(), ranges_.end(), [&](auto r) { return r.last + 1 < range.first; });
        auto const end = std::partition_point(begin, ranges_.end(), [&](auto r) { return r.first <= range.last + 1; });
        if (begin != end) {
            range.first = (std::min)(range.first, begin->first);
            range.last = (std::max)(range.last, std::prev(end)->last);
        }
        replace(begin - ranges_.begin(), end - ranges_.begin(), range);
    }

    /// Adds one port; requires a port other than 0.
    void insert(std::uint16_t port) { insert(port_range{port, port}); }

    /// Adds the ports of another set.
    void insert(port_set const& other)
    {
        for (auto const range : std::vector<port_range>(other.ranges_))
            insert(range);
    }

    /// Removes the ports of a range; those that are not there are ignored.
    void erase(port_range range)
    {
        std::vector<port_range> kept;
        for (auto const old : ranges_) {
            if (old.last < range.first || range.last < old.first) {
                kept.push_back(old);
                continue;
            }
            if (old.first < range.first)
                kept.push_back({old.first, static_cast<std::uint16_t>(range.first - 1)});
            if (range.last < old.last)
                kept.push_back({static_cast<std::uint16_t>(range.last + 1), old.last});
        }
        ranges_ = std::move(kept);
        recount();
    }

    /// Removes the ports of another set.
    void erase(port_set const& other)
    {
        for (auto const range : std::vector<port_range>(other.ranges_))
            erase(range);
    }

    /// True if the port is in the set.
    bool contains(std::uint16_t port) const noexcept { return index_of(port).has_value(); }

    /// The number of ports, up to 65535.
    std::uint32_t count() const noexcept { return count_; }

    /// The port at a place in ascending order; requires `n < count()`.
    std::uint16_t nth(std::uint32_t n) const noexcept
    {
        if (ranges_.size() == 1)
            return static_cast<std::uint16_t>(ranges_.front().first + n);
        auto const range = detail::range_holding(starts_, n);
        return static_cast<std::uint16_t>(ranges_[range].first + (n - starts_[range]));
    }

    /// The place of a port in ascending order, or nothing if it is not in the set.
    std::optional<std::uint32_t> index_of(std::uint16_t port) const noexcept
    {
        auto const next = std::upper_bound(ranges_.begin(), ranges_.end(), port_range{port, 65535});
        if (next == ranges_.begin() || std::prev(next)->last < port)
            return std::nullopt;
        auto const range = static_cast<std::size_t>(next - ranges_.begin()) - 1;
        return starts_[range] + (port - std::uint32_t{ranges_[range].first});
    }

    bool empty() const noexcept { return ranges_.empty(); } ///< True if there is no port.
    std::size_t ranges() const noexcept { return ranges_.size(); } ///< The number of ranges.
    const_iterator begin() const noexcept { return ranges_.begin(); } ///< The first range.
    const_iterator end() const noexcept { return ranges_.end(); } ///< Past the last range.

    /// Equality of the ports.
    friend bool operator==(port_set const& a, port_set const& b) noexcept { return a.ranges_ == b.ranges_; }

    /// In lexicographical order of the ranges.
    friend auto operator<=>(port_set const& a, port_set const& b) noexcept { return a.ranges_ <=> b.ranges_; }

private:
    static std::uint32_t size_of(port_range range) noexcept { return range.last - std::uint32_t{range.first} + 1; }

    // Puts a range where others were. What follows is only moved on: files have many single ports, in any order.
    void replace(std::ptrdiff_t begin, std::ptrdiff_t end, port_range range)
    {
        auto const start_of = [this](std::ptrdiff_t n) {
            return n == std::ssize(starts_) ? count_ : starts_[static_cast<std::size_t>(n)];
        };
        auto const start = start_of(begin);
        auto const added = size_of(range) - (start_of(end) - start);
        ranges_.insert(ranges_.erase(ranges_.begin() + begin, ranges_.begin() + end), range);
        starts_.insert(starts_.erase(starts_.begin() + begin, starts_.begin() + end), start);
        std::for_each(starts_.begin() + begin + 1, starts_.end(), [added](auto& moved) { moved += added; });
        count_ += added;
    }

    void recount()
    {
        starts_.clear();
        count_ = 0;
        for (auto const range : ranges_) {
            starts_.push_back(count_);
            count_ += size_of(range);
        }
    }

    std::vector<port_range> ranges_;
    std::vector<std::uint32_t> starts_; // the ports before each range
    std::uint32_t count_ = 0;
};

} // namespace sonda::target

#endif // SONDA_TARGET_PORT_SET_HPP
