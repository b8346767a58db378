// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_LEVEL_HPP
#define SONDA_BENCH_RUNTIME_LEVEL_HPP

#include <string_view>

namespace bench {

/// A class of tasks, the most urgent first.
enum class level : unsigned char { high, normal, background };

/// Its name in the names of workloads.
inline std::string_view to_string(level l)
{
    constexpr std::string_view names[] = {"high", "normal", "background"};
    return names[static_cast<int>(l)];
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_LEVEL_HPP
