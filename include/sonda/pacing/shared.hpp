// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_SHARED_HPP
#define SONDA_PACING_SHARED_HPP

#include <sonda/pacing/interval.hpp>
#include <sonda/pacing_policy.hpp>

#include <chrono>
#include <cstdint>
#include <memory>

namespace sonda::pacing {

/** Puts several scans under one pacing, e.g. TCP and UDP in one run.

    It refers to a pacing that the user owns and passes everything on to it; the optional hooks are there if the pacing
    has them. The pacing outlives every scan that refers to it.

    @tparam Pacing  The pacing that is shared.

    @par Thread safety
    Distinct objects that refer to one pacing are used as if they were that pacing: scans that share it run on one
    thread or one strand, or nothing else runs them at the same time.

    @see pacing_policy
*/
template<class Pacing>
class shared
{
public:
    /// Refers to `pacing`, which must outlive it.
    explicit shared(Pacing& pacing) noexcept
        : pacing_(std::addressof(pacing))
    {}

    /// When the next probe of any of the scans may start.
    template<class Clock, class Duration>
        requires pacing_policy<Pacing, Clock>
    std::chrono::time_point<Clock, Duration> ready_at(std::chrono::time_point<Clock, Duration> now)
    {
        return pacing_->ready_at(now);
    }

    /// Tells the pacing of a probe that was sent.
    template<class Clock, class Duration>
        requires pacing_policy<Pacing, Clock>
    void sent(std::chrono::time_point<Clock, Duration> now, std::uint64_t host)
    {
        pacing_->sent(now, host);
    }

    /// Tells the pacing of an answer.
    template<class Duration>
    void answered(std::uint64_t host, Duration rtt)
        requires requires(Pacing& pacing) { pacing.answered(host, rtt); }
    {
        pacing_->answered(host, rtt);
    }

    /// Tells the pacing of a deadline that passed.
    void lost(std::uint64_t host)
        requires requires(Pacing& pacing) { pacing.lost(host); }
    {
        pacing_->lost(host);
    }

    /// Tells the pacing that this machine ran out of something.
    void shortage()
        requires requires(Pacing& pacing) { pacing.shortage(); }
    {
        pacing_->shortage();
    }

private:
    Pacing* pacing_;
};

static_assert(pacing_policy<shared<interval>>);

} // namespace sonda::pacing

#endif // SONDA_PACING_SHARED_HPP
