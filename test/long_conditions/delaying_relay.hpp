// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_LONG_CONDITIONS_DELAYING_RELAY_HPP
#define SONDA_TEST_LONG_CONDITIONS_DELAYING_RELAY_HPP

#include <sonda/detail/socket_handle.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <queue>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace test {

/// Makes a TUN device in the network namespace of this thread; it lasts as long as the descriptor.
inline sonda::detail::socket_handle make_tun(std::string const& name)
{
    sonda::detail::socket_handle made(::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC));
    ifreq request{};
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    name.copy(request.ifr_name, IFNAMSIZ - 1);
    if (!made || ::ioctl(made.get(), TUNSETIFF, &request) != 0)
        throw std::system_error(errno, std::generic_category(), "TUN device");
    return made;
}

/** Joins two TUN devices, and holds each packet for a time of its own: they overtake each other.

    The times are drawn from a uniform distribution, from a seed.
*/
class delaying_relay
{
public:
    using milliseconds = std::chrono::milliseconds;

    delaying_relay(sonda::detail::socket_handle one, sonda::detail::socket_handle other, milliseconds least,
                   milliseconds most, unsigned seed)
        : devices_{std::move(one), std::move(other)}
        , delay_(std::chrono::microseconds(least).count(), std::chrono::microseconds(most).count())
        , random_(seed)
        , thread_([this] { run(); })
    {}

    delaying_relay(delaying_relay const&) = delete;

    ~delaying_relay()
    {
        stopped_ = true;
        thread_.join();
    }

private:
    using clock = std::chrono::steady_clock;

    struct packet
    {
        clock::time_point due;
        std::size_t to;
        std::vector<char> bytes;

        bool operator<(packet const& other) const noexcept { return due > other.due; } // the earliest on top
    };

    void run()
    {
        while (!stopped_) {
            std::array<pollfd, 2> events{pollfd{devices_[0].get(), POLLIN, 0}, pollfd{devices_[1].get(), POLLIN, 0}};
            auto const wait = patience();
            timespec const limit{0, wait.count()};
            if (::ppoll(events.data(), events.size(), &limit, nullptr) > 0)
                for (std::size_t i = 0; i != events.size(); ++i)
                    take(i);
            deliver();
        }
    }

    // Until the next packet is due, but no longer than it may take to notice the end.
    std::chrono::nanoseconds patience() const
    {
        std::chrono::nanoseconds const most = milliseconds(50);
        if (held_.empty())
            return most;
        auto const left = std::chrono::nanoseconds(held_.top().due - clock::now());
        return (std::clamp)(left, std::chrono::nanoseconds(0), most);
    }

    void take(std::size_t from)
    {
        std::array<char, 2048> buffer;
        for (;;) {
            auto const n = ::read(devices_[from].get(), buffer.data(), buffer.size());
            if (n <= 0)
                return;
            held_.push({clock::now() + std::chrono::microseconds(delay_(random_)), 1 - from,
                        std::vector<char>(buffer.data(), buffer.data() + n)});
        }
    }

    void deliver()
    {
        for (auto const now = clock::now(); !held_.empty() && held_.top().due <= now; held_.pop()) {
            auto const& [due, to, bytes] = held_.top();
            // What a device does not take is one more packet that was lost.
            [[maybe_unused]] auto const taken = ::write(devices_[to].get(), bytes.data(), bytes.size());
        }
    }

    std::array<sonda::detail::socket_handle, 2> devices_;
    std::uniform_int_distribution<long long> delay_;
    std::mt19937 random_;
    std::priority_queue<packet> held_;
    std::atomic<bool> stopped_ = false;
    std::thread thread_; // uses all of the above
};

} // namespace test

#endif // SONDA_TEST_LONG_CONDITIONS_DELAYING_RELAY_HPP
