// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_URING_TAG_HPP
#define SONDA_DETAIL_URING_TAG_HPP

#include <sonda/probe_result.hpp>

#include <cstdint>

namespace sonda::detail {

// What an operation in a ring carries: the slot that it is for, the probe of that slot, and what it does to it.
class uring_tag
{
public:
    enum kind : std::uint32_t { probing, cancelling, disconnecting };

    static constexpr std::uint32_t generation_mask = 0x3fffffff;

    constexpr uring_tag(slot_id slot, std::uint32_t generation, kind what) noexcept
        : value_(std::uint64_t{what} << 62 | std::uint64_t{generation & generation_mask} << 32 | slot)
    {}

    constexpr explicit uring_tag(std::uint64_t value) noexcept
        : value_(value)
    {}

    constexpr std::uint64_t value() const noexcept { return value_; }
    constexpr slot_id slot() const noexcept { return static_cast<slot_id>(value_); }
    constexpr kind what() const noexcept { return static_cast<kind>(value_ >> 62); }

    constexpr std::uint32_t generation() const noexcept
    {
        return static_cast<std::uint32_t>(value_ >> 32) & generation_mask;
    }

private:
    std::uint64_t value_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_URING_TAG_HPP
