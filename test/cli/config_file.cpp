// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/config_file.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/refusal.hpp"

using sonda::cli::parse_config;
using words = std::vector<std::string>;

namespace {

std::string refused(std::string const& text)
{
    return test::refusal([&] { parse_config(text, "f"); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(config_file)

BOOST_AUTO_TEST_CASE(gives_every_key_with_its_line)
{
    auto const all =
        parse_config("timeout = 100\n\n# a remark\nports = [80, \"90-99\"]\nudp = true\n[range]\nstart = 1\n", "f");
    BOOST_TEST_REQUIRE(all.size() == 4U);
    auto const by_name = [&](std::string const& name) {
        for (auto const& one : all)
            if (one.name == name)
                return one;
        return sonda::cli::config_setting{};
    };
    BOOST_TEST(by_name("timeout").where == "f:1");
    BOOST_TEST(by_name("timeout").values == words{"100"}, boost::test_tools::per_element());
    BOOST_TEST(!by_name("timeout").is_flag);
    BOOST_TEST(by_name("ports").where == "f:4");
    BOOST_TEST(by_name("ports").values == (words{"80", "90-99"}), boost::test_tools::per_element());
    BOOST_TEST(by_name("udp").is_flag);
    BOOST_TEST(by_name("range.start").where == "f:7");
}

BOOST_AUTO_TEST_CASE(writes_numbers_as_they_would_be_typed)
{
    BOOST_TEST(parse_config("interval = 0.5", "f").front().values.front() == "0.5");
    BOOST_TEST(parse_config("interval = -3", "f").front().values.front() == "-3");
}

BOOST_AUTO_TEST_CASE(names_the_line_of_what_is_no_toml)
{
    BOOST_TEST(refused("a = 1\nb = = 2\n").starts_with("f:2: "));
    BOOST_TEST(refused("a = 1\na = 2\n").starts_with("f:2: "));
    BOOST_TEST(refused("a = \"\xff\"\n").starts_with("f:1: "));
    BOOST_TEST(refused("x\n") != "");
}

BOOST_AUTO_TEST_CASE(refuses_values_that_no_option_takes)
{
    BOOST_TEST(refused("a = 1\nd = 2026-01-01\n") == "f:2: 'd' is neither text nor a number nor true or false");
    BOOST_TEST(refused("a = [[1]]\n") == "f:1: 'a' is neither text nor a number nor true or false");
    BOOST_TEST(refused("[a]\n[a.b]\nc = 1\n") == "f:2: 'a.b' is a table within a table");
}

BOOST_AUTO_TEST_CASE(says_which_file_cannot_be_read)
{
    BOOST_TEST(test::refusal([] { sonda::cli::read_config("/no/such/file"); }) ==
               "cannot read the configuration '/no/such/file'");
    BOOST_TEST(test::refusal([] { sonda::cli::read_config("/"); }) == "cannot read the configuration '/'");
}

BOOST_AUTO_TEST_SUITE_END()
