// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RANGE_SEARCH_HPP
#define SONDA_TARGET_RANGE_SEARCH_HPP

#include <cstddef>
#include <vector>

namespace sonda::detail {

// The range in which the element `n` lies, from the number of elements before each range. Without a branch: a random
// order would mispredict half of the steps, which costs more than all of them.
template<class Number>
std::size_t range_holding(std::vector<Number> const& starts, Number n) noexcept
{
    auto const* at = starts.data();
    for (auto left = starts.size(); left > 1;) {
        auto const half = left / 2;
        at += half * static_cast<std::size_t>(at[half] <= n);
        left -= half;
    }
    return static_cast<std::size_t>(at - starts.data());
}

} // namespace sonda::detail

#endif // SONDA_TARGET_RANGE_SEARCH_HPP
