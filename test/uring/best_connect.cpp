// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/transport.hpp>
#include <sonda/transport/best_connect.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <type_traits>

#include <support/net_namespace.hpp>
#include <tcp/accepting_listener.hpp>
#include <tcp/probe_by_hand.hpp>

#include "forked_child.hpp"
#include "ring_available.hpp"
#include "system_call_filter.hpp"

namespace {

using sonda::port_state;
using sonda::transport::best_connect;
using sonda::transport::connect_options;
using sonda::transport::connect_way;
using tcp = boost::asio::ip::tcp;

// Whether the one that is taken finds a port that is open and one that is not.
bool probes_right(connect_way way, bool with_ring)
{
    boost::asio::io_context context;
    tcp::acceptor const listener(context, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    test::probe_by_hand<best_connect> probe(2, {}, way);
    sonda::endpoint const open(listener.local_endpoint(), sonda::protocol::tcp);
    return probe.transport().uses_uring() == with_ring && probe(open).answer.state == port_state::open &&
           probe(sonda::endpoint::v4(0x7f000001, 7)).answer.state == port_state::closed;
}

int error_of_ring()
{
    boost::asio::io_context context;
    try {
        best_connect const refused(context, {}, connect_way::uring);
        return 0;
    } catch (boost::system::system_error const& failure) {
        return failure.code().value();
    }
}

template<class OtherExecutor>
using rebound = best_connect::rebind_executor<OtherExecutor>::other;

using io_executor = boost::asio::io_context::executor_type;

static_assert(sonda::transport_policy<rebound<io_executor>>);
static_assert(std::is_same_v<rebound<io_executor>, sonda::transport::basic_best_connect<io_executor>>);

} // namespace

BOOST_AUTO_TEST_SUITE(best_connect_)

BOOST_AUTO_TEST_CASE(both_ways_are_transports)
{
    if (test::skip_without_ring("both_ways_are_transports"))
        return;
    for (auto const way : {connect_way::portable, connect_way::uring}) {
        test::net_namespace ns;
        ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }");
        auto const ip = boost::asio::ip::make_address("127.0.0.1");
        test::accepting_listener const listener({tcp::endpoint(ip, 0)});
        boost::asio::io_context context;
        auto const make = [&](std::size_t slots) {
            connect_options options;
            options.slots = slots;
            return best_connect(context, options, way);
        };
        auto const found =
            sonda::conformance::check_transport(context, make, {listener.endpoint(), {ip, 7}, {ip, 9}}, 300);
        BOOST_TEST(found.passed(), found);
    }
}

BOOST_AUTO_TEST_CASE(ring_is_taken_where_it_is_granted)
{
    if (test::skip_without_ring("ring_is_taken_where_it_is_granted"))
        return;
    BOOST_TEST(probes_right(connect_way::best, true));
    BOOST_TEST(probes_right(connect_way::uring, true));
    BOOST_TEST(probes_right(connect_way::portable, false));
}

// As in a container whose filter forbids io_uring, or on a kernel that does not know it.
BOOST_AUTO_TEST_CASE(other_one_is_taken_where_the_system_refuses_a_ring)
{
    for (auto const error : {EPERM, ENOSYS})
        BOOST_TEST_CONTEXT("error " << error)
        {
            BOOST_TEST(test::holds_in_child([&] {
                test::forbid_system_call(__NR_io_uring_setup, error);
                return sonda::transport::uring_refusal().value() == error && probes_right(connect_way::best, false);
            }));
            BOOST_TEST(test::holds_in_child([&] {
                test::forbid_system_call(__NR_io_uring_setup, error);
                return error_of_ring() == error;
            }));
        }
}

// A filter may grant the ring itself.
BOOST_AUTO_TEST_CASE(other_one_is_taken_where_the_system_refuses_the_use_of_a_ring)
{
    if (test::skip_without_ring("other_one_is_taken_where_the_system_refuses_the_use_of_a_ring"))
        return;
    BOOST_TEST(test::holds_in_child([] {
        test::forbid_system_call(__NR_io_uring_enter, EPERM);
        return sonda::transport::uring_refusal().value() == EPERM && probes_right(connect_way::best, false);
    }));
}

BOOST_AUTO_TEST_CASE(wrong_options_are_wrong_for_both)
{
    boost::asio::io_context context;
    connect_options options;
    options.slots = 0;
    for (auto const way : {connect_way::best, connect_way::portable})
        BOOST_CHECK_THROW(best_connect(context, options, way), boost::system::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
