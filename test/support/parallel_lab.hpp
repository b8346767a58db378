// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_PARALLEL_LAB_HPP
#define SONDA_TEST_SUPPORT_PARALLEL_LAB_HPP

#include <sonda/parallel_scan.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "support/simulated_scan.hpp"

namespace test {

// Runs parallel scans of a simulated network in simulated time, each part on a context of its own, all on one thread.
struct parallel_lab
{
    using clock = sonda::timer::manual_clock;
    using network = basic_network<clock>;

    explicit parallel_lab(std::size_t parts)
        : contexts(parts)
    {
        clock::reset();
    }

    ~parallel_lab()
    {
        for (auto& context : contexts)
            BOOST_TEST(context.poll() == 0u, "a context did not run dry");
    }

    template<class Ordering = sonda::ordering::serial, class Pacing = sonda::pacing::unlimited>
    auto scan_of(script what, sonda::scan_options const& options, Ordering order = Ordering(), Pacing pace = Pacing())
    {
        auto const counted = [this, what](sonda::endpoint const& target) {
            ++attempts[target];
            return what(target);
        };
        std::vector<network> networks;
        for (auto& context : contexts)
            networks.emplace_back(context.get_executor(), options.batch, counted);
        return sonda::basic_parallel_scan(std::move(networks), options, order, pace,
                                          sonda::timer::deadline_queue<clock>());
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

    // Until none of the contexts has anything to do.
    void poll()
    {
        for (bool busy = true; busy;) {
            busy = false;
            for (auto& context : contexts) {
                context.restart();
                busy |= context.poll() != 0;
            }
        }
    }

    // At most so many handlers of each context.
    void step(int handlers)
    {
        for (int i = 0; i != handlers; ++i)
            for (auto& context : contexts) {
                context.restart();
                context.poll_one();
            }
    }

    void advance(std::chrono::nanoseconds by)
    {
        clock::advance(by);
        for (auto& context : contexts)
            clock::advance(0ns, context);
    }

    // Lets simulated time pass until the scan is done, at most `limit` of it.
    void run(std::chrono::nanoseconds limit = 1h)
    {
        auto const end = clock::now() + limit;
        for (;;) {
            poll();
            if (summary || clock::now() > end)
                break;
            advance(1ms);
        }
        BOOST_TEST_REQUIRE(summary.has_value(), "the scan did not end");
    }

    template<class Scan>
    void scan(Scan& subject, std::uint64_t count)
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

    std::deque<asio::io_context> contexts;
    std::map<sonda::endpoint, int> attempts;
    std::vector<sonda::verdict> verdicts;
    boost::system::error_code error;
    std::optional<sonda::scan_summary> summary;
};

} // namespace test

#endif // SONDA_TEST_SUPPORT_PARALLEL_LAB_HPP
