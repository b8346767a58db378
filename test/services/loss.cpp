// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include "services/loss.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(loss)

BOOST_AUTO_TEST_CASE(three_tries_find_every_open_port_at_up_to_five_per_cent)
{
    auto const* const name = "three_tries_find_every_open_port_at_up_to_five_per_cent";
    if (test::net_namespace::skip(name))
        return;
    test::loss network(name);
    for (int const percent : {1, 3, 5})
        network.check(percent, "1-200,6379");
}

BOOST_AUTO_TEST_SUITE_END()
