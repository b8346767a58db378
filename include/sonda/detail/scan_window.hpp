// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_WINDOW_HPP
#define SONDA_DETAIL_SCAN_WINDOW_HPP

#include <sonda/detail/slot_queue.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/target_source.hpp>
#include <sonda/verdict.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sonda::detail {

// The core of a scan: which target occupies which slot, what is to be sent next, and what a result means for it. It
// does no input or output, knows no clock and is driven by scan_engine; every target leaves it with exactly one
// verdict, or none if the scan was cut short.
template<target_source Targets, ordering_policy Ordering, class TimePoint>
class scan_window
{
public:
    // As many as are worth having in flight while answers come at once.
    static constexpr std::size_t narrow = 256;

    enum class slot_state : std::uint8_t {
        free,
        waiting, // to be sent again, before any new target
        starting, // handed to the transport, no deadline yet
        flying, // has a deadline
        expiring, // its deadline passed; the transport was asked for the slot
        stopping // the scan was cut short; the transport was asked for the slot
    };

    struct entry
    {
        endpoint target;
        std::uint64_t index = 0;
        TimePoint sent{};
        std::uint32_t tries = 0;
        std::uint8_t voids = 0; // times in a row that a try said nothing
        slot_state state = slot_state::free;
    };

    scan_window(Targets targets, Ordering const& rule, std::size_t slots, unsigned tries)
        : targets_(std::move(targets))
        , order_(rule.over(targets_.size()))
        , size_(order_.size())
        , end_(size_)
        , tries_((std::max)(tries, 1u))
        , borne_((std::max)(slots, std::size_t(1)))
        , width_((std::min)(borne_, narrow))
        , limit_(width_)
        , probes_(borne_)
        , waiting_(borne_)
        , free_(borne_)
    {
        if constexpr (shares) {
            end_ = 0;
            targets_.enlist(order_);
            take_more();
        }
        // The lowest slots first, and the one freed last again first: a small working set stays in the cache.
        for (std::size_t i = 0; i != free_.size(); ++i)
            free_[i] = static_cast<slot_id>(free_.size() - 1 - i);
    }

    // True if `next` has something to give.
    bool ready() const noexcept
    {
        return in_flight_ < limit_ && !closed_ && (!waiting_.empty() || (position_ != end_ && !free_.empty()));
    }

    // The slot of the next probe to send. Requires ready().
    slot_id next()
    {
        ++in_flight_;
        if (!waiting_.empty()) {
            slot_id const slot = waiting_.pop();
            begin(probes_[slot]);
            return slot;
        }
        slot_id const slot = free_.back();
        free_.pop_back();
        auto& probe = probes_[slot];
        probe.index = order_.at(position_++);
        probe.target = targets_.at(probe.index);
        take_more();
        probe.tries = 0;
        probe.voids = 0;
        begin(probe);
        return slot;
    }

    // The host of the probe that `next` would give. Requires ready().
    std::uint64_t next_host() const noexcept
    {
        return waiting_.empty() ? targets_.host_of(order_.at(position_)) : host_of(waiting_.front());
    }

    entry const& operator[](slot_id slot) const noexcept { return probes_[slot]; }
    std::uint64_t host_of(slot_id slot) const noexcept { return targets_.host_of(probes_[slot].index); }

    // The probe is in flight since `sent`.
    void sent(slot_id slot, TimePoint sent) noexcept { probes_[slot].sent = sent; }

    // The probe has its deadline.
    void armed(slot_id slot) noexcept { probes_[slot].state = slot_state::flying; }

    // Its deadline passed.
    void expired(slot_id slot) noexcept { probes_[slot].state = slot_state::expiring; }

    // The scan is cut short.
    void stopping(slot_id slot) noexcept { probes_[slot].state = slot_state::stopping; }

    // The target is done; the slot is free.
    verdict settle(slot_id slot, outcome const& answer, typename TimePoint::duration rtt)
    {
        auto const& probe = probes_[slot];
        verdict found{probe.target, answer, probe.index, rtt, probe.tries};
        release(slot);
        return found;
    }

