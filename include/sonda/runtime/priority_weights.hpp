// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_PRIORITY_WEIGHTS_HPP
#define SONDA_RUNTIME_PRIORITY_WEIGHTS_HPP

#include <sonda/runtime/priority.hpp>

#include <boost/throw_exception.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace sonda::runtime {

/** How often each priority has the first look of a worker.

    With weights h, n and b a worker looks h times for high work first, then n times for normal, then b times for
    background work, and begins again. A look that finds nothing of its class takes the next class that has some. So the
    weights are chances of each worker, not ratios of work done, and as none is zero no class starves.
*/
class priority_weights
{
public:
    /// 8 to 4 to 1.
    constexpr priority_weights() noexcept = default;

    /** These weights.

        @param high,normal,background  Looks a cycle, each 1 to 2^32 - 1.
        @throws std::invalid_argument if one of them is zero.
    */
    constexpr priority_weights(std::uint32_t high, std::uint32_t normal, std::uint32_t background)
        : looks_{high, normal, background}
    {
        if (high == 0 || normal == 0 || background == 0)
            boost::throw_exception(std::invalid_argument("priority_weights: a weight is zero"));
    }

    /// Looks a cycle for high work.
    constexpr std::uint32_t high() const noexcept { return looks_[0]; }

    /// Looks a cycle for normal work.
    constexpr std::uint32_t normal() const noexcept { return looks_[1]; }

    /// Looks a cycle for background work.
    constexpr std::uint32_t background() const noexcept { return looks_[2]; }

    /// Looks a cycle for work of this priority.
    constexpr std::uint32_t operator[](priority level) const noexcept
    {
        return looks_[static_cast<std::size_t>(level)];
    }

    /// Equal if all three are.
    friend constexpr bool operator==(priority_weights const&, priority_weights const&) = default;

private:
    std::array<std::uint32_t, priority_count> looks_{8, 4, 1};
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_PRIORITY_WEIGHTS_HPP
