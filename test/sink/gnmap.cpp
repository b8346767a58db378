// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/gnmap.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "other_readers.hpp"
#include "samples.hpp"

using sonda::sink::gnmap;

namespace {

std::string document(std::vector<sonda::verdict> const& all, bool complete = true)
{
    std::ostringstream out;
    test::feed(gnmap{out, test::notes()}, all, complete);
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(gnmap_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    BOOST_TEST(test::with_frozen_version(document(test::every_kind())) == test::golden("scan.gnmap"));
}

BOOST_AUTO_TEST_CASE(awk_reads_the_same_findings)
{
    if (test::lacks("awk", "awk_reads_the_same_findings"))
        return;
    auto const all = test::every_kind();
    auto const result =
        test::read_with(R"(awk -F'[ \t/]+' '/^Host:/ { print $2, $5, $7, $6 }' "$1" | LC_ALL=C sort)", document(all));
    auto const expected =
        test::read_with(R"(awk '{ print $1, $2, $3, $4 }' "$1" | LC_ALL=C sort)", test::findings(all));
    BOOST_TEST(result.out == expected.out);
    BOOST_TEST(std::count(result.out.begin(), result.out.end(), '\n') == 13);
}

BOOST_AUTO_TEST_CASE(a_port_has_seven_fields)
{
    std::ostringstream out;
    gnmap sink{out, test::notes()};
    sink.put(test::open_port(443));
    BOOST_TEST(out.str().ends_with("\nHost: 127.0.0.1 (localhost)\tPorts: 443/open/tcp//https///\n"));
}

BOOST_AUTO_TEST_CASE(names_and_words_break_no_line)
{
    std::ostringstream out;
    sonda::sink::annotations notes = test::notes();
    notes.names = [](auto const&) { return std::span<std::string const>(test::hostile_names()); };
    gnmap sink{out, notes};
    auto info = test::some_scan();
    info.arguments = {"a\nHost: 127.0.0.9 ()\tPorts: 1/open/tcp//"};
    sink.begin(info);
    sink.put(test::open_port(80));
    auto const text = out.str();
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 2);
    BOOST_TEST(std::count(text.begin(), text.end(), '\t') == 1);
}

BOOST_AUTO_TEST_CASE(the_end_is_written_once_and_says_how_it_was)
{
    std::ostringstream out;
    gnmap sink{out, test::notes()};
    sink.finish({}, false);
    sink.finish({}, false);
    auto const text = out.str();
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 2);
    BOOST_TEST(text.find("\n# sonda done at 2026-01-02T03:04:05.000006Z -- interrupted: 0 of 0 ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
