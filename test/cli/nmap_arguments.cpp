// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/nmap_arguments.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/refusal.hpp"

using namespace sonda::cli;

namespace {

using words = std::vector<std::string>;

std::string refused(std::string const& text)
{
    return test::refusal([&] { read_nmap_arguments({text, "--nmap"}); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(nmap_arguments_)

BOOST_AUTO_TEST_CASE(a_quote_holds_words_together_and_the_other_quote_is_a_letter)
{
    using boost::test_tools::per_element;
    BOOST_TEST(read_words({" -sV\t--script 'a b' ", ""}) == (words{"-sV", "--script", "a b"}), per_element());
    BOOST_TEST(read_words({R"(--script-args "agent='Mozilla 5.0'")", ""}) ==
                   (words{"--script-args", "agent='Mozilla 5.0'"}),
               per_element());
    BOOST_TEST(read_words({R"(a'"'b "it's")", ""}) == (words{"a\"b", "it's"}), per_element());
    BOOST_TEST(read_words({R"(\"a\' b\ c "d\"e" f\ng \\)", ""}) == (words{"\"a'", "b c", "d\"e", "f\ng", "\\"}),
               per_element());
    BOOST_TEST(read_words({"", ""}).empty());
}

BOOST_AUTO_TEST_CASE(a_quote_without_an_end_is_refused)
{
    BOOST_TEST(refused("'unclosed") == "bad value ''unclosed' for --nmap: not words, as a quote has no end");
    for (auto const* const text : {"\"unclosed", "-sV 'a", "\"it's", "'a\"", "\"a\\\""})
        BOOST_TEST(refused(text).ends_with("a quote has no end"), text);
    for (auto const* const text : {"a\\", "a\\x"})
        BOOST_TEST(refused(text).find("with a backslash only before") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(hosts_and_ports_are_not_for_the_user_to_say)
{
    BOOST_TEST(refused("-sV -p 80") == "bad value '-sV -p 80' for --nmap: '-p' is not for you to say: nmap is told the "
                                       "ports that are open, and takes no others");
    for (auto const* const text : {"-p80", "-p-", "-phttp", "-F", "-iL file", "-iLfile", "-iR 5", "-sn", "-sP", "-sL"})
        BOOST_TEST(refused(text) != "", text);
    for (auto const* const text : {"-packet-trace", "--packet-trace", "-privileged", "-proxies x", "--top-ports 5",
                                   "-port-ratio 0.1", "-sV", "-sS", "-oX f", "-Pn", "-i", "--privileged"})
        BOOST_TEST(refused(text) == "", text);
}

BOOST_AUTO_TEST_SUITE_END()
