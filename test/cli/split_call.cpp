// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/split_call.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/refusal.hpp"

namespace {

std::string split(std::string const& line)
{
    std::string text;
    for (auto const& word : sonda::cli::split_call(line))
        text += '<' + word + '>';
    return text;
}

std::string refused(std::string const& line)
{
    return test::refusal([&] { sonda::cli::split_call(line); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(split_call)

BOOST_AUTO_TEST_CASE(cuts_at_blanks_and_keeps_quotes_together)
{
    BOOST_TEST(split("  bash {{script}}\t{{ip}}  ") == "<bash><{{script}}><{{ip}}>");
    BOOST_TEST(split("a 'b  c' \"d 'e'\" f\\ g x'y'\"z\" ''") == "<a><b  c><d 'e'><f g><xyz><>");
    BOOST_TEST(split("a '|$;' \"|;\\$\\\"\\x\" \\| http-* a#b x~") == "<a><|$;><|;$\"\\x><|><http-*><a#b><x~>");
}

BOOST_AUTO_TEST_CASE(refuses_what_only_a_shell_could_do)
{
    for (char const c : std::string("|&;<>()$`"))
        BOOST_TEST(refused(std::string("a b") + c) ==
                   std::string("no shell runs it, which '") + c + "' would take; call one in the script");
    for (auto const* const line : {"a \"$HOME\"", "a \"`id`\"", "a ~/b", "a # b", "a\nb"})
        BOOST_TEST(refused(line).find("no shell runs it") == 0u, line);
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_call)
{
    BOOST_TEST(refused("") == "it names no program");
    BOOST_TEST(refused("  ") == "it names no program");
    BOOST_TEST(refused("'' a") == "it names no program");
    BOOST_TEST(refused("a 'b") == "there is no quotation mark at its end");
    BOOST_TEST(refused("a \"b\\") == "there is no quotation mark at its end");
    BOOST_TEST(refused("a \\") == "a backslash at its end");
    BOOST_TEST(refused(std::string("a\0b", 3)) == "a NUL is in it");
}

BOOST_AUTO_TEST_SUITE_END()
