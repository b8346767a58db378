// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_POLL_RHYTHM_HPP
#define SONDA_DETAIL_RUNTIME_POLL_RHYTHM_HPP

#include <boost/config.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace sonda::detail {

// When a worker that always has work looks after the reactor: about every 50 microseconds. The clock costs more than a
// short task, so it is read every so many tasks, as many as have lately fitted into that time.
class poll_rhythm
{
public:
    bool due() noexcept { return --left_ == 0 && begin_again(); }

private:
    using clock = std::chrono::steady_clock;

    BOOST_NOINLINE bool begin_again() noexcept
    {
        auto const now = clock::now();
        auto const passed = now - last_;
        if (passed > 2 * period)
            every_ = 1;
        else if (passed < period)
            every_ = (std::min)(every_ * 2, most);
        left_ = every_;
        last_ = now;
        return passed >= period;
    }

    static constexpr auto period = std::chrono::microseconds(50);
    static constexpr std::uint32_t most = 32;

    std::uint32_t every_ = 16;
    std::uint32_t left_ = 16;
    clock::time_point last_{};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_POLL_RHYTHM_HPP
