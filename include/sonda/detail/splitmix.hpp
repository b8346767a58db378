// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SPLITMIX_HPP
#define SONDA_DETAIL_SPLITMIX_HPP

#include <cstdint>

namespace sonda::detail {

// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). The standard engines would
// do as well, but their distributions differ between platforms; what is drawn here must not.
class splitmix
{
public:
    explicit constexpr splitmix(std::uint64_t seed) noexcept
        : state_(seed)
    {}

    constexpr std::uint64_t operator()() noexcept
    {
        state_ += 0x9e3779b97f4a7c15;
        auto z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SPLITMIX_HPP
