// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_SHUTDOWN_OUTCOME_HPP
#define SONDA_RUNTIME_SHUTDOWN_OUTCOME_HPP

#include <cstddef>

namespace sonda::runtime {

/// How an orderly shutdown with a limit of time ended.
class shutdown_outcome
{
public:
    /// Everything that had been accepted has come to its end.
    static constexpr shutdown_outcome completed() noexcept { return shutdown_outcome(false, 0); }

    /// The time was over first; `remaining` tasks were cancelled then.
    static constexpr shutdown_outcome timed_out(std::size_t remaining) noexcept
    {
        return shutdown_outcome(true, remaining);
    }

    /// True if nothing had to be cancelled.
    constexpr bool is_completed() const noexcept { return !timed_out_; }

    /// True if the time was over first.
    constexpr bool is_timed_out() const noexcept { return timed_out_; }

    /// The tasks and functions that had been accepted and had not come to their end when the time was over; 0 if completed.
    constexpr std::size_t remaining_tasks() const noexcept { return remaining_; }

    /// Equal if they ended alike, with as many tasks left.
    friend constexpr bool operator==(shutdown_outcome, shutdown_outcome) noexcept = default;

private:
    constexpr shutdown_outcome(bool out, std::size_t remaining) noexcept
        : timed_out_(out)
        , remaining_(remaining)
    {}

    bool timed_out_;
    std::size_t remaining_;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_SHUTDOWN_OUTCOME_HPP
