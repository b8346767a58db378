// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_BATON_HPP
#define SONDA_DETAIL_BATON_HPP

#include <atomic>

namespace sonda::detail {

// Serialises the turns of one operation whose events arrive on any thread, without a lock, a queue or an allocation.
// Events are bits. Who brings the first takes the baton and serves; what arrives meanwhile is served by the holder.
class baton
{
public:
    // Notes an event. True if the caller has the baton now, and must serve.
    bool arrive(unsigned event) noexcept
    {
        return (state_.fetch_or(event | held, std::memory_order_acq_rel) & held) == 0;
    }

    // The events that have arrived, for the holder.
    unsigned take() noexcept { return state_.exchange(held, std::memory_order_acq_rel) & ~held; }

    // Lays the baton down, unless something has arrived: then the holder has to serve on.
    bool leave() noexcept
    {
        unsigned expected = held;
        return state_.compare_exchange_strong(expected, 0, std::memory_order_acq_rel, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned held = 1U << 31;

    std::atomic<unsigned> state_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_BATON_HPP
