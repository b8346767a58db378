// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_value.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <limits>

#include "cli/refusal.hpp"

using namespace sonda::cli;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(read_value)

BOOST_AUTO_TEST_CASE(reads_numbers_within_their_range_only)
{
    auto const most = (std::numeric_limits<std::uint64_t>::max)();
    BOOST_TEST(read_number({"0", "-n"}, 0, 9) == 0u);
    BOOST_TEST(read_number({"9", "-n"}, 0, 9) == 9u);
    BOOST_TEST(read_number({"18446744073709551615", "-n"}, 0, most) == most);
    for (auto const* const text : {"", "10", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1e1", "99999999999999999999", "a"})
        BOOST_TEST(test::refusal([&] { read_number({text, "-n"}, 0, 9); }) != "", text);
}

BOOST_AUTO_TEST_CASE(reads_milliseconds_and_parts_of_them)
{
    BOOST_TEST((read_milliseconds({"0", "-t"}) == 0ns));
    BOOST_TEST((read_milliseconds({"1500", "-t"}) == 1500ms));
    BOOST_TEST((read_milliseconds({"0.5", "-t"}) == 500us));
    BOOST_TEST((read_milliseconds({"1.000001", "-t"}) == 1ms + 1ns));
    BOOST_TEST((read_milliseconds({"86400000", "-t"}) == 24h));
    for (auto const* const text :
         {"", ".", "1.", ".5", "-1", "1.0000001", "86400000.1", "1,5", "5s", "inf", "1e3", "9999999999"})
        BOOST_TEST(test::refusal([&] { read_milliseconds({text, "-t"}); }) != "", text);
}

BOOST_AUTO_TEST_CASE(refuses_less_milliseconds_than_may_be)
{
    BOOST_TEST((read_milliseconds({"0.000001", "-t"}, 1ns) == 1ns));
    for (auto const* const text : {"0", "0.0", "0.000000"})
        BOOST_TEST(test::refusal([&] {
                       read_milliseconds({text, "-t"}, 1ns);
                   }) == "bad value '" + std::string(text) +
                             "' for -t: not a number of milliseconds above 0, up to a day",
                   text);
}

BOOST_AUTO_TEST_CASE(names_the_words_it_knows)
{
    auto const read = [](char const* word) { return read_choice<int>({word, "--way"}, {{"up", 1}, {"down", 2}}); };
    BOOST_TEST(read("down") == 2);
    BOOST_TEST(test::refusal([&] { read("Down"); }) == "bad value 'Down' for --way: not up or down");
}

BOOST_AUTO_TEST_CASE(quotes_what_could_harm_a_terminal_harmlessly)
{
    BOOST_TEST(test::refusal([] {
                   read_number({"\x1b[2J", "-b"}, 1, 2);
               }) == "bad value '\\x1b[2J' for -b: not a number from 1 to 2");
}

BOOST_AUTO_TEST_CASE(reads_one_address)
{
    BOOST_TEST(read_address({"127.0.0.1", "-s"}).to_string() == "127.0.0.1");
    BOOST_TEST(read_address({"::1", "-s"}).to_string() == "::1");
    BOOST_TEST(test::refusal([] {
                   read_address({"127.0.0.1-2", "-s"});
               }) == "bad value '127.0.0.1-2' for -s: not one address");
}

BOOST_AUTO_TEST_SUITE_END()
