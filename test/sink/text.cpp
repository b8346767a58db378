// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/text.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "samples.hpp"

using sonda::sink::text;
using sonda::sink::text_style;

BOOST_AUTO_TEST_SUITE(text_sink)

BOOST_AUTO_TEST_CASE(plain_is_as_frozen)
{
    std::ostringstream out;
    test::feed(text{out, text_style::plain, test::notes()}, test::every_kind());
    BOOST_TEST(out.str() == test::golden("plain.txt"));
}

BOOST_AUTO_TEST_CASE(accessible_is_as_frozen)
{
    std::ostringstream out;
    test::feed(text{out, text_style::accessible, test::notes()}, test::every_kind());
    BOOST_TEST(out.str() == test::golden("accessible.txt"));
}

BOOST_AUTO_TEST_CASE(colour_adds_nothing_but_colour)
{
    std::ostringstream out;
    test::feed(text{out, text_style::colour, test::notes()}, test::every_kind());
    std::string stripped;
    bool in_escape = false;
    for (char const c : out.str()) {
        in_escape = in_escape || c == '\x1b';
        if (!in_escape)
            stripped += c;
        in_escape = in_escape && c != 'm';
    }
    BOOST_TEST(out.str() != stripped);
    BOOST_TEST(stripped == test::golden("plain.txt"));
}

