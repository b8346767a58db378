// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_TIMER_HPP
#define SONDA_CONFORMANCE_TIMER_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/detail/splitmix.hpp>
#include <sonda/timer_policy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace sonda::conformance {

/// In which order a timer lets its deadlines be armed.
enum class arming {
    in_any_order, ///< Each deadline may be earlier than those before.
    in_order ///< Each deadline is at or after those before.
};

namespace detail {

// A timer beside a model of it, and a time that only goes on. Times are given to the timer, never read from a clock.
template<timer_policy Timer>
class timer_check
{
public:
    using clock_type = typename Timer::clock_type;
    using time_point = typename clock_type::time_point;
    using duration = typename clock_type::duration;

    static constexpr slot_id slots = 64;

    template<class Executor>
    timer_check(Timer timer, Executor const& executor, arming order)
        : timer_(std::move(timer))
        , in_order_(order == arming::in_order)
    {
        timer_.open(slots, executor);
    }

    report run()
    {
        try {
            check_one_deadline();
            check_order_of_expiry();
            check_disarm();
            check_callback();
            check_progress();
            check_against_oracle();
        } catch (broken) {
        }
        return std::move(result_);
    }

private:
    struct broken
    {};

    // A timer that broke one requirement is not tried further: it may hold slots armed that must not be armed twice.
    void require(bool holds, char const* requirement)
    {
        if (!result_.expect(holds, requirement))
            throw broken();
    }

    time_point in(std::int64_t units) const { return now_ + duration(static_cast<typename duration::rep>(units)); }

    std::vector<slot_id> expire(time_point now)
    {
        now_ = now;
        std::vector<slot_id> expired;
        auto const count = timer_.expire(now, [&](slot_id slot) { expired.push_back(slot); });
        require(count == expired.size(), "expire() gives the number of slots that expired");
        return expired;
    }

