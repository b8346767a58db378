// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/progress.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <string>

#include "cli/pseudo_terminal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using namespace std::chrono_literals;

namespace {

// An output that goes nowhere but into a file of its own, while somebody else has standard output.
struct telling
{
    telling() { chosen.outputs = {{output_format::json, file.path()}, {output_format::greppable, "-"}}; }

    // Looks once, after the time when it tells first, if there is any.
    void look(progress_way way)
    {
        scan_output output(chosen);
        progress const shown(context, output, say, pace(10, 1s), way, {0ms, 0ms, 0ms});
        context.run_one();
        seen = said.content();
    }

    boost::asio::io_context context;
    test::scratch_file file;
    test::scratch_file said;
    std::string seen;
    options chosen;
    messages say{false, said.descriptor()};
};

} // namespace

BOOST_AUTO_TEST_SUITE(progress_)

BOOST_AUTO_TEST_CASE(writes_a_line_where_nothing_can_be_redrawn)
{
    telling t;
    t.look(progress_way::lines);
    BOOST_TEST(t.said.content() == "sonda: 0.0% done, 0 open, 0 of 10\n");
}

BOOST_AUTO_TEST_CASE(writes_a_sentence_a_line_for_who_listens)
{
    telling t;
    t.look(progress_way::spoken);
    BOOST_TEST(t.said.content() == "0.0 percent of the scan is done.\nOpen ports found: 0.\n");
}

BOOST_AUTO_TEST_CASE(redraws_a_line_and_takes_it_away)
{
    telling t;
    t.look(progress_way::redrawn);
    BOOST_TEST(t.seen.find("0.0% done, ") != std::string::npos, t.seen);
    BOOST_TEST(t.said.content() == t.seen + "\r \x1b[J\r\x1b[K");
    BOOST_TEST(t.said.content().find('\n') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(tells_nothing_to_who_wants_nothing)
{
    telling t;
    t.chosen.progress = false;
    scan_output output(t.chosen);
    progress const shown(t.context, t.chosen, output, t.say, pace(10, 1s));
    BOOST_TEST(t.context.run() == 0u);
    BOOST_TEST(t.said.content() == "");
}

BOOST_AUTO_TEST_CASE(measures_more_often_than_it_tells)
{
    telling t;
    scan_output output(t.chosen);
    progress const shown(t.context, output, t.say, pace(10, 1s), progress_way::lines, {0ms, 1h, 1h});
    for (int i = 0; i != 10; ++i)
        t.context.run_one();
    BOOST_TEST(t.said.content() == "");
}

BOOST_AUTO_TEST_CASE(gives_way_to_messages_and_to_results)
{
    telling t;
    t.chosen.outputs.back() = {output_format::ndjson, t.said.path()};
    scan_output output(t.chosen);
    output.before_write([] {});
    {
        progress const shown(t.context, output, t.say, pace(10, 1s), progress_way::redrawn, {0ms, 0ms, 0ms});
        t.context.run_one();
        t.say.say("a word");
        BOOST_TEST(t.said.content().ends_with("\r \x1b[J\r\x1b[Ksonda: a word\n"));
        t.say.say("another");
        BOOST_TEST(t.said.content().ends_with("a word\nsonda: another\n"));
    }
    t.say.say("the last");
    BOOST_TEST(t.said.content().ends_with("another\nsonda: the last\n"));
}

BOOST_AUTO_TEST_CASE(the_way_is_that_of_the_user_and_the_terminal)
{
    test::pseudo_terminal terminal;
    options chosen;
    ::setenv("TERM", "xterm", 1);
    BOOST_TEST((choose_progress_way(chosen, terminal.descriptor()) == progress_way::redrawn));
    ::setenv("TERM", "dumb", 1);
    BOOST_TEST((choose_progress_way(chosen, terminal.descriptor()) == progress_way::lines));
    ::setenv("TERM", "xterm", 1);
    chosen.accessible = true;
    BOOST_TEST((choose_progress_way(chosen, terminal.descriptor()) == progress_way::spoken));
    chosen.progress = false;
    BOOST_TEST((choose_progress_way(chosen, terminal.descriptor()) == progress_way::none));
}

BOOST_AUTO_TEST_SUITE_END()