BOOST_AUTO_TEST_CASE(only_the_colour_style_writes_escapes)
{
    for (auto const style : {text_style::plain, text_style::accessible}) {
        std::ostringstream out;
        test::feed(text{out, style, test::notes()}, test::every_kind());
        BOOST_TEST(out.str().find('\x1b') == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(the_first_field_is_the_endpoint_and_fields_are_counted_by_blanks)
{
    for (auto const& found : test::every_kind()) {
        std::ostringstream out;
        text{out}.put(found);
        std::istringstream line(out.str());
        std::string first, state, protocol;
        line >> first >> state >> protocol;
        BOOST_TEST(first == to_string(found.endpoint));
        BOOST_TEST(state == to_string(found.state()));
        BOOST_TEST(protocol == to_string(found.endpoint.protocol()));
    }
}

BOOST_AUTO_TEST_CASE(verdicts_are_told_from_the_table_and_the_summary_by_their_second_field)
{
    std::ostringstream out;
    test::feed(text{out}, test::every_kind());
    std::istringstream lines(out.str());
    std::size_t verdicts = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string first, second;
        fields >> first >> second;
        for (auto const* state : {"open", "closed", "filtered", "open|filtered", "error"})
            verdicts += second == state ? 1u : 0u;
    }
    BOOST_TEST(verdicts == test::every_kind().size());
}

BOOST_AUTO_TEST_CASE(a_line_is_there_as_soon_as_it_was_put)
{
    std::ostringstream out;
    text sink{out};
    sink.put(test::open_port(80));
    BOOST_TEST(out.str() == "127.0.0.1:80           open           tcp  syn-ack      0.123ms\n");
}

BOOST_AUTO_TEST_CASE(a_name_cannot_break_its_line_or_the_terminal)
{
    std::vector<std::string> const hostile{"a\r\nb\x1b[2J",
                                           "\xc2\x9b"
                                           "31m",
                                           "\xff", "back\\slash", "m\xc3\xbcnchen"};
    std::ostringstream out;
    sonda::sink::annotations notes;
    notes.names = [&](auto const&) { return std::span<std::string const>(hostile); };
    for (auto const style : {text_style::plain, text_style::accessible}) {
        out.str({});
        text{out, style, notes}.put(test::open_port(80));
        auto const line = out.str();
        BOOST_TEST(std::count(line.begin(), line.end(), '\n') == 1);
        BOOST_TEST(line.find("a\\x0d\\x0ab\\x1b[2J") != std::string::npos);
        BOOST_TEST(line.find("\\xc2\\x9b31m") != std::string::npos);
        BOOST_TEST(line.find("\\xff") != std::string::npos);
        BOOST_TEST(line.find("back\\\\slash") != std::string::npos);
        BOOST_TEST(line.find("m\xc3\xbcnchen") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(nothing_found_is_one_line)
{
    std::ostringstream out;
    sonda::scan_summary summary;
    summary.targets = summary.verdicts = summary.counts[1] = 256;
    text{out}.finish(summary, true);
    BOOST_TEST(out.str() == "complete: 256 of 256 targets in 0.000s: 0 open, 256 closed\n");
}

BOOST_AUTO_TEST_CASE(ports_that_are_not_open_share_a_row_and_open_ones_have_their_own)
{
    std::ostringstream out;
    text sink{out};
    for (unsigned const number : {7u, 3u, 5u, 4u, 1u, 2u, 6u}) {
        auto const port = static_cast<std::uint16_t>(number);
        auto found = test::open_port(port);
        if (port != 3 && port != 4)
            found.outcome = {sonda::port_state::closed, sonda::reason_kind::refused, 0, 0, 0, {}};
        found.rtt = std::chrono::microseconds(port);
        sink.put(found);
    }
    out.str({});
    sink.finish({}, true);
    BOOST_TEST(out.str() == "\n127.0.0.1\n"
                            "  PORT  PROTO  STATE   SERVICE  REASON   RTT\n"
                            "  1-2   tcp    closed  -        refused  0.001-0.002ms\n"
                            "  3     tcp    open    -        syn-ack  0.003ms\n"
                            "  4     tcp    open    -        syn-ack  0.004ms\n"
                            "  5-7   tcp    closed  -        refused  0.005-0.007ms\n"
                            "\ncomplete: 0 of 0 targets in 0.000s: 0 open\n");
}

BOOST_AUTO_TEST_CASE(a_table_that_would_be_too_long_ends_and_says_so)
{
    for (auto const style : {text_style::plain, text_style::accessible}) {
        std::ostringstream out;
        text sink{out, style};
        for (std::uint32_t host = 0; host != 20'000; ++host)
            sink.put(test::open_port(80, 0x7f000000 + host));
        out.str({});
        sink.finish({}, true);
        auto const said =
            style == text_style::plain
                ? "\n3616 more results are in the lines above only: the table ends at 16384 rows\ncomplete: "
                : "lists by host are not complete. Results that are in the lines before them only: 3616.\n";
        BOOST_TEST(out.str().find(said) != std::string::npos);
        BOOST_TEST(out.str().find("127.0.63.255") != std::string::npos);
        BOOST_TEST(out.str().find("127.0.64.0") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(what_is_in_a_column_begins_below_its_heading)
{
    std::ostringstream out;
    test::feed(text{out, text_style::plain, test::notes()}, test::every_kind());
    std::istringstream lines(out.str());
    std::vector<std::size_t> columns;
    std::size_t rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("  PORT"))
            columns = {line.find("PROTO"), line.find("STATE"), line.find("SERVICE"), line.find("REASON"),
                       line.find("RTT")};
        if (!line.starts_with("  "))
            continue;
        ++rows;
        for (auto const column : columns) {
            BOOST_TEST(line.substr(column - 2, 2) == "  ", line);
            BOOST_TEST(line.substr(column, 1) != " ", line);
        }
    }
    BOOST_TEST(rows == 16u);
}

BOOST_AUTO_TEST_CASE(an_interrupted_scan_says_so)
{
    for (auto const style : {text_style::plain, text_style::accessible}) {
        std::ostringstream out;
        text{out, style}.finish({}, false);
        BOOST_TEST(out.str().find("interrupted") != std::string::npos);
        BOOST_TEST(out.str().find("complete") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(the_end_is_written_once)
{
    std::ostringstream out;
    text sink{out};
    sink.finish({}, true);
    auto const once = out.str();
    sink.finish({}, true);
    BOOST_TEST(out.str() == once);
}

BOOST_AUTO_TEST_CASE(a_stream_that_fails_throws)
{
    std::ostringstream out;
    out.setstate(std::ios_base::badbit);
    text sink{out};
    BOOST_CHECK_THROW(sink.put(test::open_port(80)), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
