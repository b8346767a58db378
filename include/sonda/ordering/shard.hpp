// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_SHARD_HPP
#define SONDA_ORDERING_SHARD_HPP

#include <sonda/error.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering_policy.hpp>

#include <boost/system/system_error.hpp>

#include <concepts>
#include <cstdint>
#include <utility>

namespace sonda::ordering {

/** Visits one of `count` equal parts of what another ordering visits.

    Shard `index` takes every position of the inner ordering that leaves the remainder `index` when divided by `count`.
    The shards `0` to `count - 1` of one inner ordering are disjoint, together they visit all of it, and their sizes
    differ by at most one. They need nothing from each other but the same inner rule, e.g. the same seed. A shard may be
    sharded again.

    @tparam Ordering  The ordering that is divided.

    @par Complexity
    That of `Ordering`, plus a multiplication in `at` and a division in `inverse`.

    @par Thread safety
    Distinct objects: safe. Shared objects: as `Ordering`.

    @see ordering_policy
*/
template<ordering_policy Ordering = serial>
class shard
{
public:
    /** A part of the inner ordering.

        @param index  Which part, from 0 to `count - 1`.
        @param count  How many parts there are, 1 or more.
        @param inner  What is divided.

        @par Exception safety
        Strong: `boost::system::system_error` with `error::bad_option` if `index` is not below `count`.
    */
    constexpr shard(std::uint64_t index, std::uint64_t count, Ordering inner)
        : index_(index)
        , count_(count)
        , inner_(std::move(inner))
    {
        if (index >= count)
            throw boost::system::system_error(make_error_code(error::bad_option), "shard");
        auto const whole = inner_.size();
        size_ = whole / count + (index < whole % count ? 1 : 0);
    }

    /// The same part of a default inner ordering.
    constexpr shard(std::uint64_t index, std::uint64_t count)
        requires std::default_initializable<Ordering>
        : shard(index, count, Ordering())
    {}

    /// The same part of the inner rule over `n` targets.
    constexpr shard over(std::uint64_t n) const { return shard(index_, count_, inner_.over(n)); }

    /// Which part it is, counted from 0.
    constexpr std::uint64_t index() const noexcept { return index_; }

    /// How many parts there are.
    constexpr std::uint64_t count() const noexcept { return count_; }

    /// What is divided.
    constexpr Ordering const& inner() const noexcept { return inner_; }

    /// How many targets this part visits.
    constexpr std::uint64_t size() const noexcept { return size_; }

    /// The target at a position below `size()`.
    constexpr std::uint64_t at(std::uint64_t position) const noexcept { return inner_.at(position * count_ + index_); }

    /// The position of a target, or `size()` for a target that is not in this part.
    constexpr std::uint64_t inverse(std::uint64_t target) const noexcept
    {
        auto const position = inner_.inverse(target);
        return position < inner_.size() && position % count_ == index_ ? position / count_ : size_;
    }

    /// Equal if they are the same part of equal orderings.
    friend constexpr bool operator==(shard const&, shard const&) noexcept
        requires std::equality_comparable<Ordering>
    = default;

private:
    std::uint64_t index_;
    std::uint64_t count_;
    std::uint64_t size_ = 0;
    Ordering inner_;
};

static_assert(ordering_policy<shard<>>);
static_assert(ordering_policy<shard<shard<>>>);

} // namespace sonda::ordering

#endif // SONDA_ORDERING_SHARD_HPP
