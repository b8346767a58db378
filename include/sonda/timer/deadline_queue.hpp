// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_DEADLINE_QUEUE_HPP
#define SONDA_TIMER_DEADLINE_QUEUE_HPP

#include <sonda/timer_policy.hpp>

#include <chrono>
#include <cstddef>
#include <vector>

namespace sonda::timer {

/** Keeps deadlines that are armed in their own order, as those of probes with one timeout are.

    A doubly linked list over slot numbers, sorted by deadline; equal deadlines expire in the order in which they were
    armed. A deadline that is earlier than the last one is put in its place by walking backwards from the end, so that
    the order of arming is a matter of cost only.

    @par Complexity
    `arm`: O(1), or O(m) when `m` armed slots have a later deadline. `disarm`, `next_deadline`: O(1). `expire`: O(number
    of slots that expire). 16 bytes a slot.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see timer_policy, timing_wheel
*/
template<class Clock = std::chrono::steady_clock>
class deadline_queue
{
public:
    /// The clock that deadlines are measured on.
    using clock_type = Clock;

    /// A point in time of that clock.
    using time_point = typename Clock::time_point;

    /// Makes room for the slots `[0, slots)`, all disarmed; `slots` is below 2^32 - 1. The executor is not used.
    template<class Executor>
    void open(std::size_t slots, Executor const&)
    {
        auto const end = static_cast<slot_id>(slots);
        nodes_.assign(slots + 1, node{(time_point::min)(), end, end});
        end_ = end;
    }

    /// Arms a slot that is not armed.
    void arm(slot_id slot, time_point deadline) noexcept
    {
        auto* const nodes = nodes_.data();
        auto before = nodes[end_].previous;
        while (nodes[before].deadline > deadline)
            before = nodes[before].previous;
        auto const after = nodes[before].next;
        nodes[slot] = node{deadline, before, after};
        nodes[before].next = slot;
        nodes[after].previous = slot;
    }

    /// Disarms a slot that is armed.
    void disarm(slot_id slot) noexcept
    {
        auto* const nodes = nodes_.data();
        auto const [deadline, previous, next] = nodes[slot];
        nodes[previous].next = next;
        nodes[next].previous = previous;
    }

    /// The earliest deadline, exactly, or `time_point::max()` if no slot is armed.
    time_point next_deadline() const noexcept
    {
        auto const first = nodes_.empty() ? end_ : nodes_[end_].next;
        return first == end_ ? (time_point::max)() : nodes_[first].deadline;
    }

    /** Disarms the slots whose deadline is at or before `now` and calls `f(slot)` for each, earliest first.

        `f` may arm and disarm. What it arms at or before `now` expires in the same call.

        @return How many slots expired.
    */
    template<class F>
    std::size_t expire(time_point now, F&& f)
    {
        std::size_t count = 0;
        while (next_deadline() <= now) {
            auto const slot = nodes_[end_].next;
            if (slot == end_)
                break;
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

    // The last node is the list's end. Its deadline is before all others: there a walk backwards stops by itself.
    std::vector<node> nodes_;
    slot_id end_ = 0;
};

static_assert(timer_policy<deadline_queue<>>);

} // namespace sonda::timer

#endif // SONDA_TIMER_DEADLINE_QUEUE_HPP
