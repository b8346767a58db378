// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_REMAINING_HPP
#define SONDA_ORDERING_REMAINING_HPP

#include <sonda/detail/done_runs.hpp>
#include <sonda/ordering/done_set.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sonda::ordering {

/** Visits what another ordering visits, but for what is done already: with it a scan that was ended goes on.

    What is done is told in lanes, of which there is one for a scan on one executor, and one for each part of a
    @ref basic_parallel_scan. With `n` lanes, position `p` of the inner ordering is position `p / n` of lane `p % n`. A
    parallel scan of as many parts as there are lanes gives each part its own lane, so that what is done in each stays
    all that is below a mark and little above it, however far one part is ahead of another. With any other number of
    parts everything is visited as well.

    Numbers of lanes and positions are of the inner ordering over the same number of targets as when they were done.

    @tparam Ordering  The ordering whose rest is visited.

    @par Complexity
    That of `Ordering`, plus O(log runs) of the positions that are done above the mark, plus O(lanes).

    @par Thread safety
    Distinct objects: safe, copies of each other too. Shared objects: as `Ordering`.

    @see sonda::scan_frontier, which tells what is done
*/
template<ordering_policy Ordering = serial>
class remaining
{
public:
    /** The rest of an ordering.

        @param inner  What is visited but for what is done.
        @param lanes  What is done, by lane; one lane with nothing if there is none. They are copied.
    */
    explicit remaining(Ordering inner = Ordering(), std::vector<done_set> const& lanes = {})
        : inner_(std::move(inner))
    {
        auto made = std::make_shared<std::vector<detail::done_runs>>();
        for (auto const& lane : lanes)
            made->emplace_back(lane);
        if (made->empty())
            made->emplace_back();
        end_ = made->size();
        lanes_ = std::move(made);
        resize();
    }

    /// The rest of the inner rule over `n` targets.
    remaining over(std::uint64_t n) const
    {
        auto copy = *this;
        copy.inner_ = inner_.over(n);
        copy.resize();
        return copy;
    }

    /// How many lanes there are.
    std::uint64_t parts() const noexcept { return lanes_->size(); }

    /// What is left of one lane; requires `lane < parts()`.
    remaining part(std::uint64_t lane) const
    {
        auto copy = *this;
        copy.begin_ = static_cast<std::size_t>(lane);
        copy.end_ = copy.begin_ + 1;
        copy.resize();
        return copy;
    }

    /// What is divided into lanes.
    Ordering const& inner() const noexcept { return inner_; }

    /// How many targets are left.
    std::uint64_t size() const noexcept { return size_; }

    /// The target at a position below `size()`: lane after lane, in each in the order of the inner ordering.
    std::uint64_t at(std::uint64_t position) const noexcept
    {
        auto lane = begin_;
        for (; lane + 1 != end_ && position >= left_in(lane); ++lane)
            position -= left_in(lane);
        return inner_.at((*lanes_)[lane].nth_missing(position) * lanes_->size() + lane);
    }

    /// The position of a target, or `size()` for a target that is done, or that is not visited at all.
    std::uint64_t inverse(std::uint64_t target) const noexcept
    {
        auto const whole = inner_.inverse(target);
        auto const lane = static_cast<std::size_t>(whole % lanes_->size());
        auto const place = whole / lanes_->size();
        if (whole >= inner_.size() || lane < begin_ || lane >= end_ || (*lanes_)[lane].contains(place))
            return size_;
        auto position = place - (*lanes_)[lane].below(place);
        for (auto before = begin_; before != lane; ++before)
            position += left_in(before);
        return position;
    }

private:
    std::uint64_t left_in(std::size_t lane) const noexcept
    {
        auto const whole = inner_.size() / lanes_->size() + (lane < inner_.size() % lanes_->size() ? 1 : 0);
        auto const done = (*lanes_)[lane].size();
        return whole > done ? whole - done : 0;
    }

    void resize() noexcept
    {
        size_ = 0;
        for (auto lane = begin_; lane != end_; ++lane)
            size_ += left_in(lane);
    }

    Ordering inner_;
    std::shared_ptr<std::vector<detail::done_runs> const> lanes_;
    std::size_t begin_ = 0; // the lanes that are visited
    std::size_t end_ = 1;
    std::uint64_t size_ = 0;
};

static_assert(ordering_policy<remaining<>>);

} // namespace sonda::ordering

#endif // SONDA_ORDERING_REMAINING_HPP
