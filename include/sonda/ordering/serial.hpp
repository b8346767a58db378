// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_SERIAL_HPP
#define SONDA_ORDERING_SERIAL_HPP

#include <sonda/ordering_policy.hpp>

#include <cstdint>

namespace sonda::ordering {

/** Visits the targets in their own order: position `i` is target `i`.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, it never changes.

    @see ordering_policy
*/
class serial
{
public:
    /// The rule over no targets yet.
    constexpr serial() noexcept = default;

    /// The rule over `n` targets.
    explicit constexpr serial(std::uint64_t n) noexcept
        : n_(n)
    {}

    /// The same rule over `n` targets.
    constexpr serial over(std::uint64_t n) const noexcept { return serial(n); }

    /// How many targets are visited.
    constexpr std::uint64_t size() const noexcept { return n_; }

    /// The target at a position below `size()`.
    constexpr std::uint64_t at(std::uint64_t position) const noexcept { return position; }

    /// The position of a target, or `size()` for a number that is no target.
    constexpr std::uint64_t inverse(std::uint64_t target) const noexcept { return target < n_ ? target : n_; }

    /// Equal if they visit the same targets in the same order.
    friend constexpr bool operator==(serial const&, serial const&) noexcept = default;

private:
    std::uint64_t n_ = 0;
};

static_assert(ordering_policy<serial>);

} // namespace sonda::ordering

#endif // SONDA_ORDERING_SERIAL_HPP
