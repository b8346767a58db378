// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ORDERING_DONE_SET_HPP
#define SONDA_ORDERING_DONE_SET_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sonda::ordering {

/** Neighbouring positions of an ordering, from `first` to `last`, which belongs to them.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct position_run
{
    std::uint64_t first = 0; ///< The first.
    std::uint64_t last = 0; ///< The last, not below the first.

    /// Equality of both.
    friend constexpr bool operator==(position_run const&, position_run const&) noexcept = default;
};

/** The positions of an ordering that are done: all below a mark, and some above it.

    A scan visits positions in ascending order and is done with them in nearly that order, as far apart as its window
    lets it be. So the set is the lowest position that is not done and a bit for each from there to the highest that is;
    what is below costs nothing, be it billions.

    @par Complexity
    `insert` of a position and `contains`: O(1), amortised; memory is allocated only when the distance between the mark
    and the highest position grows to twice what it ever was. `each_run`: O(that distance / 64 + runs).

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see sonda::scan_frontier, which fills it from the verdicts of a scan; sonda::ordering::remaining, which visits the
    rest
*/
class done_set
{
public:
    /// Adds a position below 2^64 - 1; false if it was there already.
    bool insert(std::uint64_t position)
    {
        auto const at = position / bits;
        if (at < base_)
            return false;
        auto& word = word_at(at - base_);
        auto const bit = std::uint64_t{1} << position % bits;
        if ((word & bit) != 0)
            return false;
        word |= bit;
        ++size_;
        if (word == full && at == base_)
            raise();
        return true;
    }

    /// Adds neighbouring positions. Those that begin where the set begins or at its mark cost no memory.
    void insert(position_run run)
    {
        auto const mark = low();
        if (run.first > mark) {
            for (auto position = run.first; position <= run.last; ++position)
                insert(position);
            return;
        }
        if (run.last < mark)
            return;
        auto const end = (run.last + 1) / bits;
        for (; base_ < end && head_ != words_.size(); ++base_, ++head_)
            size_ += static_cast<std::uint64_t>(std::popcount(~words_[head_]));
        if (base_ < end) {
            size_ += (end - base_) * bits;
            base_ = end;
        }
        raise();
        for (auto position = end * bits; position <= run.last; ++position)
            insert(position);
    }

    /// True if a position is done.
    bool contains(std::uint64_t position) const noexcept
    {
        auto const at = position / bits;
        if (at < base_)
            return true;
        auto const offset = at - base_;
        return offset < words_.size() - head_ &&
               (words_[head_ + static_cast<std::size_t>(offset)] >> position % bits & 1) != 0;
    }

    /// The lowest position that is not done.
    std::uint64_t low() const noexcept
    {
        auto const first = head_ == words_.size() ? 0 : std::countr_one(words_[head_]);
        return base_ * bits + static_cast<std::uint64_t>(first);
    }

    /// How many positions are done.
    std::uint64_t size() const noexcept { return size_; }

    /// Calls `f(position_run)` for what is done, in ascending order; no two runs touch.
    template<class Function>
    void each_run(Function f) const
    {
        position_run run{0, 0};
        bool open = base_ != 0;
        run.last = base_ * bits - 1;
        for (auto at = head_; at != words_.size(); ++at) {
            auto const start = (base_ + (at - head_)) * bits;
            for (unsigned from = 0; from != bits;) {
                auto const rest = words_[at] >> from;
                if ((rest & 1) != 0) {
                    auto const ones = static_cast<unsigned>(std::countr_one(rest));
                    run.first = open ? run.first : start + from;
                    run.last = start + from + ones - 1;
                    open = true;
                    from += ones;
                } else {
                    auto const zeros = static_cast<unsigned>(std::countr_zero(rest));
                    if (open)
                        f(run);
                    open = false;
                    from = zeros > bits - from ? bits : from + zeros;
                }
            }
        }
        if (open)
            f(run);
    }

    /// What is done, as runs in ascending order.
    std::vector<position_run> runs() const
    {
        std::vector<position_run> all;
        each_run([&](position_run const& run) { all.push_back(run); });
        return all;
    }

private:
    static constexpr unsigned bits = 64;
    static constexpr std::uint64_t full = ~std::uint64_t{0};

    std::uint64_t& word_at(std::uint64_t offset)
    {
        auto const needed = head_ + static_cast<std::size_t>(offset) + 1;
        if (needed > words_.size())
            words_.resize(needed);
        return words_[needed - 1];
    }

    // All of the lowest words that are full are below the mark.
    void raise()
    {
        for (; head_ != words_.size() && words_[head_] == full; ++head_)
            ++base_;
        compact();
    }

    // What is left moves to the front as often as it is not the greater part: a constant number of times a word.
    void compact()
    {
        if (head_ != words_.size() && head_ < (words_.size() + 1) / 2)
            return;
        words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
    }

    std::uint64_t base_ = 0; // words below the mark
    std::size_t head_ = 0; // words that are below the mark and still there
    std::vector<std::uint64_t> words_;
    std::uint64_t size_ = 0;
};

} // namespace sonda::ordering

#endif // SONDA_ORDERING_DONE_SET_HPP
