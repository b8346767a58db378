// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_ORDERING_HPP
#define SONDA_CONFORMANCE_ORDERING_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/detail/splitmix.hpp>
#include <sonda/ordering_policy.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sonda::conformance {

/// The numbers of targets that @ref check_ordering tries where none are named: small, about powers of two, and the last.
inline constexpr std::array<std::uint64_t, 26> ordering_sizes{
    0,   1,   2,    3,    4,     5,     7,     8,          9,           16,          17,          100,         255,
    256, 257, 1000, 4096, 65535, 65536, 65537, 0xffffffff, 0x100000000, 0x100000001, 0x500000000, 1ULL << 63U, ~0ULL};

namespace detail {

inline constexpr std::uint64_t exhaustive_ordering = 4096;

// Positions 0 to size() - 1 give distinct targets below n, and inverse undoes at; every target, if all are looked at.
template<class Ordering>
void check_all_targets(report& result, Ordering const& order, std::uint64_t n, std::string const& where)
{
    std::vector<bool> visited(static_cast<std::size_t>(n));
    bool inside = true;
    bool once = true;
    bool undone = true;
    for (std::uint64_t i = 0; i != order.size(); ++i) {
        auto const target = order.at(i);
        undone = undone && order.inverse(target) == i;
        inside = inside && target < n;
        if (target >= n)
            continue;
        once = once && !visited[static_cast<std::size_t>(target)];
        visited[static_cast<std::size_t>(target)] = true;
    }
    bool absent = true;
    for (std::uint64_t target = 0; target != n; ++target)
        absent = absent && (visited[static_cast<std::size_t>(target)] || order.inverse(target) == order.size());
    result.expect(inside, "at() gives targets below n" + where);
    result.expect(once, "at() gives no target twice" + where);
    result.expect(undone, "inverse(at(i)) is i" + where);
    result.expect(absent, "inverse() of a target that is not visited is size()" + where);
}

template<class Ordering>
void check_some_targets(report& result, Ordering const& order, std::uint64_t n, std::string const& where)
{
    bool inside = true;
    bool undone = true;
    bool redone = true;
    sonda::detail::splitmix draw(n);
    for (std::uint64_t k = 0; k != 3000; ++k) {
        // The first and the last thousand positions, and a thousand in between.
        auto const i = k < 1000 ? k : k < 2000 ? order.size() - 1 - (k - 1000) : draw() % order.size();
        if (i < order.size()) {
            auto const target = order.at(i);
            inside = inside && target < n;
            undone = undone && order.inverse(target) == i;
        }
        auto const target = k < 1000 ? k : k < 2000 ? n - 1 - (k - 1000) : draw() % n;
        auto const position = order.inverse(target);
        redone = redone && (position == order.size() ? order.size() < n : order.at(position) == target);
    }
    result.expect(inside, "at() gives targets below n" + where);
    result.expect(undone, "inverse(at(i)) is i" + where);
    result.expect(redone, "at(inverse(t)) is t, or t is not visited" + where);
}

template<class Ordering>
void check_purity(report& result, Ordering const& rule, std::uint64_t n, std::string const& where)
{
    auto const order = rule.over(n);
    auto const copy = order;
    auto const again = rule.over(n / 2).over(n);
    bool repeated = true;
    bool copied = true;
    bool rebuilt = order.size() == again.size();
    for (std::uint64_t i = 0; i != (std::min)(order.size(), std::uint64_t{200}); ++i) {
        auto const target = order.at(i);
        repeated = repeated && order.at(i) == target && order.inverse(target) == order.inverse(target);
        copied = copied && copy.at(i) == target;
        rebuilt = rebuilt && again.at(i) == target;
    }
    result.expect(repeated, "at() and inverse() give the same each time" + where);
    result.expect(copied, "a copy is the same order" + where);
    result.expect(rebuilt, "over(m).over(n) is over(n)" + where);
}

} // namespace detail

/** Checks the semantic requirements of @ref sonda::ordering_policy.

    With up to 4096 targets every position and every target is looked at, with more a fixed sample of 3000.

    @param rule   The ordering; `over` is called on it for each size.
    @param sizes  The numbers of targets to try.

    @return What was tried and what was broken.
*/
template<ordering_policy Ordering>
report check_ordering(Ordering const& rule, std::span<std::uint64_t const> sizes = ordering_sizes)
{
    report result;
    for (auto const n : sizes) {
        auto const where = ", n = " + std::to_string(n);
        auto const order = rule.over(n);
        if (!result.expect(order.size() <= n, "size() is at most n" + where))
            continue;
        if (n <= detail::exhaustive_ordering)
            detail::check_all_targets(result, order, n, where);
        else if (order.size() != 0)
            detail::check_some_targets(result, order, n, where);
        detail::check_purity(result, rule, n, where);
    }
    return result;
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_ORDERING_HPP
