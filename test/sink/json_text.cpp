// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/json_text.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json_records.hpp"
#include "samples.hpp"

using namespace sonda;
using test::list_of;
using test::number_of;
using test::text_of;

namespace {

std::string in_quotes(std::string_view text)
{
    std::string result;
    detail::append_json_string(result, text);
    return result;
}

std::string random_bytes(std::mt19937_64& random)
{
    std::string text(random() % 20, ' ');
    for (auto& c : text)
        c = static_cast<char>(random() % 2 != 0 ? random() : 0x20 + random() % 0x60);
    return text;
}

verdict random_verdict(std::mt19937_64& random)
{
    verdict found;
    auto const port = static_cast<std::uint16_t>(random());
    auto const proto = random() % 2 != 0 ? protocol::tcp : protocol::udp;
    found.endpoint = random() % 2 != 0 ? endpoint::v4(static_cast<std::uint32_t>(random()), port, proto)
                                       : endpoint::v6(random(), random(), 0, port, proto);
    found.outcome.state = static_cast<port_state>(random() % port_state_count);
    found.outcome.reason = static_cast<reason_kind>(random() % 6);
    found.outcome.icmp_type = static_cast<std::uint8_t>(random());
    found.outcome.icmp_code = static_cast<std::uint8_t>(random());
    found.outcome.error = static_cast<int>(random() % 200);
    found.outcome.from = found.endpoint.address();
    found.rtt = std::chrono::nanoseconds(random() % 10'000'000'000);
    found.tries = static_cast<unsigned>(random());
    return found;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_text)

BOOST_AUTO_TEST_CASE(plain_text_is_quoted_as_it_is)
{
    BOOST_TEST(in_quotes("") == "\"\"");
    BOOST_TEST(in_quotes("localhost") == "\"localhost\"");
}

BOOST_AUTO_TEST_CASE(what_json_forbids_is_escaped)
{
    BOOST_TEST(in_quotes("a\"b\\c\n\x1b") == "\"a\\\"b\\\\c\\n\\u001b\"");
    BOOST_TEST(in_quotes(std::string_view("\0", 1)) == "\"\\u0000\"");
}

BOOST_AUTO_TEST_CASE(what_is_not_utf8_becomes_a_replacement_character)
{
    BOOST_TEST(in_quotes("\xff") == "\"\xef\xbf\xbd\"");
    BOOST_TEST(in_quotes("a\xc3") == "\"a\xef\xbf\xbd\"");
    BOOST_TEST(in_quotes("m\xc3\xbcnchen") == "\"m\xc3\xbcnchen\"");
}

BOOST_AUTO_TEST_CASE(any_bytes_parse_back_as_what_is_well_formed_of_them)
{
    std::mt19937_64 random(7);
    for (int i = 0; i != 20'000; ++i) {
        auto const bytes = random_bytes(random);
        auto const read = boost::json::parse(in_quotes(bytes));
        BOOST_TEST_REQUIRE(std::string(read.as_string()) == detail::well_formed(bytes));
    }
}

BOOST_AUTO_TEST_CASE(random_verdicts_with_random_names_parse_back_equal)
{
    std::mt19937_64 random(8);
    for (int i = 0; i != 5'000; ++i) {
        auto const found = random_verdict(random);
        std::vector<std::string> names(random() % 3);
        for (auto& name : names)
            name = detail::well_formed(random_bytes(random));
        sink::annotations notes{[&](auto const&) { return std::span<std::string const>(names); }, test::noon};
        std::string text;
        detail::append_json_port(text, found, notes);
        auto const read = boost::json::parse(text);
        BOOST_TEST_CONTEXT(text)
        {
            auto const address = found.endpoint.address().to_string();
            BOOST_TEST_REQUIRE(text_of(read, "address") == address);
            BOOST_TEST_REQUIRE(text_of(read, "host") == (names.empty() ? address : names.front()));
            BOOST_TEST_REQUIRE((list_of(read, "names") == names));
            BOOST_TEST_REQUIRE(number_of(read, "port") == found.endpoint.port());
            BOOST_TEST_REQUIRE(text_of(read, "protocol") == to_string(found.endpoint.protocol()));
            BOOST_TEST_REQUIRE(text_of(read, "state") == to_string(found.state()));
            BOOST_TEST_REQUIRE(text_of(read, "reason") == reason_text(found));
            BOOST_TEST_REQUIRE(number_of(read, "rtt_us") ==
                               static_cast<std::uint64_t>((found.rtt.count() + 500) / 1000));
            BOOST_TEST_REQUIRE(number_of(read, "tries") == found.tries);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_longest_round_trip_is_rounded_like_any_other)
{
    auto found = test::open_port(80);
    found.rtt = (std::chrono::nanoseconds::max)();
    std::string text;
    detail::append_json_port(text, found, test::notes());
    BOOST_TEST(number_of(boost::json::parse(text), "rtt_us") == 9'223'372'036'854'776u);
}

BOOST_AUTO_TEST_CASE(a_zone_with_a_quotation_mark_is_escaped)
{
    auto found = test::open_port(80);
    found.outcome.reason = reason_kind::icmp;
    found.endpoint = endpoint::v6(0xfe80ull << 48, 1, 4'000'000'000u, 80);
    found.outcome.from = found.endpoint.address();
    std::string text;
    detail::append_json_port(text, found, test::notes());
    auto const read = boost::json::parse(text);
    BOOST_TEST(text_of(read, "address") == "fe80::1%4000000000");
    BOOST_TEST(text_of(read, "reason") == "icmp 0/0 from fe80::1%4000000000");
}

BOOST_AUTO_TEST_CASE(any_argument_and_option_parses_back)
{
    std::mt19937_64 random(9);
    sink::scan_info info;
    for (int i = 0; i != 100; ++i) {
        info.arguments.push_back(detail::well_formed(random_bytes(random)));
        info.options.emplace_back("name" + std::to_string(i), detail::well_formed(random_bytes(random)));
    }
    std::string text = "{";
    detail::append_json_info(text, info);
    auto const read = boost::json::parse(text + '}');
    BOOST_TEST((list_of(read, "arguments") == info.arguments));
    for (auto const& [name, value] : info.options)
        BOOST_TEST(text_of(read.at("options"), name.c_str()) == value);
    BOOST_TEST(read.at("seed").is_null());
}

BOOST_AUTO_TEST_SUITE_END()
