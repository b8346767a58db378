// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_TIMING_WHEEL_HPP
#define SONDA_TIMER_TIMING_WHEEL_HPP

#include <sonda/timer_policy.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sonda::timer {

/** Keeps deadlines that are armed in any order, as those of probes with differing timeouts are.

    A hierarchical timing wheel (Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", 1987) of 11 levels with 64
    buckets each, which cover all of 64 bits: no deadline is too far. Time is cut into ticks, but the ticks only sort:
    what is due is kept in order of its deadline and expires by its deadline, neither early nor at the end of a tick.
    Equal deadlines expire in the order in which they were armed.

    `next_deadline` is the earliest deadline that was armed in the earliest bucket. Where that slot was disarmed the
    value may be too early; the `expire` at that time finds nothing and moves `next_deadline` on.

    @tparam Clock  The clock; its representation is an integer of at most 64 bits.

    @par Complexity
    `arm`: O(1), or O(m) for a deadline in the current tick, when `m` deadlines in it are later. `disarm`,
    `next_deadline`: O(1). `expire`: O(1) for each slot that expires, spread over at most 11 moves on its way down; a
    tick in which `m` deadlines were armed in the worst order costs O(m^2). 16 bytes a slot and 11 KiB.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see timer_policy, deadline_queue
*/
template<class Clock = std::chrono::steady_clock>
class timing_wheel
{
    static_assert(std::integral<typename Clock::rep> && sizeof(typename Clock::rep) <= 8);

public:
    /// The clock that deadlines are measured on.
    using clock_type = Clock;

    /// A length of time of that clock.
    using duration = typename Clock::duration;

    /// A point in time of that clock.
    using time_point = typename Clock::time_point;

    /** Sets the length of a tick.

        @param tick  Within it deadlines are sorted one by one: about the time in which few expire. It is rounded down
                     to a power of two of the clock's unit, and up to that unit.
    */
    explicit timing_wheel(duration tick = std::chrono::duration_cast<duration>(std::chrono::microseconds(66))) noexcept
        : tick_bits_(static_cast<unsigned>(
              std::bit_width(static_cast<std::uint64_t>((std::max)(tick.count(), typename Clock::rep{1}))) - 1))
    {}

    /// Makes room for the slots `[0, slots)`, all disarmed; `slots` is below 2^32 - 705. The executor is not used.
    template<class Executor>
    void open(std::size_t slots, Executor const&)
    {
        first_bucket_ = static_cast<slot_id>(slots);
        due_ = static_cast<slot_id>(slots + levels * width);
        nodes_.resize(slots + levels * width + 1);
        for (auto bucket = first_bucket_; bucket != due_; ++bucket)
            nodes_[bucket] = node{(time_point::max)(), bucket, bucket};
        nodes_[due_] = node{(time_point::min)(), due_, due_};
        occupied_.fill(0);
        used_levels_ = 0;
        current_ = 0;
    }

    /// Arms a slot that is not armed.
    void arm(slot_id slot, time_point deadline) noexcept
    {
        auto const tick = tick_of(deadline);
        if (tick <= current_)
            return arm_due(slot, deadline);
        auto const level = static_cast<unsigned>(std::bit_width(tick ^ current_) - 1) / width_bits;
        auto const index = static_cast<unsigned>(tick >> (level * width_bits)) % width;
        auto const bucket = bucket_at(level, index);
        occupied_[level] |= std::uint64_t{1} << index;
        used_levels_ |= 1U << level;
        nodes_[bucket].deadline = (std::min)(nodes_[bucket].deadline, deadline);
        link(slot, deadline, nodes_[bucket].previous);
    }

    /// Disarms a slot that is armed.
    void disarm(slot_id slot) noexcept
    {
        auto const [deadline, previous, next] = nodes_[slot];
        nodes_[previous].next = next;
        nodes_[next].previous = previous;
        if (previous == next && next != due_)
            clear(next);
    }

    /// A time that is not later than the earliest deadline, or `time_point::max()` if no slot is armed.
    time_point next_deadline() const noexcept
    {
        if (!nodes_.empty() && nodes_[due_].next != due_)
            return nodes_[nodes_[due_].next].deadline;
        return used_levels_ == 0 ? (time_point::max)() : nodes_[earliest_bucket()].deadline;
    }

