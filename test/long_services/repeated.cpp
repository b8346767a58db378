// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include <iostream>

#include "services/agreement.hpp"
#include "services/connections.hpp"
#include "services/loss.hpp"

// What test/services does three times or once, twenty times.

BOOST_AUTO_TEST_SUITE(repeated)

BOOST_AUTO_TEST_CASE(twenty_scans_of_every_port_say_the_words_of_nmap)
{
    auto const* const name = "twenty_scans_of_every_port_say_the_words_of_nmap";
    if (test::net_namespace::skip(name))
        return;
    if (!test::is_installed("nmap")) {
        std::cout << "SKIPPED: " << name << ": nmap is not installed" << std::endl;
        return;
    }
    test::agreement(name).check(20);
}

BOOST_AUTO_TEST_CASE(no_port_is_tried_more_often_than_allowed_and_no_socket_is_left_twenty_times)
{
    auto const* const name = "no_port_is_tried_more_often_than_allowed_and_no_socket_is_left_twenty_times";
    if (!test::net_namespace::skip(name))
        test::connections(name).check(20, "1-65535");
}

BOOST_AUTO_TEST_CASE(three_tries_find_every_open_port_in_twenty_scans_with_loss)
{
    auto const* const name = "three_tries_find_every_open_port_in_twenty_scans_with_loss";
    if (test::net_namespace::skip(name))
        return;
    test::loss network(name);
    for (int run = 0; run != 20; ++run)
        network.check(run % 6, "1-65535");
}

BOOST_AUTO_TEST_SUITE_END()
