// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_SIMULATED_SCAN_HPP
#define SONDA_TEST_SUPPORT_SIMULATED_SCAN_HPP

#include <sonda/scanner.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/transport/simulated.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace test {

namespace asio = boost::asio;
using namespace std::chrono_literals;

// `size` TCP ports of 127.0.0.1 from port 1 on; more than 65,535 of them go on with the next address.
struct port_list
{
    std::uint64_t count = 0;

    std::uint64_t size() const noexcept { return count; }
    std::uint64_t host_of(std::uint64_t index) const noexcept { return index / 65535; }

    sonda::endpoint at(std::uint64_t index) const noexcept
    {
        return sonda::endpoint::v4(static_cast<std::uint32_t>(0x7f000001 + index / 65535),
                                   static_cast<std::uint16_t>(index % 65535 + 1));
    }
};

// A clock of the tests whose every look at it takes a microsecond, so that time passes between any two steps.
struct ticking_clock
{
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ticking_clock>;
    static constexpr bool is_steady = true;

    static inline rep time = 0;

    static time_point now() noexcept { return time_point(duration(time += 1000)); }
    static void reset() noexcept { time = 0; }

    template<class Executor>
    static void advance(duration step, Executor const& executor)
    {
        time += step.count();
        sonda::timer::manual_clock::advance(0ns, executor); // only its kick
    }
};

using script = std::function<sonda::transport::simulated_reply(sonda::endpoint const&)>;

template<class Clock>
using basic_network = sonda::transport::simulated<script, Clock, asio::io_context::executor_type>;

// Runs scans of a simulated network, in simulated time.
template<class Clock = sonda::timer::manual_clock>
struct simulated_scan
{
    using clock = Clock;
    using network = basic_network<Clock>;
    using reply = sonda::transport::simulated_reply;

    simulated_scan() { Clock::reset(); }
    ~simulated_scan() { BOOST_TEST(context.poll() == 0u, "the context did not run dry"); }

    template<class Ordering = sonda::ordering::serial, class Pacing = sonda::pacing::unlimited,
             class Timer = sonda::timer::deadline_queue<Clock>>
    auto scanner(script what, sonda::scan_options const& options, Ordering order = Ordering(), Pacing pace = Pacing(),
                 Timer timer = Timer())
    {
        auto counted = [this, what = std::move(what)](sonda::endpoint const& target) {
            ++attempts[target];
            return what(target);
        };
        return sonda::basic_scanner(network(context.get_executor(), options.batch, std::move(counted)), options, order,
                                    pace, std::move(timer));
    }

    // The handler of a scan.
    auto on_done()
    {
        return [this](boost::system::error_code ec, sonda::scan_summary const& s) {
            error = ec;
            summary = s;
        };
    }

    // A sink that keeps everything.
    auto keep()
    {
        return [this](sonda::verdict const& found) { verdicts.push_back(found); };
    }

    // Lets simulated time pass until the scan is done, at most `limit` of it.
    void run(std::chrono::nanoseconds limit = 1h, std::chrono::nanoseconds step = 1ms)
    {
        auto const end = Clock::now() + limit;
        for (;;) {
            poll();
            if (summary || Clock::now() > end)
                break;
            Clock::advance(step, context.get_executor());
        }
        BOOST_TEST_REQUIRE(summary.has_value(), "the scan did not end");
    }

    void poll()
    {
        context.restart();
        context.poll();
    }

    // Runs a whole scan of `count` ports.
    template<class Scanner>
    void scan(Scanner& subject, std::uint64_t count)
    {
        subject.async_scan(port_list{count}, keep(), on_done());
        run();
    }

    std::map<sonda::endpoint, int> found_times() const
    {
        std::map<sonda::endpoint, int> times;
        for (auto const& found : verdicts)
            ++times[found.endpoint];
        return times;
    }

    asio::io_context context;
    std::map<sonda::endpoint, int> attempts;
    std::vector<sonda::verdict> verdicts;
    boost::system::error_code error;
    std::optional<sonda::scan_summary> summary;
};

} // namespace test

#endif // SONDA_TEST_SUPPORT_SIMULATED_SCAN_HPP
