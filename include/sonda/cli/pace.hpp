// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PACE_HPP
#define SONDA_CLI_PACE_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonda::cli {

/** How fast a scan is, and how long it will still take, from what was really done.

    Targets that keep silent have their verdicts late, all of a batch at once: at the end of their patience, which is
    the time that the last try of a target may take. So the rate is measured over a whole number of patiences, about
    the second half of the scan up to now, and there is none before the first patience, or the first second, is over. Of the last three such rates the middle one counts.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class pace
{
public:
    /** Begins to measure.

        @param targets   How many there are to do.
        @param patience  How long a single one may take: the timeout of a try, times the tries.
        @param done      How many are done already.
    */
    explicit pace(std::uint64_t targets, std::chrono::nanoseconds patience, std::uint64_t done = 0)
        : marks_{{std::chrono::nanoseconds(0), done}}
        , targets_(targets)
        , patience_((std::max)(patience, std::chrono::nanoseconds(std::chrono::milliseconds(1))))
    {
        marks_.reserve(most_marks);
    }

    /// Learns that `done` targets are done, of all of them, `elapsed` after the beginning; both never fall.
    void learn(std::chrono::nanoseconds elapsed, std::uint64_t done)
    {
        if (marks_.size() == most_marks)
            thin_out();
        marks_.push_back({elapsed, done});
        measures_ = {measures_[1], measures_[2], measure()};
    }

    /// Targets a second; 0 as long as that is not known.
    double rate() const noexcept
    {
        if (measures_.back() <= 0)
            return 0;
        auto sorted = measures_;
        std::sort(sorted.begin(), sorted.end());
        return sorted[1] > 0 ? sorted[1] : sorted[2];
    }

    /// How long the rest takes at this rate; nothing as long as that is not known, or if nothing is left.
    std::optional<std::chrono::duration<double>> left() const noexcept
    {
        auto const rest = targets_ - (std::min)(done(), targets_);
        auto const targets_a_second = rate();
        if (targets_a_second <= 0 || rest == 0)
            return std::nullopt;
        return std::chrono::duration<double>(static_cast<double>(rest) / targets_a_second);
    }

    /// How long a single target may take.
    std::chrono::nanoseconds patience() const noexcept { return patience_; }

    /// How many there are to do.
    std::uint64_t targets() const noexcept { return targets_; }

    /// How many are done.
    std::uint64_t done() const noexcept { return marks_.back().done; }

    /// The tenths of a percent that are done, rounded down, so that 1000 is the end and nothing before it.
    unsigned thousandths() const noexcept
    {
        if (done() >= targets_)
            return 1000;
        auto const part = static_cast<double>(done()) / static_cast<double>(targets_);
        return (std::min)(999U, static_cast<unsigned>(part * 1000));
    }

private:
    struct mark
    {
        std::chrono::nanoseconds elapsed;
        std::uint64_t done;
    };

    static constexpr std::size_t most_marks = 512;
    static constexpr std::uint64_t fewest_done = 3; // with fewer it would be chance

    // Every second mark goes, but for the first and the last.
    void thin_out()
    {
        std::size_t kept = 1;
        for (std::size_t i = 2; i + 1 < marks_.size(); i += 2)
            marks_[kept++] = marks_[i];
        marks_[kept++] = marks_.back();
        marks_.resize(kept);
    }

    // The first mark that is not before this, but not the last of all: a burst just before it is not counted.
    mark const& mark_since(std::chrono::nanoseconds when) const noexcept
    {
        auto const last = marks_.end() - 1;
        auto const found = std::lower_bound(marks_.begin(), last, when,
                                            [](mark const& each, auto time) { return each.elapsed < time; });
        return found == last ? *(last - 1) : *found;
    }

    double measure() const noexcept
    {
        auto const now = marks_.back();
        if (now.elapsed < std::chrono::seconds(1) || now.elapsed < patience_)
            return 0;
        auto const patiences = (std::max)(std::int64_t{1}, now.elapsed / 2 / patience_);
        auto const* since = &mark_since(now.elapsed - patiences * patience_);
        if (now.done - since->done < fewest_done)
            since = &marks_.front();
        if (now.done - since->done < fewest_done)
            return 0;
        auto const seconds = std::chrono::duration<double>(now.elapsed - since->elapsed).count();
        return static_cast<double>(now.done - since->done) / seconds;
    }

    std::vector<mark> marks_;
    std::uint64_t targets_;
    std::chrono::nanoseconds patience_;
    std::array<double, 3> measures_{}; // the last ones: the middle one is not misled by a burst at the edge of one
};

} // namespace sonda::cli

#endif // SONDA_CLI_PACE_HPP
