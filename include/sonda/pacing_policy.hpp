// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_POLICY_HPP
#define SONDA_PACING_POLICY_HPP

#include <chrono>
#include <concepts>
#include <cstdint>

namespace sonda {

/** Decides when the next probe may start.

    @li `ready_at(now)` is the earliest time at which the next probe may be sent; at or before `now` means at once. It
        is asked before every probe, retries included, and only when there is one to send.
    @li `sent(now, host)` tells of a probe that was sent; `host` is the number of its address in the target space.

    Three hooks are optional: `answered(host, rtt)`, `lost(host)` (a deadline passed) and `shortage()` (this machine ran
    out of something). A model that several scans ask at the same time has a fourth, `admit(now, host)`: it says whether
    a probe may start, and if so takes it for sent; it is called instead of the two above. Spacing must follow the
    schedule and not the time of the last send, so that errors do not add up; time in which nothing could be sent gives
    no right to a burst beyond what the model documents.

    `Clock` is the clock of the scan. Only the syntax below is checked by the compiler;
    @ref sonda::conformance::check_pacing checks the rest.

    @par Models
    @li @ref sonda::pacing::unlimited
    @li @ref sonda::pacing::interval
    @li @ref sonda::pacing::token_bucket
    @li @ref sonda::pacing::shared
    @li @ref sonda::pacing::concurrent
*/
// clang-format off
template<class T, class Clock = std::chrono::steady_clock>
concept pacing_policy = std::movable<T> && requires(T& pacing, typename Clock::time_point now, std::uint64_t host) {
    { pacing.ready_at(now) } -> std::same_as<typename Clock::time_point>;
    pacing.sent(now, host);
};
// clang-format on

} // namespace sonda

#endif // SONDA_PACING_POLICY_HPP
