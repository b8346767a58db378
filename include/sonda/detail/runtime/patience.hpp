// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_PATIENCE_HPP
#define SONDA_DETAIL_RUNTIME_PATIENCE_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

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

// How many threads can run at a time; 0 if nobody knows.
inline unsigned processors() noexcept
{
    static unsigned const number = std::thread::hardware_concurrency();
    return number;
}

// How long a thread looks for something before it sleeps for it. To sleep and to be woken costs some microseconds, so
// as long may be waited at first (A. Karlin et al., "Empirical Studies of Competitive Spinning for a Shared-Memory
// Multiprocessor", SOSP 1991). A wait that turned out to be longer halves that. One whose end the longest look would
// have seen, though the thread slept, brings the longest back: so two threads that answer each other do not keep each
// other asleep. Where they share a processor it is the look itself that the other waits for; so each longest look that
// was in vain doubles the number of such waits that it takes, and each look that was not halves it.
template<class Clock = std::chrono::steady_clock>
class basic_patience
{
public:
    explicit constexpr basic_patience(std::chrono::nanoseconds longest) noexcept
        : longest_(longest)
        , length_(longest)
    {}

    // Whether the condition came true meanwhile. If not, the thread calls over when it does no longer wait.
    template<class Condition>
    bool sees(Condition come_true) noexcept
    {
        if (come_true())
            return true;
        began_ = Clock::now();
        for (auto const end = began_ + length_; Clock::now() < end;) {
            for (int i = 0; i != pauses_a_look; ++i)
                pause_processor();
            if (come_true()) {
                doubt_ = (std::max)(doubt_ / 2, 1U);
                return true;
            }
        }
        gave_up_ = true;
        return false;
    }

    // The wait has ended, be it that the thread was woken.
    void over() noexcept
    {
        if (!std::exchange(gave_up_, false))
            return;
        if (length_ == longest_)
            left_ = doubt_ = (std::min)(2 * doubt_, most_doubt);
        bool const short_enough = Clock::now() - began_ < longest_;
        length_ = short_enough && --left_ == 0 ? longest_ : (std::max)(length_ / 2, shortest);
    }

    // Where nobody else can run meanwhile it would be for nothing.
    static bool helps() noexcept { return processors() > 1; }

private:
    static constexpr std::chrono::nanoseconds shortest{200};
    static constexpr std::uint32_t most_doubt = 64;
    static constexpr int pauses_a_look = 2;

    std::chrono::nanoseconds longest_;
    std::chrono::nanoseconds length_;
    typename Clock::time_point began_{};
    std::uint32_t doubt_ = 1;
    std::uint32_t left_ = 1; // waits until the longest is looked again
    bool gave_up_ = false;
};

using patience = basic_patience<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_PATIENCE_HPP
