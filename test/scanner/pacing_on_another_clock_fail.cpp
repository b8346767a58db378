// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: Pacing does not satisfy pacing_policy

#include <sonda/pacing/interval.hpp>
#include <sonda/scanner.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/transport/simulated.hpp>

#ifdef SONDA_CONTROL
using clock_type = std::chrono::steady_clock;
#else
using clock_type = sonda::timer::manual_clock;
#endif

using paced = sonda::basic_scanner<sonda::transport::simulated<>, sonda::timer::deadline_queue<>,
                                   sonda::ordering::serial, sonda::pacing::basic_interval<clock_type>>;

std::size_t size_of_one()
{
    return sizeof(paced);
}
