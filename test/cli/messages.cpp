// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/messages.hpp>

#include <boost/test/unit_test.hpp>

#include "cli/scratch_file.hpp"

using sonda::cli::messages;

BOOST_AUTO_TEST_SUITE(messages_)

BOOST_AUTO_TEST_CASE(says_lines_and_notes_to_who_wants_them)
{
    test::scratch_file const quiet_file, verbose_file;
    messages quiet(false, quiet_file.descriptor());
    messages verbose(true, verbose_file.descriptor());
    for (auto* const say : {&quiet, &verbose}) {
        say->say("one");
        say->note("two");
        say->bad_input("three");
        BOOST_TEST(say->bad_inputs() == 1u);
    }
    BOOST_TEST(quiet_file.content() == "sonda: one\nsonda: three\n");
    BOOST_TEST(verbose_file.content() == "sonda: one\nsonda: two\nsonda: three\n");
}

BOOST_AUTO_TEST_CASE(prepares_before_every_line)
{
    test::scratch_file const file;
    messages say(false, file.descriptor());
    say.before_line([&] { say.write("<"); });
    say.say("one");
    say.note("nothing");
    say.bad_input("two");
    BOOST_TEST(file.content() == "<sonda: one\n<sonda: two\n");
}

BOOST_AUTO_TEST_CASE(does_not_mind_that_nobody_can_read)
{
    messages say(false, -1);
    say.say("lost");
    BOOST_TEST(say.bad_inputs() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
