// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_CONCURRENT_HPP
#define SONDA_PACING_CONCURRENT_HPP

#include <sonda/pacing/interval.hpp>
#include <sonda/pacing_policy.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace sonda::pacing {

/** Puts scans on any number of threads under one pacing.

    It owns a pacing together with all of its copies, and locks it for every call. `admit` asks and notes in one step,
    so that what the pacing says holds for all scans together: two of them never start a probe for one turn. A probe
    that was admitted and could not be sent for want of something on this machine has used its turn.

    @tparam Pacing  The pacing that is shared.

    @par Thread safety
    Distinct objects: safe, copies of each other too. Shared objects: unsafe.

    @see pacing_policy, shared
*/
template<class Pacing>
class concurrent
{
public:
    /// Shares `pacing` with all copies of this.
    explicit concurrent(Pacing pacing)
        : common_(std::make_shared<common>(std::move(pacing)))
    {}

    /// When the next probe of any of the scans may start.
    template<class Clock, class Duration>
        requires pacing_policy<Pacing, Clock>
    std::chrono::time_point<Clock, Duration> ready_at(std::chrono::time_point<Clock, Duration> now)
    {
        std::lock_guard const lock(common_->mutex);
        return common_->pacing.ready_at(now);
    }

    /// Tells the pacing of a probe that was sent without having been admitted.
    template<class Clock, class Duration>
        requires pacing_policy<Pacing, Clock>
    void sent(std::chrono::time_point<Clock, Duration> now, std::uint64_t host)
    {
        std::lock_guard const lock(common_->mutex);
        common_->pacing.sent(now, host);
    }

    /// True if a probe may start now; then the pacing takes it for sent.
    template<class Clock, class Duration>
        requires pacing_policy<Pacing, Clock>
    bool admit(std::chrono::time_point<Clock, Duration> now, std::uint64_t host)
    {
        std::lock_guard const lock(common_->mutex);
        if (common_->pacing.ready_at(now) > now)
            return false;
        common_->pacing.sent(now, host);
        return true;
    }

    /// Tells the pacing of an answer.
    template<class Duration>
    void answered(std::uint64_t host, Duration rtt)
        requires requires(Pacing& pacing) { pacing.answered(host, rtt); }
    {
        std::lock_guard const lock(common_->mutex);
        common_->pacing.answered(host, rtt);
    }

    /// Tells the pacing of a deadline that passed.
    void lost(std::uint64_t host)
        requires requires(Pacing& pacing) { pacing.lost(host); }
    {
        std::lock_guard const lock(common_->mutex);
        common_->pacing.lost(host);
    }

    /// Tells the pacing that this machine ran out of something.
    void shortage()
        requires requires(Pacing& pacing) { pacing.shortage(); }
    {
        std::lock_guard const lock(common_->mutex);
        common_->pacing.shortage();
    }

private:
    struct common
    {
        explicit common(Pacing&& owned)
            : pacing(std::move(owned))
        {}

        std::mutex mutex;
        Pacing pacing;
    };

    std::shared_ptr<common> common_;
};

static_assert(pacing_policy<concurrent<interval>>);

} // namespace sonda::pacing

#endif // SONDA_PACING_CONCURRENT_HPP
