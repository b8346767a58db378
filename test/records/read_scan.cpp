// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_scan.hpp>
#include <sonda/sink/csv.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#include <sonda/sink/xml.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/scratch_file.hpp"
#include "sink/other_readers.hpp"
#include "sink/samples.hpp"

using sonda::cli::read_scan;
using sonda::cli::scan_record;
using sonda::cli::scan_story;

namespace {

struct read_back
{
    scan_story story;
    std::vector<scan_record> records;
};

read_back read(std::string const& text)
{
    test::scratch_file const file(text);
    read_back result;
    result.story = read_scan(file.path(), [&](scan_record const& record) { result.records.push_back(record); });
    return result;
}

std::string error_of(std::string const& text)
{
    try {
        read(text);
    } catch (sonda::cli::usage_error const& error) {
        return error.what();
    }
    return {};
}

template<template<class> class Sink>
std::string written(bool complete = true)
{
    std::ostringstream out;
    test::feed(Sink<sonda::sink::ostream_writer>{out, test::notes()}, test::every_kind(), complete);
    return out.str();
}

std::string json_text(bool complete = true)
{
    return written<sonda::sink::basic_json>(complete);
}
std::string ndjson_text(bool complete = true)
{
    return written<sonda::sink::basic_ndjson>(complete);
}
std::string csv_text(bool complete = true)
{
    return written<sonda::sink::basic_csv>(complete);
}
std::string xml_text(bool complete = true)
{
    return written<sonda::sink::basic_xml>(complete);
}

std::vector<std::pair<char const*, std::string>> every_format(bool complete = true)
{
    return {{"json", json_text(complete)},
            {"ndjson", ndjson_text(complete)},
            {"csv", csv_text(complete)},
            {"xml", xml_text(complete)}};
}

std::vector<sonda::verdict> verdicts(read_back const& from)
{
    std::vector<sonda::verdict> all;
    for (auto const& record : from.records)
        all.push_back(record.found);
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(read_scan_of_every_format)

BOOST_AUTO_TEST_CASE(what_was_written_is_what_is_read)
{
    for (auto const& [name, text] : every_format()) {
        BOOST_TEST_CONTEXT(name)
        {
            auto const back = read(text);
            BOOST_TEST(test::findings(verdicts(back)) == test::findings(test::every_kind()));
            BOOST_TEST(back.records.at(0).names == (std::vector<std::string>{"localhost", "web"}),
                       boost::test_tools::per_element());
            BOOST_TEST(back.records.at(4).names.empty());
            BOOST_TEST(back.story.ended);
            BOOST_TEST(back.story.complete);
            BOOST_TEST(back.story.summary.verdicts == 13u);
            BOOST_TEST(back.story.summary.count(sonda::port_state::filtered) == 3u);
        }
    }
    for (auto const& [name, text] : every_format(false))
        BOOST_TEST(!read(text).story.complete, name);
}

BOOST_AUTO_TEST_CASE(round_trips_tries_and_times_are_kept_where_the_format_has_them)
{
    auto const all = test::every_kind();
    for (auto const& text : {json_text(), ndjson_text(), csv_text()}) {
        auto const back = read(text);
        for (std::size_t i = 0; i != all.size(); ++i) {
            BOOST_TEST((back.records[i].found.rtt == all[i].rtt));
            BOOST_TEST(back.records[i].found.tries == all[i].tries);
            BOOST_TEST((back.records[i].time == test::noon()));
        }
        BOOST_TEST(back.story.summary.targets == 13u);
        BOOST_TEST((back.story.summary.duration == std::chrono::milliseconds(1250)));
        BOOST_TEST((back.story.info.started == test::some_scan().started));
    }
}

BOOST_AUTO_TEST_CASE(json_and_ndjson_say_what_the_scan_was)
{
    for (auto const& text : {json_text(), ndjson_text()}) {
        auto const info = read(text).story.info;
        BOOST_TEST(info.seed.value() == 18446744073709551615u);
        BOOST_TEST(info.arguments == test::some_scan().arguments, boost::test_tools::per_element());
        BOOST_TEST((info.options == test::some_scan().options));
    }
}

BOOST_AUTO_TEST_CASE(json_that_was_laid_out_anew_is_read)
{
    std::string text = boost::json::serialize(boost::json::parse(json_text()));
    auto const back = read(text);
    BOOST_TEST(back.records.size() == 13u);
    BOOST_TEST(back.story.complete);
    for (auto at = text.find(','); at != std::string::npos; at = text.find(',', at + 3))
        text.insert(at + 1, "\n  ");
    BOOST_TEST(read(" \n" + text + "\n").records.size() == 13u);
}

BOOST_AUTO_TEST_CASE(what_was_cut_off_anywhere_is_read_up_to_its_last_whole_record)
{
    std::pair<std::string, std::string> const formats[] = {{ndjson_text(), "{\"type\":\"port\""},
                                                           {json_text(), "{\"type\":\"port\""},
                                                           {csv_text(), "\nport,"},
                                                           {xml_text(), "<port "}};
    for (auto const& [text, mark] : formats) {
        std::size_t before = 0;
        for (std::size_t size = text.find(mark); size < text.size() - 2; ++size) {
            auto const back = read(text.substr(0, size));
            bool const grows = back.records.size() == before || back.records.size() == before + 1;
            BOOST_REQUIRE_MESSAGE(grows, text.substr(0, size));
            BOOST_REQUIRE(!(back.story.ended && back.records.size() != 13u));
            before = back.records.size();
        }
        BOOST_TEST(before == 13u);
        BOOST_TEST(!read(text.substr(0, text.size() / 2)).story.ended);
    }
    BOOST_TEST(!read("").story.ended);
}

BOOST_AUTO_TEST_CASE(names_with_anything_in_them_come_back)
{
    for (auto const& name : test::hostile_names()) {
        std::vector<std::string> const names{name};
        auto notes = test::notes();
        notes.names = [&](auto const&) { return std::span<std::string const>(names); };
        auto const expected = sonda::detail::well_formed(name);
        std::ostringstream json, xml;
        test::feed(sonda::sink::json{json, notes}, {test::open_port(80)});
        test::feed(sonda::sink::xml{xml, notes}, {test::open_port(80)});
        BOOST_TEST(read(json.str()).records.at(0).names.at(0) == expected);
        if (expected.find('\x01') == std::string::npos) // XML cannot say it
            BOOST_TEST(read(xml.str()).records.at(0).names.at(0) == expected);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_scan_is_told_with_file_and_line)
{
    BOOST_TEST(error_of("hello").find("is no scan") != std::string::npos);
    BOOST_TEST(error_of("<!DOCTYPE html>\n<html>").find("not the XML of a scan") != std::string::npos);
    BOOST_TEST(error_of("{\"type\":\"port\"}\n{}\n").find(", line 1: there is no ") != std::string::npos);
    auto broken = ndjson_text();
    broken.replace(broken.find("\"port\":82"), 9, "\"port\":99999");
    BOOST_TEST(error_of(broken).find(", line 3: 'port' is not a port") != std::string::npos, error_of(broken));
    broken = ndjson_text();
    broken.insert(broken.find('\n') + 1, "nonsense\n");
    BOOST_TEST(error_of(broken).find(", line 2: this is not JSON") != std::string::npos);
    broken = csv_text();
    broken.replace(broken.find("closed"), 6, "clozed");
    BOOST_TEST(error_of(broken).find(", line 3: 'state'") != std::string::npos, error_of(broken));
    try {
        read_scan("/nonexistent/file", [](scan_record const&) {});
        BOOST_TEST(false);
    } catch (sonda::cli::usage_error const& error) {
        BOOST_TEST(std::string(error.what()).find("cannot read '/nonexistent/file': No such file") == 0u);
    }
}

BOOST_AUTO_TEST_CASE(the_words_of_nmap_are_understood)
{
    auto const back = read(R"(<?xml version="1.0"?><!-- a "comment -->
<nmaprun scanner="nmap" args="nmap -sU 192.0.2.1" start="1767323043" version="7.93" xmloutputversion="1.05">
<host><status state="up" reason="user-set" reason_ttl="0"/><address addr="192.0.2.1" addrtype="ipv4"/>
<address addr="00:00:5E:00:53:01" addrtype="mac"/><hostnames><hostname name="a&amp;b" type="user"/></hostnames>
<ports><extraports state="closed" count="9"><extrareasons reason="port-unreach" count="9"/></extraports>
<port protocol='udp' portid='161'><state state="closed" reason="port-unreach" reason_ttl="64"/></port>
<port protocol="tcp" portid="80"><state state="closed" reason="conn-refused" reason_ttl="64"/></port></ports></host>
<runstats><finished time="1767323045" elapsed="2" exit="success"/><hosts total="1"/></runstats></nmaprun>)");
    BOOST_TEST_REQUIRE(back.records.size() == 2u);
    BOOST_TEST(to_string(back.records[0].found.endpoint) == "192.0.2.1:161");
    BOOST_TEST(reason_text(back.records[0].found) == "icmp 3/3");
    BOOST_TEST(reason_text(back.records[1].found) == "refused");
    BOOST_TEST(back.records[0].names.at(0) == "a&b");
    BOOST_TEST(back.story.complete);
}

BOOST_AUTO_TEST_SUITE_END()
