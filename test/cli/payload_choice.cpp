// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/payload_choice.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(cli_payload_choice)

BOOST_AUTO_TEST_CASE(without_a_table_it_is_the_standard)
{
    BOOST_TEST(sonda::cli::payload_choice()(sonda::endpoint::v4(1, 53)).data() == sonda::payload::dns.data());
}

BOOST_AUTO_TEST_CASE(the_table_comes_first_and_outlives_whoever_made_it)
{
    sonda::payload::table made;
    made.add(sonda::target::port_range{53, 53}, std::vector<std::byte>(3));
    auto shared = std::make_shared<sonda::payload::table const>(std::move(made));
    sonda::cli::payload_choice const choice(std::exchange(shared, nullptr));
    BOOST_TEST(choice(sonda::endpoint::v4(1, 53)).front().size() == 3u);
    BOOST_TEST(choice(sonda::endpoint::v4(1, 161)).data() == sonda::payload::snmp.data());
}

BOOST_AUTO_TEST_CASE(it_knows_answers_from_other_ports)
{
    std::string_view const error("\0\5\0\1no", 6);
    BOOST_TEST(sonda::cli::payload_choice().asked_port(std::as_bytes(std::span(error))) == 69u);
}

BOOST_AUTO_TEST_SUITE_END()
