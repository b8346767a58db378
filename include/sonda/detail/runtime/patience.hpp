// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_PATIENCE_HPP
#define SONDA_DETAIL_RUNTIME_PATIENCE_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

namespace sonda::detail {

// Tells the processor that this thread only looks whether something has changed.
inline void pause_processor() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// How long a thread looks for something before it sleeps for it. To sleep and to be woken costs some microseconds, so
// as long may be waited at first (A. Karlin et al., "Empirical Studies of Competitive Spinning for a Shared-Memory
// Multiprocessor", SOSP 1991). Each time in vain halves that, each success doubles it, and now and then the longest is
// tried again.
class patience
{
public:
    explicit constexpr patience(std::chrono::nanoseconds longest) noexcept
        : longest_(longest)
        , length_(longest)
    {}

    // Whether the condition came true meanwhile.
    template<class Condition>
    bool sees(Condition come_true) noexcept
    {
        if (come_true())
            return true;
        auto const length = ++tries_ % tries_a_long_one == 0 ? longest_ : length_;
        for (auto const end = clock::now() + length; clock::now() < end;) {
            for (int i = 0; i != pauses_a_look; ++i)
                pause_processor();
            if (come_true()) {
                length_ = (std::min)(2 * length, longest_);
                return true;
            }
        }
        length_ = (std::max)(length_ / 2, shortest);
        return false;
    }

    // Where nobody else can run meanwhile it would be for nothing.
    static bool helps() noexcept
    {
        static bool const several = std::thread::hardware_concurrency() > 1;
        return several;
    }

private:
    using clock = std::chrono::steady_clock;

    static constexpr std::chrono::nanoseconds shortest{200};
    static constexpr std::uint32_t tries_a_long_one = 64;
    static constexpr int pauses_a_look = 2;

    std::chrono::nanoseconds longest_;
    std::chrono::nanoseconds length_;
    std::uint32_t tries_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_PATIENCE_HPP
