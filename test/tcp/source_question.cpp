// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/source_question.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <chrono>
#include <cstdint>

using namespace std::chrono_literals;
using sonda::endpoint;
using sonda::detail::source_question;

namespace {

constexpr source_question::clock_type::time_point start{1h};

endpoint loopback(std::uint16_t port, std::uint32_t zone = 0)
{
    return endpoint::v6(0, 1, zone, port);
}

} // namespace

BOOST_AUTO_TEST_SUITE(source_question_)

BOOST_AUTO_TEST_CASE(only_a_missing_address_is_a_missing_source)
{
    for (auto const error : {0, EADDRNOTAVAIL, EMFILE, EAGAIN, ENETUNREACH})
        BOOST_TEST(source_question({}).lacks_source(loopback(80), start, [=] { return error; }) ==
                   (error == EADDRNOTAVAIL));
}

BOOST_AUTO_TEST_CASE(ports_of_one_host_ask_once_a_second)
{
    source_question question({});
    int asked = 0;
    auto answer = EADDRNOTAVAIL;
    auto const ask = [&] { return ++asked, answer; };
    BOOST_TEST(question.lacks_source(loopback(80), start, ask));
    answer = 0;
    BOOST_TEST(question.lacks_source(loopback(81), start + 999ms, ask));
    BOOST_TEST(asked == 1);
    BOOST_TEST(!question.lacks_source(loopback(82), start + 1s, ask));
    BOOST_TEST(!question.lacks_source(loopback(83), start + 1500ms, ask));
    BOOST_TEST(asked == 2);
}

BOOST_AUTO_TEST_CASE(every_host_has_an_answer_of_its_own)
{
    source_question question({});
    BOOST_TEST(question.lacks_source(loopback(80), start, [] { return EADDRNOTAVAIL; }));
    BOOST_TEST(!question.lacks_source(loopback(80, 2), start, [] { return 0; }));
    BOOST_TEST(question.lacks_source(endpoint::v6(1, 1, 2, 80), start, [] { return EADDRNOTAVAIL; }));
    BOOST_TEST(!question.lacks_source(endpoint::v4(1, 80), start, [] { return 0; }));
    BOOST_TEST(question.lacks_source(endpoint::v6(0, 1, 0, 80), start, [] { return EADDRNOTAVAIL; }));
}

BOOST_AUTO_TEST_CASE(family_with_a_source_of_its_own_never_asks)
{
    source_question question(boost::asio::ip::make_address("127.0.0.5"));
    int asked = 0;
    auto const ask = [&] { return ++asked, EADDRNOTAVAIL; };
    BOOST_TEST(!question.lacks_source(endpoint::v4(0x7f000001, 80), start, ask));
    BOOST_TEST(asked == 0);
    BOOST_TEST(question.lacks_source(loopback(80), start, ask));
}

BOOST_AUTO_TEST_SUITE_END()