    /** Disarms the slots whose deadline is at or before `now` and calls `f(slot)` for each, earliest first.

        `f` may arm and disarm. What it arms at or before `now` expires in the same call.

        @return How many slots expired.
    */
    template<class F>
    std::size_t expire(time_point now, F&& f)
    {
        if (next_deadline() > now)
            return 0;
        advance(tick_of(now));
        std::size_t count = 0;
        for (auto slot = nodes_[due_].next; slot != due_ && nodes_[slot].deadline <= now; slot = nodes_[due_].next) {
            disarm(slot);
            ++count;
            f(slot);
        }
        return count;
    }

private:
    struct node
    {
        time_point deadline;
        slot_id previous;
        slot_id next;
    };

    static constexpr unsigned width_bits = 6;
    static constexpr unsigned width = 1U << width_bits;
    static constexpr unsigned levels = 11;

    // Flipping the sign bit keeps the order of times before the epoch.
    std::uint64_t tick_of(time_point when) const noexcept
    {
        auto const count = static_cast<std::int64_t>(when.time_since_epoch().count());
        return (static_cast<std::uint64_t>(count) ^ (std::uint64_t{1} << 63)) >> tick_bits_;
    }

    slot_id bucket_at(unsigned level, unsigned index) const noexcept { return first_bucket_ + level * width + index; }

    // The ticks of a level share all higher digits with the current tick, so those of a lower level come first.
    slot_id earliest_bucket() const noexcept
    {
        auto const level = static_cast<unsigned>(std::countr_zero(used_levels_));
        return bucket_at(level, static_cast<unsigned>(std::countr_zero(occupied_[level])));
    }

    void link(slot_id slot, time_point deadline, slot_id before) noexcept
    {
        auto const after = nodes_[before].next;
        nodes_[slot] = node{deadline, before, after};
        nodes_[before].next = slot;
        nodes_[after].previous = slot;
    }

    void arm_due(slot_id slot, time_point deadline) noexcept
    {
        auto before = nodes_[due_].previous;
        while (nodes_[before].deadline > deadline)
            before = nodes_[before].previous;
        link(slot, deadline, before);
    }

    void clear(slot_id bucket) noexcept
    {
        nodes_[bucket] = node{(time_point::max)(), bucket, bucket};
        auto const level = (bucket - first_bucket_) / width;
        occupied_[level] &= ~(std::uint64_t{1} << (bucket - first_bucket_) % width);
        if (occupied_[level] == 0)
            used_levels_ &= ~(1U << level);
    }

    // Brings what begins at or before `target` down: to lower levels, in the end to the list of what is due.
    void advance(std::uint64_t target) noexcept
    {
        if (target <= current_)
            return;
        while (used_levels_ != 0) {
            auto const bucket = earliest_bucket();
            auto const shift = (bucket - first_bucket_) / width * width_bits;
            auto const above = current_ >> shift >> width_bits << width_bits;
            auto const begin = (above | (bucket - first_bucket_) % width) << shift;
            if (begin > target)
                break;
            current_ = begin;
            cascade(bucket);
        }
        current_ = target;
    }

    void cascade(slot_id bucket) noexcept
    {
        auto slot = nodes_[bucket].next;
        clear(bucket);
        while (slot != bucket) {
            auto const next = nodes_[slot].next;
            arm(slot, nodes_[slot].deadline);
            slot = next;
        }
    }

    // After the slots come the ends of the buckets' lists, which hold the earliest deadline armed there, and at last
    // the end of the list of what is due, whose deadline is before all others: there a walk backwards stops by itself.
    std::vector<node> nodes_;
    std::array<std::uint64_t, levels> occupied_{};
    std::uint64_t current_ = 0;
    unsigned used_levels_ = 0;
    unsigned tick_bits_;
    slot_id first_bucket_ = 0;
    slot_id due_ = 0;
};

static_assert(timer_policy<timing_wheel<>>);

} // namespace sonda::timer

#endif // SONDA_TIMER_TIMING_WHEEL_HPP
