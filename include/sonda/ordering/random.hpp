// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_RANDOM_HPP
#define SONDA_ORDERING_RANDOM_HPP

#include <sonda/detail/splitmix.hpp>
#include <sonda/ordering_policy.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sonda::ordering {

/** Visits every target once in an order drawn from a seed.

    A real permutation of `[0, n)` in constant memory: a Feistel network over pairs `(l, r)` with `l` below `a` and `r`
    below a power of two `b` near the square root of `n`, where `a * b` is the least multiple of `b` that is not below
    `n` (a generalised Feistel network in the sense of Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
    2002). What falls at or above `n` is sent through again (cycle walking); as fewer than `b` of the `a * b` values do,
    that is rare for every `n`, also just above a power of two. The round keys are drawn from the seed by SplitMix64
    (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).

    Only unsigned 64-bit arithmetic is used: the same seed and `n` give the same order on every platform, and the order
    is part of the interface, since shards and resumed scans depend on it. It hides nothing: it is no cipher.

    @par Complexity
    O(1) expected, no allocation, for every `n` up to 2^64 - 1.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, it never changes.

    @see ordering_policy
*/
class random
{
public:
    /// The order that `seed` draws, over `n` targets.
    explicit constexpr random(std::uint64_t seed, std::uint64_t n = 0) noexcept
        : seed_(seed)
        , n_(n)
        , keys_(schedule(seed))
    {
        auto const last = n == 0 ? 0 : n - 1;
        bits_ = static_cast<int>(std::bit_width(last)) / 2;
        mask_ = (std::uint64_t{1} << bits_) - 1;
        rows_ = (last >> bits_) + 1;
    }

    /// The order that the same seed draws over `n` targets.
    constexpr random over(std::uint64_t n) const noexcept { return random(seed_, n); }

    /// The seed.
    constexpr std::uint64_t seed() const noexcept { return seed_; }

    /// How many targets are visited.
    constexpr std::uint64_t size() const noexcept { return n_; }

    /// The target at a position below `size()`.
    constexpr std::uint64_t at(std::uint64_t position) const noexcept
    {
        do
            position = encrypt(position);
        while (position >= n_);
        return position;
    }

    /// The position of a target, or `size()` for a number that is no target.
    constexpr std::uint64_t inverse(std::uint64_t target) const noexcept
    {
        if (target >= n_)
            return n_;
        do
            target = decrypt(target);
        while (target >= n_);
        return target;
    }

    /// Equal if they visit the same targets in the same order for the same reason.
    friend constexpr bool operator==(random const&, random const&) noexcept = default;

private:
    static constexpr std::size_t rounds = 4;
    using schedule_type = std::array<std::uint64_t, rounds>;

    static constexpr schedule_type schedule(std::uint64_t seed) noexcept
    {
        schedule_type keys{};
        detail::splitmix draw(seed);
        for (auto& key : keys)
            key = draw();
        return keys;
    }

    // 32 bits that depend on all bits of the half (below 2^32) and of the key.
    static constexpr std::uint64_t mix(std::uint64_t half, std::uint64_t key) noexcept
    {
        auto z = (half ^ key) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 32)) * 0x94d049bb133111eb;
        return z >> 32;
    }

    // A number below rows_, without a division. rows_ is at most 2^32, so that nothing overflows.
    constexpr std::uint64_t turn(std::uint64_t half, std::uint64_t key) const noexcept
    {
        return (mix(half, key) * rows_) >> 32;
    }

    constexpr std::uint64_t encrypt(std::uint64_t x) const noexcept
    {
        auto l = x >> bits_;
        auto r = x & mask_;
        for (std::size_t i = 0; i != rounds; i += 2) {
            l += turn(r, keys_[i]);
            l -= l >= rows_ ? rows_ : 0;
            r ^= mix(l, keys_[i + 1]) & mask_;
        }
        return l << bits_ | r;
    }

    constexpr std::uint64_t decrypt(std::uint64_t x) const noexcept
    {
        auto l = x >> bits_;
        auto r = x & mask_;
        for (std::size_t i = rounds; i != 0; i -= 2) {
            r ^= mix(l, keys_[i - 1]) & mask_;
            auto const back = turn(r, keys_[i - 2]);
            l += l < back ? rows_ - back : 0 - back;
        }
        return l << bits_ | r;
    }

    std::uint64_t seed_;
    std::uint64_t n_;
    schedule_type keys_;
    std::uint64_t mask_ = 0;
    std::uint64_t rows_ = 1;
    int bits_ = 0;
};

static_assert(ordering_policy<random>);

} // namespace sonda::ordering

#endif // SONDA_ORDERING_RANDOM_HPP
