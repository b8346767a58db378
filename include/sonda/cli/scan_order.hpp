// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_ORDER_HPP
#define SONDA_CLI_SCAN_ORDER_HPP

#include <sonda/cli/options.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/remaining.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/ordering_policy.hpp>

#include <cstdint>

namespace sonda::cli {

/** An order that is chosen at run time, so that a scan is compiled once.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, it never changes.
*/
class chosen_order
{
public:
    /// Random by `seed`, or serial.
    explicit constexpr chosen_order(visit_order kind, std::uint64_t seed = 0, std::uint64_t n = 0) noexcept
        : random_(seed, n)
        , seed_(seed)
        , n_(n)
        , kind_(kind)
    {}

    /// The same order over `n` targets.
    constexpr chosen_order over(std::uint64_t n) const noexcept { return chosen_order(kind_, seed_, n); }

    /// How many targets are visited.
    constexpr std::uint64_t size() const noexcept { return n_; }

    /// The target at a position below `size()`.
    constexpr std::uint64_t at(std::uint64_t position) const noexcept
    {
        return kind_ == visit_order::serial ? position : random_.at(position);
    }

    /// The position of a target, or `size()` for a number that is no target.
    constexpr std::uint64_t inverse(std::uint64_t target) const noexcept
    {
        if (target >= n_)
            return n_;
        return kind_ == visit_order::serial ? target : random_.inverse(target);
    }

private:
    ordering::random random_;
    std::uint64_t seed_;
    std::uint64_t n_;
    visit_order kind_;
};

static_assert(ordering_policy<chosen_order>);

/// The order of the command: one part of many, or the one part that is all.
using scan_order = ordering::shard<chosen_order>;

/// What is left of it, which at the beginning is all.
using rest_of_scan = ordering::remaining<scan_order>;

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_ORDER_HPP
