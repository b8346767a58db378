// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/transport.hpp>
#include <sonda/transport/asio_udp.hpp>
#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <tuple>

#include "echo_thread.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

BOOST_AUTO_TEST_SUITE(udp_conformance)

using models = std::tuple<sonda::transport::udp, sonda::transport::asio_udp>;

BOOST_AUTO_TEST_CASE_TEMPLATE(keeps_what_transport_policy_says, Transport, models)
{
    if (test::net_namespace::skip("udp_conformance/keeps_what_transport_policy_says"))
        return;
    test::net_namespace ns;
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        test::echo_thread open(address);
        boost::asio::io_context context;
        test::service silent(context, address);
        auto const report = sonda::conformance::check_transport(
            context,
            [&context](std::size_t slots) { return Transport(context.get_executor(), test::with_slots(slots)); },
            {open.endpoint(), test::at(address, 9), silent.endpoint()}, 3000);
        BOOST_TEST(report.passed(), report);
    }
}

BOOST_AUTO_TEST_SUITE_END()
