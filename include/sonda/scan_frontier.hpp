// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SCAN_FRONTIER_HPP
#define SONDA_SCAN_FRONTIER_HPP

#include <sonda/ordering/done_set.hpp>
#include <sonda/ordering/remaining.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/sink_policy.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace sonda {

/** How far a scan has come: which targets have their verdict.

    It is a sink, so that it is filled by the scan that it is about; whoever also writes the verdicts down puts each of
    them here *after* it is written, so that nothing is done that could be lost. It costs an inverse of the ordering and
    a bit a verdict, and a scan that has none pays nothing for it.

    @code
    sonda::scan_frontier done(sonda::ordering::random(seed), targets.size());
    scanner.async_scan(targets, [&](sonda::verdict const& found) { write(found); done.put(found); }, token);
    // another day, with a scanner whose ordering is done.rest():
    @endcode

    What is done is kept by @ref lanes, which is all that has to be stored beside the rule of the ordering. The scan that
    goes on is one over @ref rest, which is an ordering like any other; its verdicts are put into the same frontier, or
    into one that was made of the lanes.

    @tparam Ordering  The ordering of the scan as it began: a shard of one, if it is a part of many, but not the rest of
                      one. Its positions are what is counted.

    @par Complexity
    As `Ordering::inverse` and @ref sonda::ordering::done_set.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe; a parallel scan calls its sink on any of its threads, one at a time,
    and who looks at the frontier meanwhile has a lock with the sink.
*/
template<ordering_policy Ordering = ordering::serial>
class scan_frontier
{
public:
    /** Of a scan that begins.

        @param rule     The rule of the ordering.
        @param targets  How many targets there are.
        @param lanes    As many as the scan has parts: 1 or more.
    */
    scan_frontier(Ordering const& rule, std::uint64_t targets, std::size_t lanes = 1)
        : scan_frontier(rule, targets, std::vector<ordering::done_set>(lanes))
    {}

    /** Of a scan that goes on.

        @param rule     The rule of the ordering.
        @param targets  How many targets there are.
        @param lanes    What was done when it ended; one lane or more.
    */
    scan_frontier(Ordering const& rule, std::uint64_t targets, std::vector<ordering::done_set> lanes)
        : rule_(rule)
        , order_(rule.over(targets))
        , lanes_(std::move(lanes))
    {
        for (auto const& lane : lanes_)
            done_ += lane.size();
    }

    /// Notes that the target of a verdict is done.
    void put(verdict const& found) { insert(found.index); }

    /// Notes that a target is done; false if it was already, or is none of the scan.
    bool insert(std::uint64_t target)
    {
        auto const position = order_.inverse(target);
        if (position >= order_.size() || !lanes_[lane_of(position)].insert(position / lanes_.size()))
            return false;
        ++done_;
        return true;
    }

    /// True if a target is done.
    bool contains(std::uint64_t target) const noexcept
    {
        auto const position = order_.inverse(target);
        return position < order_.size() && lanes_[lane_of(position)].contains(position / lanes_.size());
    }

    /// How many targets are done.
    std::uint64_t done() const noexcept { return done_; }

    /// How many targets the scan has.
    std::uint64_t size() const noexcept { return order_.size(); }

    /// True if all are done.
    bool complete() const noexcept { return done_ == size(); }

    /// What is done, by lane; see @ref sonda::ordering::remaining.
    std::vector<ordering::done_set> const& lanes() const noexcept { return lanes_; }

    /// The ordering of the scan that goes on. What is done later does not change it.
    ordering::remaining<Ordering> rest() const { return ordering::remaining<Ordering>(rule_, lanes_); }

private:
    std::size_t lane_of(std::uint64_t position) const noexcept
    {
        return static_cast<std::size_t>(position % lanes_.size());
    }

    Ordering rule_;
    Ordering order_;
    std::vector<ordering::done_set> lanes_;
    std::uint64_t done_ = 0;
};

static_assert(sink_policy<scan_frontier<>>);

} // namespace sonda

#endif // SONDA_SCAN_FRONTIER_HPP
