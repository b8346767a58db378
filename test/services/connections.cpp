// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include "services/connections.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(connections)

BOOST_AUTO_TEST_CASE(no_port_is_tried_more_often_than_allowed_and_no_socket_is_left)
{
    auto const* const name = "no_port_is_tried_more_often_than_allowed_and_no_socket_is_left";
    if (!test::net_namespace::skip(name))
        test::connections(name).check(1, "1-1500,32768-42000,65535");
}

BOOST_AUTO_TEST_SUITE_END()
