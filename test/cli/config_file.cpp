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

BOOST_AUTO_TEST_CASE(reads_strings_with_their_escapes)
{
    auto const value = [](std::string const& text) { return parse_config("a = " + text, "f").front().values.front(); };
    BOOST_TEST(value("\"\\t\\\"\\\\ \\u00e9\\U0001F600\"") == "\t\"\\ \u00e9\U0001F600");
    BOOST_TEST(value("'c:\\no\"'") == "c:\\no\"");
    BOOST_TEST(value("\"\u00e9\"") == "\u00e9");
    BOOST_TEST(value("1_000") == "1000");
    BOOST_TEST(value("+5") == "5");
}

BOOST_AUTO_TEST_CASE(passes_over_blanks_comments_and_ends_of_lines)
{
    auto const all = parse_config(
        "\xef\xbb\xbf# \u00e9\r\n\n  a=1#x\r\n\"b c\" = [ # one\n 1,\n\n 'x', ]\n[t] # a table\nd . e = 2", "f");
    BOOST_TEST_REQUIRE(all.size() == 3U);
    BOOST_TEST(all[0].where == "f:3");
    BOOST_TEST(all[1].name == "b c");
    BOOST_TEST(all[1].values == (words{"1", "x"}), boost::test_tools::per_element());
    BOOST_TEST(all[2].name == "t.d.e");
    BOOST_TEST(all[2].where == "f:9");
    BOOST_TEST(parse_config("", "f").empty());
}

BOOST_AUTO_TEST_CASE(names_the_line_of_what_is_no_configuration)
{
    for (auto const* const line : {"b = = 2",
                                   "a = 2",
                                   "x",
                                   "x =",
                                   "= 1",
                                   "[",
                                   "[]",
                                   "[t",
                                   "[t] x",
                                   "[[t]]",
                                   "[a.b]",
                                   "a = 1 2",
                                   "s = \"x",
                                   "s = 'x",
                                   "s = \"\\x\"",
                                   "s = \"\\ud800\"",
                                   "s = \"\\u12\"",
                                   "s = \"\"\"x\"\"\"",
                                   "d = 2026-01-01",
                                   "n = 0x10",
                                   "n = 01",
                                   "n = 1__0",
                                   "n = 1.",
                                   "l = [[1]]",
                                   "l = [1 2]",
                                   "l = [1",
                                   "l = [1,,2]",
                                   "t = {x = 1}",
                                   "\u00e9 = 1",
                                   "b = \u00e9",
                                   "u = '\xff'",
                                   "b = True",
                                   "b = inf",
                                   "a. = 1",
                                   ".b = 1"})
        BOOST_TEST(refused("a = 1\n" + std::string(line)).starts_with("f:2: "), line);
    BOOST_TEST(refused("a = 1\nd = 2026-01-01\n") ==
               "f:2: '2026-01-01' is neither text nor a number nor true or false");
    BOOST_TEST(refused("[t]\n[t]\n").starts_with("f:2: 't.' is given twice"));
}

BOOST_AUTO_TEST_CASE(says_which_file_cannot_be_read)
{
    BOOST_TEST(test::refusal([] { sonda::cli::read_config("/no/such/file"); }) ==
               "cannot read the configuration '/no/such/file'");
    BOOST_TEST(test::refusal([] { sonda::cli::read_config("/"); }) == "cannot read the configuration '/'");
}

BOOST_AUTO_TEST_SUITE_END()
