// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUN_PACING_HPP
#define SONDA_CLI_RUN_PACING_HPP

#include <sonda/endpoint.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/pacing/token_bucket.hpp>
#include <sonda/pacing_policy.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace sonda::cli {

/** The pacing of all scans of a run, on all threads: a gap, a rate, both, or none, which then costs nothing.

    A rate has a burst of a hundredth of a second, at least 2 probes. Scans over different protocols take turns as long as
    both have something to send, so that none waits for the end of the other.

    @par Thread safety
    Distinct objects: safe, copies of each other too. Shared objects: unsafe.
*/
class run_pacing
{
public:
    /// A point in time of the scan.
    using time_point = std::chrono::steady_clock::time_point;

    /** A pacing without scans.

        @param gap   Between any two probes; 0 for none.
        @param rate  Probes a second; 0 for as many as can be.
        @param sent  Counts probes, on all threads; null for nobody who wants to know. Must outlive all copies.
    */
    explicit run_pacing(std::chrono::nanoseconds gap, std::uint32_t rate = 0,
                        std::atomic<std::uint64_t>* sent = nullptr)
        : common_(gap.count() != 0 || rate != 0 ? std::make_shared<common>(gap, rate) : nullptr)
        , sent_(sent)
    {}

    /// The same pacing, for the scan over a protocol.
    run_pacing of(protocol proto) const
    {
        auto copy = *this;
        copy.lane_ = proto == protocol::tcp ? 0 : 1;
        return copy;
    }

    /// When the next probe of this scan may start.
    time_point ready_at(time_point now)
    {
        if (!common_)
            return now;
        std::lock_guard const lock(common_->mutex);
        common_->asked[lane_] = now;
        auto const ready = common_->ready_at(now);
        return ready <= now && common_->yields(lane_, now) ? now + common_->turn_time : ready;
    }

    /// Tells of a probe that was sent without having been admitted.
    void sent(time_point now, std::uint64_t host)
    {
        if (!common_)
            return;
        std::lock_guard const lock(common_->mutex);
        common_->sent(now, host);
    }

    /// True if a probe may start now; then it is taken for sent.
    bool admit(time_point now, std::uint64_t host)
    {
        if (common_ && !admit_paced(now, host))
            return false;
        if (sent_ != nullptr)
            sent_->fetch_add(1, std::memory_order_relaxed);
        return true;
    }

private:
    struct common
    {
        common(std::chrono::nanoseconds gap, std::uint32_t rate)
            : interval(std::chrono::duration_cast<time_point::duration>(gap))
            , turn_time((std::max)(interval.gap(), time_point::duration(std::chrono::milliseconds(1))))
        {
            if (rate == 0)
                return;
            bucket.emplace(rate, std::chrono::seconds(1), (std::max)(2U, rate / 100));
            turn = gap.count() != 0 ? 1 : bucket->burst() / 2;
        }

        time_point ready_at(time_point now) const noexcept
        {
            auto const ready = interval.ready_at(now);
            return bucket ? (std::max)(ready, bucket->ready_at(now)) : ready;
        }

        void sent(time_point now, std::uint64_t host) noexcept
        {
            interval.sent(now, host);
            if (bucket)
                bucket->sent(now, host);
        }

        // True if the other protocol is to be let go first, as it has asked a short while ago and was not served since:
        // who was served last goes on until its turn is over.
        bool yields(std::size_t lane, time_point now) const noexcept
        {
            auto const other = asked[1 - lane];
            bool const wants = other != (time_point::min)() && now - other < 2 * turn_time + patience;
            return wants && last != nobody && (lane == last) == (row >= turn);
        }

        void served(std::size_t lane) noexcept
        {
            row = lane == last ? row + 1 : 1;
            last = lane;
            asked[lane] = (time_point::min)();
        }

        static constexpr std::chrono::milliseconds patience{20};
        static constexpr std::size_t nobody = 2;

        std::mutex mutex;
        pacing::interval interval;
        std::optional<pacing::token_bucket> bucket;
        time_point::duration turn_time; // after which a lane that yielded looks again
        std::array<time_point, 2> asked{(time_point::min)(), (time_point::min)()};
        std::size_t last = nobody; // the lane that was served last
        std::uint32_t row = 0; // how often in a row
        std::uint32_t turn = 1; // how often it may be
    };

    bool admit_paced(time_point now, std::uint64_t host)
    {
        std::lock_guard const lock(common_->mutex);
        common_->asked[lane_] = now;
        if (common_->ready_at(now) > now || common_->yields(lane_, now))
            return false;
        common_->sent(now, host);
        common_->served(lane_);
        return true;
    }

    std::shared_ptr<common> common_;
    std::atomic<std::uint64_t>* sent_;
    std::size_t lane_ = 0;
};

static_assert(pacing_policy<run_pacing>);

} // namespace sonda::cli

#endif // SONDA_CLI_RUN_PACING_HPP
