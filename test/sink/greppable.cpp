// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/greppable.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <string>

#include "samples.hpp"

using sonda::sink::greppable;

BOOST_AUTO_TEST_SUITE(greppable_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    std::ostringstream out;
    test::feed(greppable{out}, test::every_kind());
    BOOST_TEST(out.str() == test::golden("greppable.txt"));
}

BOOST_AUTO_TEST_CASE(two_hosts_with_three_ports_are_two_lines_in_order)
{
    std::ostringstream out;
    greppable sink{out};
    for (std::uint16_t port : std::initializer_list<std::uint16_t>{443, 22, 80})
        for (std::uint32_t host : {2u, 1u})
            sink.put(test::open_port(port, 0x7f000000 + host));
    BOOST_TEST(out.str().empty());
    sink.finish({}, true);
    BOOST_TEST(out.str() == "127.0.0.1 -> [22,80,443]\n127.0.0.2 -> [22,80,443]\n");
}

BOOST_AUTO_TEST_CASE(neighbouring_ports_are_listed_one_by_one)
{
    std::ostringstream out;
    greppable sink{out};
    for (std::uint16_t port : std::initializer_list<std::uint16_t>{80, 81, 82, 80})
        sink.put(test::open_port(port));
    sink.finish({}, true);
    BOOST_TEST(out.str() == "127.0.0.1 -> [80,81,82]\n");
}

BOOST_AUTO_TEST_CASE(what_is_not_open_has_no_line)
{
    std::ostringstream out;
    greppable sink{out};
    auto found = test::open_port(80);
    found.outcome.state = sonda::port_state::open_filtered;
    sink.put(found);
    sink.finish({}, true);
    BOOST_TEST(out.str().empty());
}

BOOST_AUTO_TEST_CASE(the_last_port_ends_the_list)
{
    std::ostringstream out;
    greppable sink{out};
    sink.put(test::open_port(65535));
    sink.put(test::open_port(65534));
    sink.finish({}, true);
    sink.finish({}, true);
    BOOST_TEST(out.str() == "127.0.0.1 -> [65534,65535]\n");
}

BOOST_AUTO_TEST_SUITE_END()