    // The slot is free without a verdict.
    void release(slot_id slot)
    {
        probes_[slot].state = slot_state::free;
        free_.push_back(slot);
        --in_flight_;
    }

    // Another try, if one is left; a scan that was cut short gives the target up instead.
    bool retry(slot_id slot)
    {
        if (probes_[slot].tries >= tries_)
            return false;
        wait(slot);
        return true;
    }

    // The same try again: it said nothing. Gives how often in a row that has happened.
    unsigned put_back(slot_id slot)
    {
        auto& probe = probes_[slot];
        --probe.tries;
        probe.voids = static_cast<std::uint8_t>((std::min)(probe.voids + 1, 255));
        wait(slot);
        return probe.voids;
    }

    // This machine bears no more than is in flight now.
    void shrink() noexcept
    {
        borne_ = (std::max)(in_flight_, std::size_t(1));
        limit_ = (std::min)(borne_, width_);
        credit_ = 0;
    }

    // A probe went well: after as many as the window is wide this machine may bear one more.
    void grow() noexcept
    {
        if (borne_ != probes_.size() && ++credit_ >= limit_) {
            ++borne_;
            limit_ = (std::min)(borne_, width_);
            credit_ = 0;
        }
    }

    // True if nothing but its own width keeps it from sending more.
    bool held() const noexcept
    {
        return in_flight_ >= width_ && width_ < borne_ && !closed_ && (!waiting_.empty() || position_ != end_);
    }

    // Nobody answers: more has to be in flight.
    void widen() noexcept { set_width((std::min)(2 * width_, probes_.size())); }

    // So many answers came at once. If that is most of what was in flight, less of it, which stays in the cache, does.
    void heard(std::size_t answers) noexcept
    {
        if (answers > width_ / 2 && width_ > narrow)
            set_width((std::max)(width_ / 2, narrow));
    }

    // Starts nothing more; what is waiting to be sent again is given up.
    void close() noexcept
    {
        closed_ = true;
        while (!waiting_.empty()) {
            slot_id const slot = waiting_.pop();
            probes_[slot].state = slot_state::free;
            free_.push_back(slot);
        }
    }

    bool closed() const noexcept { return closed_; }
    std::size_t slots() const noexcept { return probes_.size(); }
    std::size_t in_flight() const noexcept { return in_flight_; }
    std::uint64_t size() const noexcept { return size_; }
    std::size_t limit() const noexcept { return limit_; }

    // True if nothing is in flight and nothing is left to send.
    bool done() const noexcept { return in_flight_ == 0 && (closed_ || (position_ == end_ && waiting_.empty())); }

private:
    // True for a window that shares the targets with others: it takes positions, its own or another's, while there are any.
    static constexpr bool shares = requires(Targets& targets) { targets.take(); };

    void take_more()
    {
        if constexpr (shares)
            if (position_ == end_) {
                auto const taken = targets_.take();
                position_ = taken.begin;
                end_ = taken.end;
                if (taken.order)
                    order_ = Ordering(*taken.order);
            }
    }

    void set_width(std::size_t width) noexcept
    {
        width_ = width;
        limit_ = (std::min)(borne_, width_);
    }

    void begin(entry& probe) noexcept
    {
        probe.state = slot_state::starting;
        ++probe.tries;
    }

    void wait(slot_id slot)
    {
        if (closed_)
            return release(slot);
        probes_[slot].state = slot_state::waiting;
        waiting_.push(slot);
        --in_flight_;
    }

    Targets targets_;
    Ordering order_;
    std::uint64_t size_;
    std::uint64_t end_; // of the positions that are to be visited next
    std::uint64_t position_ = 0;
    std::uint32_t tries_;
    bool closed_ = false;
    std::size_t in_flight_ = 0;
    std::size_t borne_; // by this machine, as far as is known
    std::size_t width_; // worth having in flight
    std::size_t limit_; // the smaller of the two
    std::size_t credit_ = 0;
    std::vector<entry> probes_;
    slot_queue waiting_;
    std::vector<slot_id> free_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_WINDOW_HPP
