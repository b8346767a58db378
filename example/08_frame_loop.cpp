// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan inside of a loop of 60 frames a second, which gives it half a millisecond of each and misses none.

#include <sonda.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <thread>

namespace asio = boost::asio;
using namespace std::chrono_literals;

// The time that this thread has computed for: what other programs do does not count.
std::chrono::nanoseconds computed()
{
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

int main()
{
    constexpr std::chrono::nanoseconds frame = 16'666'667ns;

    // tag::frame[]
    sonda::runtime::local_domain domain;
    asio::ip::tcp::acceptor service(domain, {asio::ip::address_v4::loopback(), 0});
    auto const port = service.local_endpoint().port();
    auto const first = static_cast<std::uint16_t>(std::max(port - 2'000, 1));
    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_range{first, port})
                             .value();

    // A turn of the scan is one step, no longer than its quantum.
    sonda::tcp_scanner scanner(domain.get_executor(), {.batch = 64, .quantum = 100us});
    bool found = false;
    bool done = false;
    scanner.async_scan(
        targets,
        [&](sonda::verdict const& verdict) {
            found |= verdict.endpoint.port() == port && verdict.state() == sonda::port_state::open;
        },
        [&](boost::system::error_code, sonda::scan_summary const&) { done = true; });

    long frames = 0;
    long missed = 0;
    auto next = std::chrono::steady_clock::now();
    while (!done) {
        auto const before = computed();
        domain.run_for(500us);
        // ... the rest of the frame
        missed += computed() - before > frame;
        ++frames;
        std::this_thread::sleep_until(next += frame);
    }
    // end::frame[]

    std::cout << "found in " << frames << " frames, of which " << missed << " were late\n";
    return found && frames > 1 && missed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
