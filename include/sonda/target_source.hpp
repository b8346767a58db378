// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_SOURCE_HPP
#define SONDA_TARGET_SOURCE_HPP

#include <sonda/endpoint.hpp>

#include <concepts>
#include <cstdint>

namespace sonda {

/** A sequence of targets that computes its elements.

    `size()` is the number of targets; `at(index)` is the endpoint of a target in `[0, size())`; `host_of(index)` is
    the number of its address, which pacing is told. All are pure and allocate nothing.

    @par Models
    @li @ref sonda::target::target_space
*/
// clang-format off
template<class T>
concept target_source = std::movable<T> && requires(T const& targets, std::uint64_t index) {
    { targets.size() } noexcept -> std::same_as<std::uint64_t>;
    { targets.at(index) } noexcept -> std::same_as<endpoint>;
    { targets.host_of(index) } noexcept -> std::same_as<std::uint64_t>;
};
// clang-format on

} // namespace sonda

#endif // SONDA_TARGET_SOURCE_HPP
