// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SHARED_POSITIONS_HPP
#define SONDA_DETAIL_SHARED_POSITIONS_HPP

#include <sonda/ordering_policy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace sonda::detail {

// Positions in a row that a part is going to visit. Without an ordering they are of its own.
template<ordering_policy Ordering>
struct taken_positions
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Ordering const* order = nullptr;
};

/*  The positions of all parts of a scan. Each part takes its own, block by block; one that has no more takes blocks of the
    part that has most left. So all end together, however much longer one of them is held up, and each part is visited
    from its front to its end all the same, which is what keeps the record of what is done small.

    A block is as much as is started in one go, and at most half of what is left, so that nobody sits on the last ones.
*/
template<ordering_policy Ordering>
class shared_positions
{
public:
    static constexpr std::uint64_t block = 64;

    explicit shared_positions(std::size_t parts)
        : parts_(parts)
    {}

    // The part begins, and visits all of an ordering. Once for each.
    void enlist(std::size_t part, Ordering const& order)
    {
        std::lock_guard const lock(mutex_);
        auto& own = parts_[part];
        own.order.emplace(order);
        own.end = own.order->size();
    }

    // Nothing if nothing is left of any part that has begun.
    taken_positions<Ordering> take(std::size_t part)
    {
        std::lock_guard const lock(mutex_);
        auto& own = parts_[part];
        auto& from = own.left() != 0 ? own : longest();
        auto const begin = from.begin;
        from.begin += (std::min)(block, from.left() / 2 + from.left() % 2);
        return {begin, from.begin, &from == &own || !from.order ? nullptr : &*from.order};
    }

private:
    struct positions
    {
        std::optional<Ordering> order;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;

        std::uint64_t left() const noexcept { return end - begin; }
    };

    positions& longest() noexcept
    {
        return *std::max_element(parts_.begin(), parts_.end(),
                                 [](auto const& one, auto const& other) { return one.left() < other.left(); });
    }

    std::mutex mutex_;
    std::vector<positions> parts_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SHARED_POSITIONS_HPP
