// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_STEP_CLOCK_HPP
#define SONDA_DETAIL_RUNTIME_STEP_CLOCK_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace sonda::detail {

// A counter of the processor that goes on evenly and is cheap to read. Where there is none, each answer is far from the
// one before, so that it never seems that little time has passed.
inline std::uint64_t processor_ticks() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    static thread_local std::uint64_t ticks = 0;
    return ticks += std::uint64_t(1) << 32;
#endif
}

// Tells before each step whether a budget of time is used up. The clock is read only when the counter of the processor
// says that about a microsecond has passed since it was last read; how many ticks that is, the readings tell. So short
// steps share a reading, and a budget is overrun by no more than one step and a microsecond. A counter that jumps, or
// goes back, makes it read the clock. Near the end a step is begun if it brings the total nearer to the budget, provided
// that it takes as long as the shorter of the last two did. A clock that does not go with the processor is read each time.
template<class Clock = std::chrono::steady_clock, bool Shares = true>
class step_clock
{
public:
    using duration = typename Clock::duration;

    explicit step_clock(duration budget) noexcept
        : start_(Clock::now())
        , budget_(budget)
        , start_ticks_(processor_ticks())
        , ticks_(start_ticks_)
    {}

    // False when the budget is used up.
    bool goes_on() noexcept
    {
        auto const ticks = processor_ticks();
        if (ticks - ticks_ < few_ticks_)
            return goes_on_;
        auto const elapsed = Clock::now() - start_;
        auto const passed = elapsed - elapsed_;
        learn(ticks - start_ticks_, elapsed);
        if (begun_)
            expected_ = last_ == duration(0) ? passed : (std::min)(std::exchange(last_, passed), passed);
        ticks_ = ticks;
        elapsed_ = elapsed;
        begun_ = true;
        return goes_on_ = elapsed < budget_ && budget_ - elapsed >= expected_ / 2;
    }

    duration elapsed() const noexcept { return Clock::now() - start_; }

private:
    static constexpr std::chrono::nanoseconds grain{1000};

    // Only from a reading that lies a little after the start; the counter can be no faster than some 10 GHz.
    void learn(std::uint64_t ticks, duration passed) noexcept
    {
        if (passed < grain / 4)
            return;
        auto const nanoseconds = std::uint64_t(std::chrono::nanoseconds(passed).count());
        auto const learned = ticks < (std::uint64_t(1) << 40) ? ticks * 1000 / nanoseconds : 0;
        few_ticks_ = Shares && learned < 10'000 ? learned : 0;
    }

    typename Clock::time_point start_;
    duration budget_;
    duration elapsed_{};
    duration last_{}; // took the last step, or several short ones that share a reading
    duration expected_{}; // of the next
    bool begun_ = false;
    bool goes_on_ = false;
    std::uint64_t start_ticks_;
    std::uint64_t ticks_;
    std::uint64_t few_ticks_ = 0; // of a grain
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_STEP_CLOCK_HPP
