// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_POLICY_HPP
#define SONDA_ORDERING_POLICY_HPP

#include <concepts>
#include <cstdint>

namespace sonda {

/** Decides in which order a scan visits its targets, and which of them.

    A model is a value that holds a rule (a seed, a shard number) and the number `n` of targets that it was applied to.
    `over(n)` applies the rule to `n` targets. `at` maps the positions `[0, size())` one to one into the targets
    `[0, n)`; `inverse` gives the position of a target, or `size()` for a target that is not visited. For an ordering
    that visits all of them `size()` is `n`. All are pure, so that shards, resumes and threads need no shared state.

    Only the syntax below is checked by the compiler; @ref sonda::conformance::check_ordering checks the rest.

    @par Complexity
    `over`, `at` and `inverse`: O(1) expected, no allocation, for every `n` up to 2^64 - 1.

    @par Models
    @li @ref sonda::ordering::serial
    @li @ref sonda::ordering::random
    @li @ref sonda::ordering::shard
*/
// clang-format off
template<class T>
concept ordering_policy = std::movable<T> && std::copy_constructible<T> && requires(T const& order, std::uint64_t i) {
    { order.over(i) } -> std::same_as<T>;
    { order.size() } noexcept -> std::same_as<std::uint64_t>;
    { order.at(i) } noexcept -> std::same_as<std::uint64_t>;
    { order.inverse(i) } noexcept -> std::same_as<std::uint64_t>;
};
// clang-format on

} // namespace sonda

#endif // SONDA_ORDERING_POLICY_HPP
