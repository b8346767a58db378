// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_SELECTOR_HPP
#define SONDA_DETAIL_RUNTIME_SELECTOR_HPP

#include <sonda/runtime/priority_weights.hpp>

#include <cstddef>
#include <cstdint>

namespace sonda::detail {

// Which priority a worker looks for first: each its weight of turns, the highest first, then all over again.
class selector
{
public:
    explicit constexpr selector(runtime::priority_weights weights = {}) noexcept
        : weights_(weights)
        , left_(weights.high())
    {}

    // The level of this turn, as a number. Every look costs one, whatever it finds.
    constexpr std::uint8_t next() noexcept
    {
        if (left_ == 0) {
            level_ = level_ + 1U == runtime::priority_count ? 0 : static_cast<std::uint8_t>(level_ + 1U);
            left_ = weights_[static_cast<runtime::priority>(level_)];
        }
        --left_;
        return level_;
    }

private:
    runtime::priority_weights weights_;
    std::uint32_t left_;
    std::uint8_t level_ = 0;
};

// Keeps a worker whose own queue never runs empty from forgetting the injector: after so many in a row of its own of one
// class, the injector of that class comes first. What came in a batch from the injector is not its own.
class burst_bound
{
public:
    static constexpr std::uint8_t limits[runtime::priority_count] = {8, 16, 64};

    // True if it is the injector's turn; the count begins anew then.
    constexpr bool reached(std::size_t level) noexcept
    {
        if (count_[level] < limits[level])
            return false;
        count_[level] = 0;
        return true;
    }

    constexpr void took_own(std::size_t level) noexcept
    {
        if (injected_[level] != 0)
            --injected_[level];
        else
            ++count_[level];
    }

    // So many more went into the own queue, which was empty, or none.
    constexpr void took_injected(std::size_t level, std::size_t more) noexcept
    {
        count_[level] = 0;
        if (more != 0)
            injected_[level] = static_cast<std::uint8_t>(more);
    }

private:
    std::uint8_t count_[runtime::priority_count] = {};
    std::uint8_t injected_[runtime::priority_count] = {};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_SELECTOR_HPP