    void check_one_deadline()
    {
        auto const never = (time_point::max)();
        require(timer_.next_deadline() == never, "next_deadline() is max() when nothing was armed");
        require(expire(now_).empty(), "nothing expires when nothing was armed");
        for (std::int64_t const wait : {1, 63, 1000, 1'000'000, 1'500'000'000}) {
            auto const deadline = in(wait);
            timer_.arm(7, deadline);
            require(timer_.next_deadline() <= deadline, "next_deadline() is not later than the deadline");
            require(expire(deadline - duration(1)).empty(), "no slot expires before its deadline");
            require(expire(deadline) == std::vector<slot_id>{7}, "a slot expires at its deadline");
            require(expire(deadline).empty(), "a slot expires once");
            require(timer_.next_deadline() == never, "next_deadline() is max() when all have expired");
        }
        timer_.arm(7, in(-5));
        require(expire(now_) == std::vector<slot_id>{7}, "a deadline in the past expires at once");
    }

    void check_order_of_expiry()
    {
        std::vector<std::int64_t> waits{1, 2, 3, 5000, 5001, 900'000, 900'000, 40'000'000'000};
        if (!in_order_)
            waits = {5001, 1, 40'000'000'000, 900'000, 3, 2, 900'000, 5000};
        std::vector<std::pair<time_point, slot_id>> armed;
        for (slot_id slot = 0; slot != waits.size(); ++slot) {
            armed.emplace_back(in(waits[slot]), slot);
            timer_.arm(slot, armed.back().first);
        }
        std::stable_sort(armed.begin(), armed.end(), [](auto& a, auto& b) { return a.first < b.first; });
        auto const expired = expire(armed.back().first);
        bool ordered = expired.size() == armed.size();
        std::map<slot_id, time_point> deadlines;
        for (auto const& [deadline, slot] : armed)
            deadlines.emplace(slot, deadline);
        for (std::size_t i = 1; ordered && i != expired.size(); ++i)
            ordered = deadlines[expired[i - 1]] <= deadlines[expired[i]];
        require(ordered, "slots expire earliest first");
    }

    void check_disarm()
    {
        for (slot_id slot = 0; slot != 4; ++slot)
            timer_.arm(slot, in(100 + slot));
        timer_.disarm(0);
        timer_.disarm(2);
        timer_.disarm(3);
        require(timer_.next_deadline() <= in(101), "next_deadline() is not later than what is left");
        require(expire(in(150)) == std::vector<slot_id>{1}, "a slot that was disarmed does not expire");
        timer_.arm(2, in(50));
        require(expire(in(50)) == std::vector<slot_id>{2}, "a slot that was disarmed can be armed again");
        timer_.arm(0, in(10));
        timer_.disarm(0);
        require(timer_.next_deadline() == (time_point::max)(), "next_deadline() is max() when all were disarmed");
    }

    void check_callback()
    {
        timer_.arm(0, in(10));
        timer_.arm(1, in(20));
        timer_.arm(2, in(30));
        auto const later = in(500);
        std::vector<slot_id> expired;
        timer_.expire(in(100), [&](slot_id slot) {
            expired.push_back(slot);
            if (slot == 0) {
                timer_.disarm(1);
                timer_.arm(0, later);
            }
        });
        now_ = in(100);
        require(expired == std::vector<slot_id>{0, 2}, "what the callback disarms does not expire");
        require(expire(later) == std::vector<slot_id>{0}, "what the callback arms expires at its deadline");
    }

    // When the owner should look again.
    time_point look() const
    {
        if constexpr (requires { timer_.wake_at(now_); })
            return timer_.wake_at(now_);
        else
            return timer_.next_deadline();
    }

    void check_progress()
    {
        require(look() == (time_point::max)(), "wake_at() is max() when nothing is armed");
        auto const deadline = in(40'000'000'000);
        timer_.arm(5, deadline);
        timer_.arm(6, deadline);
        timer_.disarm(5);
        int looks = 0;
        bool expired = false;
        for (; looks != 64 && !expired; ++looks) {
            auto const next = look();
            require(next <= deadline, "wake_at() is not later than the deadline");
            // A model that spins says "now": then time goes on by itself.
            expired = !expire(next > now_ ? (std::min)(next, deadline) : deadline).empty();
            require(expired == (now_ == deadline), "a slot expires at its deadline");
        }
        require(expired, "waiting for next_deadline() or wake_at() reaches the deadline");
    }

    // Waits of all magnitudes, from nothing to 2^36 units of the clock.
    std::int64_t draw_wait() { return static_cast<std::int64_t>(draw_() >> (28 + draw_() % 36)); }

    void check_against_oracle()
    {
        std::vector<std::optional<time_point>> armed(slots);
        std::multimap<time_point, slot_id> oracle;
        auto last = now_;
        for (int step = 0; step != 20'000; ++step) {
            auto const slot = static_cast<slot_id>(draw_() % slots);
            if (draw_() % 16 == 0)
                expire_beside(oracle, armed);
            else if (armed[slot])
                disarm_beside(oracle, armed, slot);
            else
                last = arm_beside(oracle, armed, slot, in_order_ ? (std::max)(last, in(draw_wait())) : in(draw_wait()));
            auto const true_next = oracle.empty() ? (time_point::max)() : oracle.begin()->first;
            require(timer_.next_deadline() <= true_next, "next_deadline() is not later than the earliest");
            require(!oracle.empty() || timer_.next_deadline() == true_next, "next_deadline() is max() if empty");
        }
    }

    template<class Oracle, class Armed>
    time_point arm_beside(Oracle& oracle, Armed& armed, slot_id slot, time_point deadline)
    {
        timer_.arm(slot, deadline);
        armed[slot] = deadline;
        oracle.emplace(deadline, slot);
        return deadline;
    }

    template<class Oracle, class Armed>
    void disarm_beside(Oracle& oracle, Armed& armed, slot_id slot)
    {
        timer_.disarm(slot);
        auto [first, last] = oracle.equal_range(*armed[slot]);
        oracle.erase(std::find_if(first, last, [&](auto& entry) { return entry.second == slot; }));
        armed[slot].reset();
    }

    template<class Oracle, class Armed>
    void expire_beside(Oracle& oracle, Armed& armed)
    {
        auto const expired = expire(in(draw_wait()));
        auto before = (time_point::min)();
        for (auto const slot : expired) {
            require(slot < slots && armed[slot].has_value(), "only armed slots expire, and once");
            require(*armed[slot] <= now_, "no slot expires before its deadline");
            require(before <= *armed[slot], "slots expire earliest first");
            before = *armed[slot];
            auto [first, last] = oracle.equal_range(before);
            oracle.erase(std::find_if(first, last, [&](auto& entry) { return entry.second == slot; }));
            armed[slot].reset();
        }
        require(oracle.empty() || oracle.begin()->first > now_, "expire() leaves nothing that is due");
        require(timer_.next_deadline() > now_, "after expire(now) next_deadline() is later than now");
    }

    Timer timer_;
    bool in_order_;
    time_point now_{duration(1'000'000'007)};
    sonda::detail::splitmix draw_{1};
    report result_;
};

} // namespace detail

/** Checks the semantic requirements of @ref sonda::timer_policy.

    Times are given to the timer and not read from its clock, so that the check takes no time of its own. It includes
    20,000 random steps beside a sorted map, and ends with the first requirement that is broken. `async_wait` is not
    called: the executor need not run.

    @param timer     A timer that was not opened yet.
    @param executor  An executor for it.
    @param order     `arming::in_order` for a model that demands it.

    @return What was tried and what was broken.
*/
template<timer_policy Timer, class Executor>
report check_timer(Timer timer, Executor const& executor, arming order = arming::in_any_order)
{
    return detail::timer_check<Timer>(std::move(timer), executor, order).run();
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_TIMER_HPP
