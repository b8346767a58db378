// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include "services/agreement.hpp"

#include <boost/test/unit_test.hpp>

#include <iostream>
#include <string>

BOOST_AUTO_TEST_SUITE(agreement)

BOOST_AUTO_TEST_CASE(three_scans_of_every_port_say_the_words_of_nmap)
{
    std::string const name = "three_scans_of_every_port_say_the_words_of_nmap";
    if (test::net_namespace::skip(name))
        return;
    if (!test::is_installed("nmap")) {
        std::cout << "SKIPPED: " << name << ": nmap is not installed" << std::endl;
        return;
    }
    test::agreement(name).check(3);
}

BOOST_AUTO_TEST_SUITE_END()
