// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DONE_RUNS_HPP
#define SONDA_DETAIL_DONE_RUNS_HPP

#include <sonda/ordering/done_set.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sonda::detail {

// What is done, as it was at one moment: answers which is the n-th position that is not.
class done_runs
{
public:
    done_runs() = default;

    explicit done_runs(ordering::done_set const& from)
    {
        from.each_run([this](ordering::position_run const& run) {
            runs_.push_back({run, size_});
            size_ += run.last - run.first + 1;
        });
    }

    // How many positions are done.
    std::uint64_t size() const noexcept { return size_; }

    // The position before which exactly `n` are not done, and which is not done itself.
    std::uint64_t nth_missing(std::uint64_t n) const noexcept
    {
        auto const next = std::partition_point(runs_.begin(), runs_.end(),
                                               [n](ranked const& one) { return one.run.first - one.before <= n; });
        return next == runs_.begin() ? n : n + done_to(next[-1]);
    }

    bool contains(std::uint64_t position) const noexcept
    {
        auto const next = behind(position);
        return next != runs_.begin() && next[-1].run.last >= position;
    }

    // How many are done below a position that is not.
    std::uint64_t below(std::uint64_t position) const noexcept
    {
        auto const next = behind(position);
        return next == runs_.begin() ? 0 : done_to(next[-1]);
    }

private:
    struct ranked
    {
        ordering::position_run run;
        std::uint64_t before; // done below it
    };

    static std::uint64_t done_to(ranked const& one) noexcept { return one.before + one.run.last - one.run.first + 1; }

    std::vector<ranked>::const_iterator behind(std::uint64_t position) const noexcept
    {
        return std::partition_point(runs_.begin(), runs_.end(),
                                    [position](ranked const& one) { return one.run.first <= position; });
    }

    std::vector<ranked> runs_;
    std::uint64_t size_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DONE_RUNS_HPP
