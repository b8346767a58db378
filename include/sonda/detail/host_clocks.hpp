// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HOST_CLOCKS_HPP
#define SONDA_DETAIL_HOST_CLOCKS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sonda::detail {

// For how long each host was waited for: the time during which at least one probe to it was in flight. With a limit of
// 0 there are no clocks, no memory and nothing to do. Open addressing, so that a new host allocates nothing of its own.
template<class TimePoint>
class host_clocks
{
public:
    using duration = typename TimePoint::duration;

    explicit host_clocks(duration limit) noexcept
        : limit_(limit)
    {}

    bool on() const noexcept { return limit_ != duration::zero(); }

    // A probe is sent.
    void begin(std::uint64_t host, TimePoint now)
    {
        auto& clock = clock_of(host);
        if (clock.flights++ == 0)
            clock.since = now;
    }

    // It came back, in whatever way.
    void end(std::uint64_t host, TimePoint now)
    {
        auto& clock = clock_of(host);
        if (--clock.flights == 0)
            clock.waited += now - clock.since;
    }

    // True if the host was waited for longer than the limit.
    bool over(std::uint64_t host, TimePoint now) const noexcept
    {
        if (clocks_.empty())
            return false;
        auto const& clock = clocks_[place_of(host)];
        if (!clock.used)
            return false;
        return clock.waited + (clock.flights != 0 ? now - clock.since : duration::zero()) > limit_;
    }

private:
    struct clock_of_host
    {
        std::uint64_t host = 0;
        TimePoint since{};
        duration waited{0};
        std::uint32_t flights = 0;
        bool used = false;
    };

    static std::uint64_t mix(std::uint64_t host) noexcept
    {
        host = (host ^ (host >> 32)) * 0xbf58476d1ce4e5b9;
        return host ^ (host >> 29);
    }

    // Its own, or the free one that it would have.
    std::size_t place_of(std::uint64_t host) const noexcept
    {
        auto const mask = clocks_.size() - 1;
        auto place = static_cast<std::size_t>(mix(host)) & mask;
        while (clocks_[place].used && clocks_[place].host != host)
            place = (place + 1) & mask;
        return place;
    }

    clock_of_host& clock_of(std::uint64_t host)
    {
        if (2 * (hosts_ + 1) > clocks_.size())
            grow();
        auto& clock = clocks_[place_of(host)];
        if (!clock.used) {
            clock.host = host;
            clock.used = true;
            ++hosts_;
        }
        return clock;
    }

    void grow()
    {
        std::vector<clock_of_host> const old(std::exchange(clocks_, {}));
        clocks_.resize(old.empty() ? 64 : 2 * old.size());
        for (auto const& clock : old)
            if (clock.used)
                clocks_[place_of(clock.host)] = clock;
    }

    duration limit_;
    std::vector<clock_of_host> clocks_; // a power of two of them
    std::size_t hosts_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_HOST_CLOCKS_HPP
