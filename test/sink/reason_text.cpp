// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/reason_text.hpp>

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <cstring>
#include <string>

using namespace sonda;
using boost::asio::ip::make_address;

namespace {

verdict because(outcome const& why, protocol proto = protocol::tcp, bool v6 = false)
{
    verdict found;
    found.endpoint = v6 ? endpoint::v6(0, 1, 0, 80, proto) : endpoint::v4(0x7f000001, 80, proto);
    found.outcome = why;
    return found;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reason_text_tests)

BOOST_AUTO_TEST_CASE(every_reason_has_its_words)
{
    BOOST_TEST(reason_text(because({port_state::open, reason_kind::syn_ack, 0, 0, 0, {}})) == "syn-ack");
    BOOST_TEST(reason_text(because({port_state::closed, reason_kind::refused, 0, 0, 0, {}})) == "refused");
    BOOST_TEST(reason_text(because({port_state::filtered, reason_kind::no_response, 0, 0, 0, {}})) == "no-response");
    BOOST_TEST(reason_text(because({port_state::open, reason_kind::udp_response, 0, 0, 0, {}})) == "udp-response");
    BOOST_TEST(reason_text(because({port_state::error, reason_kind::host_timeout, 0, 0, 0, {}})) == "host-timeout");
}

BOOST_AUTO_TEST_CASE(icmp_has_type_code_and_sender)
{
    outcome why{port_state::filtered, reason_kind::icmp, 3, 13, EHOSTUNREACH, make_address("192.0.2.1")};
    BOOST_TEST(reason_text(because(why)) == "icmp 3/13 from 192.0.2.1");
    why.from = make_address("2001:db8::1");
    BOOST_TEST(reason_text(because(why)) == "icmp 3/13 from 2001:db8::1");
    why.from = boost::asio::ip::address();
    BOOST_TEST(reason_text(because(why)) == "icmp 3/13");
}

BOOST_AUTO_TEST_CASE(a_refusal_over_udp_is_a_port_unreachable)
{
    outcome why{port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED, make_address("192.0.2.1")};
    BOOST_TEST(reason_text(because(why, protocol::udp)) == "icmp 3/3 from 192.0.2.1");
    BOOST_TEST(reason_text(because(why, protocol::udp, true)) == "icmp 1/4 from 192.0.2.1");
    why.from = boost::asio::ip::address();
    BOOST_TEST(reason_text(because(why, protocol::udp)) == "icmp 3/3");
}

BOOST_AUTO_TEST_CASE(a_system_error_is_its_symbol_or_its_number)
{
    BOOST_TEST(reason_text(because({port_state::error, reason_kind::system, 0, 0, ENETUNREACH, {}})) == "ENETUNREACH");
    BOOST_TEST(reason_text(because({port_state::error, reason_kind::system, 0, 0, EACCES, {}})) == "EACCES");
    BOOST_TEST(reason_text(because({port_state::error, reason_kind::system, 0, 0, 4711, {}})) == "errno 4711");
    BOOST_TEST(reason_text(because({port_state::error, reason_kind::system, 0, 0, -1, {}})) == "errno -1");
}

BOOST_AUTO_TEST_CASE(it_is_appended)
{
    std::string text = "why: ";
    append_reason(text, because({port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}));
    BOOST_TEST(text == "why: syn-ack");
}

BOOST_AUTO_TEST_CASE(the_symbols_are_those_of_the_system)
{
    BOOST_TEST(errno_name(EMFILE) == "EMFILE");
    BOOST_TEST(errno_name(EHOSTUNREACH) == "EHOSTUNREACH");
    BOOST_TEST(errno_name(ETIMEDOUT) == "ETIMEDOUT");
    BOOST_TEST(errno_name(EPIPE) == "EPIPE");
    BOOST_TEST(errno_name(0) == "");
#ifdef __GLIBC__
    for (int error = 1; error != 200; ++error) {
        auto const name = errno_name(error);
        if (!name.empty())
            BOOST_TEST(name == ::strerrorname_np(error));
    }
#endif
}

BOOST_AUTO_TEST_SUITE_END()
