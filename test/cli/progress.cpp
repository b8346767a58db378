// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/progress.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using namespace std::chrono_literals;

namespace {

// An output that goes nowhere but into a file of its own.
struct telling
{
    telling() { chosen.outputs.push_back({output_format::json, file.path()}); }

    boost::asio::io_context context;
    test::scratch_file file;
    test::scratch_file said;
    options chosen;
    messages say{false, said.descriptor()};
};

} // namespace

BOOST_AUTO_TEST_SUITE(progress_)

BOOST_AUTO_TEST_CASE(tells_part_number_rate_and_time)
{
    BOOST_TEST(progress::describe(1000, 8000, 3, 2s) == "12.5% done, 1000 of 8000, 3 open, 500 a second, 14s left");
    BOOST_TEST(progress::describe(8000, 8000, 3, 2s) == "100.0% done, 8000 of 8000, 3 open, 4000 a second");
    BOOST_TEST(progress::describe(0, 8000, 0, 1s) == "0.0% done, 0 of 8000, 0 open, 0 a second");
    BOOST_TEST(progress::describe(0, 0, 0, 0s) == "100.0% done, 0 of 0, 0 open, 0 a second");
    BOOST_TEST(progress::describe(1, 18446744073709551615u, 0, 1s).find('-') == std::string::npos);
    BOOST_TEST(progress::describe(60, 600060, 0, 60s).ends_with(", 167h left"));
    BOOST_TEST(progress::describe(60, 660, 0, 60s).ends_with(", 10m left"));
}

BOOST_AUTO_TEST_CASE(writes_lines_where_nothing_can_be_redrawn)
{
    telling t;
    scan_output const output(t.chosen);
    {
        progress const shown(t.context, output, t.say, 10, false, 0ms);
        t.context.run_one();
    }
    auto const text = t.said.content();
    BOOST_TEST(text.starts_with("sonda: 0.0% done, 0 of 10, "), text);
    BOOST_TEST(text.ends_with("\n"));
    BOOST_TEST(text.find('\r') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(redraws_a_line_and_takes_it_away)
{
    telling t;
    scan_output const output(t.chosen);
    {
        progress shown(t.context, output, t.say, 10, true, 0ms);
        t.context.run_one();
        BOOST_TEST(t.said.content().starts_with("\r0.0% done, "));
        BOOST_TEST(t.said.content().find('\n') == std::string::npos);
        shown.hide();
        shown.hide();
    }
    BOOST_TEST(t.said.content().ends_with("\x1b[K\r\x1b[K"));
    BOOST_TEST(!t.said.content().ends_with("\r\x1b[K\r\x1b[K"));
}

BOOST_AUTO_TEST_SUITE_END()
