// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(shortages)

using namespace test;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

reply shortage(int error)
{
    return {sonda::probe_result::shortage(error), {}};
}

// A machine with `limit` descriptors: the next one is refused.
struct small_machine
{
    simulated_scan<>* lab;
    std::size_t limit;
    std::size_t* in_use;

    reply operator()(sonda::endpoint const&) const
    {
        if (*in_use == limit)
            return shortage(EMFILE);
        ++*in_use;
        return reply::closed(1ms);
    }
};

BOOST_AUTO_TEST_CASE(narrow_the_window_and_lose_nothing)
{
    simulated_scan<> lab;
    std::size_t in_use = 0;
    auto subject = lab.scanner(small_machine{&lab, 20, &in_use}, {.batch = 450});
    std::size_t most = 0;
    auto sink = [&](sonda::verdict const& found) {
        most = std::max(most, in_use);
        --in_use;
        lab.verdicts.push_back(found);
    };
    subject.async_scan(port_list{1000}, sink, lab.on_done());
    lab.run();
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.summary->count(port_state::closed) == 1000u);
    BOOST_TEST(most == 20u);
    BOOST_TEST(lab.summary->shortages > 0u);
    BOOST_TEST(lab.summary->last_shortage == EMFILE);
    BOOST_TEST(lab.summary->shortages < 200u, "it kept asking for what was not there");
    for (auto const& found : lab.verdicts)
        BOOST_TEST(found.tries == 1u); // a shortage is no try
}

BOOST_AUTO_TEST_CASE(are_waited_out_with_nothing_in_flight)
{
    simulated_scan<> lab;
    using clock = sonda::timer::manual_clock;
    auto const relief = clock::now() + 3s;
    auto subject =
        lab.scanner([=](auto const&) { return clock::now() < relief ? shortage(EADDRNOTAVAIL) : reply::closed(); },
                    {.batch = 10, .patience = 10s});
    lab.scan(subject, 50);
    BOOST_TEST(lab.summary->count(port_state::closed) == 50u);
    BOOST_TEST(lab.summary->shortages < 100u, "it asked in a busy loop");
    BOOST_TEST((lab.summary->duration >= 3s));
    BOOST_TEST((lab.summary->duration < 3s + 200ms));
}

BOOST_AUTO_TEST_CASE(that_last_become_errors_after_the_patience)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return shortage(ENFILE); }, {.batch = 10, .patience = 2s});
    lab.scan(subject, 50);
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.summary->count(port_state::error) == 50u);
    BOOST_TEST(lab.verdicts.front().outcome.error == ENFILE);
    BOOST_TEST((lab.summary->duration >= 2s));
    BOOST_TEST((lab.summary->duration < 3s));
}

BOOST_AUTO_TEST_CASE(of_everything_but_oneself_end_too)
{
    // Every try ends in a connection with oneself, as when the only local port is the one that is scanned.
    simulated_scan<> lab;
    auto subject = lab.scanner(
        [](auto const&) {
            return reply{sonda::probe_result::again(), {}};
        },
        {.batch = 4, .patience = 1s});
    lab.scan(subject, 3);
    BOOST_TEST(lab.summary->count(port_state::error) == 3u);
    BOOST_TEST(lab.verdicts.front().outcome.error == EADDRNOTAVAIL);
}

BOOST_AUTO_TEST_CASE(a_void_try_is_sent_again_and_is_no_try)
{
    simulated_scan<> lab;
    int voids = 0;
    auto subject = lab.scanner(
        [&](sonda::endpoint const& target) {
            if (target.port() == 5 && ++voids < 4)
                return reply{sonda::probe_result::again(), {}};
            return reply::open();
        },
        {.batch = 4});
    lab.scan(subject, 10);
    BOOST_TEST(lab.summary->count(port_state::open) == 10u);
    BOOST_TEST(voids == 4);
    for (auto const& found : lab.verdicts)
        BOOST_TEST(found.tries == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
