// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/ndjson.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "json_records.hpp"
#include "samples.hpp"

using sonda::sink::ndjson;
using test::list_of;
using test::number_of;
using test::records;
using test::text_of;

BOOST_AUTO_TEST_SUITE(ndjson_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    std::ostringstream out;
    test::feed(ndjson{out, test::notes()}, test::every_kind());
    BOOST_TEST(test::frozen(out.str()) == test::golden("scan.ndjson"));
}

BOOST_AUTO_TEST_CASE(every_line_is_there_as_soon_as_it_was_put_and_parses_by_itself)
{
    std::ostringstream out;
    ndjson sink{out, test::notes()};
    std::size_t count = 0;
    for (auto const& found : test::every_kind()) {
        sink.put(found);
        BOOST_TEST(out.str().back() == '\n');
        BOOST_TEST(records(out.str()).size() == ++count);
    }
}

BOOST_AUTO_TEST_CASE(a_record_says_what_the_verdict_says)
{
    auto const all = test::every_kind();
    std::ostringstream out;
    test::feed(ndjson{out, test::notes()}, all);
    auto const read = records(out.str());
    BOOST_TEST_REQUIRE(read.size() == all.size() + 1);
    for (std::size_t i = 0; i != all.size(); ++i) {
        BOOST_TEST_CONTEXT("record " << i)
        {
            BOOST_TEST(text_of(read[i], "type") == "port");
            BOOST_TEST(text_of(read[i], "address") == all[i].endpoint.address().to_string());
            BOOST_TEST(number_of(read[i], "port") == all[i].endpoint.port());
            BOOST_TEST(text_of(read[i], "protocol") == to_string(all[i].endpoint.protocol()));
            BOOST_TEST(text_of(read[i], "state") == to_string(all[i].state()));
            BOOST_TEST(text_of(read[i], "reason") == reason_text(all[i]));
            BOOST_TEST(number_of(read[i], "tries") == all[i].tries);
            BOOST_TEST(text_of(read[i], "time") == "2026-01-02T03:04:05.000006Z");
        }
    }
}

BOOST_AUTO_TEST_CASE(the_host_is_the_first_name_or_the_address)
{
    std::ostringstream out;
    ndjson sink{out, test::notes()};
    sink.put(test::open_port(80));
    sink.put(test::open_port(80, 0x7f000002));
    auto const read = records(out.str());
    BOOST_TEST(text_of(read[0], "host") == "localhost");
    BOOST_TEST(list_of(read[0], "names") == (std::vector<std::string>{"localhost", "web"}));
    BOOST_TEST(text_of(read[1], "host") == "127.0.0.2");
    BOOST_TEST(list_of(read[1], "names").empty());
}

BOOST_AUTO_TEST_CASE(a_round_trip_that_was_not_measured_is_null)
{
    std::ostringstream out;
    ndjson sink{out};
    auto found = test::open_port(80);
    sink.put(found);
    found.rtt = {};
    sink.put(found);
    auto const read = records(out.str());
    BOOST_TEST(number_of(read[0], "rtt_us") == 123);
    BOOST_TEST(read[1].at("rtt_us").is_null());
}

BOOST_AUTO_TEST_CASE(the_last_record_is_the_summary)
{
    std::ostringstream out;
    auto const all = test::every_kind();
    test::feed(ndjson{out, test::notes()}, all, false);
    auto const last = records(out.str()).back();
    BOOST_TEST(text_of(last, "type") == "summary");
    BOOST_TEST(last.at("complete").as_bool() == false);
    BOOST_TEST(number_of(last, "verdicts") == all.size());
    BOOST_TEST(number_of(last.at("counts"), "open") == 5);
    BOOST_TEST(number_of(last.at("counts"), "open|filtered") == 1);
    BOOST_TEST(text_of(last, "seed") == "18446744073709551615");
    BOOST_TEST(last.at("options").at("batch") == "4500");
    BOOST_TEST(text_of(last, "started") == "2026-01-02T03:04:03.750006Z");
}

BOOST_AUTO_TEST_CASE(a_summary_names_what_a_sink_threw)
{
    std::ostringstream out;
    sonda::scan_summary summary;
    summary.failure = std::make_exception_ptr(std::runtime_error("no \"room\""));
    ndjson{out}.finish(summary, false);
    BOOST_TEST(text_of(records(out.str()).back(), "failure") == "no \"room\"");
}

BOOST_AUTO_TEST_CASE(it_works_without_a_begin_and_without_a_verdict)
{
    std::ostringstream out;
    ndjson{out, test::notes()}.finish({}, true);
    auto const read = records(out.str());
    BOOST_TEST_REQUIRE(read.size() == 1);
    BOOST_TEST(text_of(read[0], "started") == "2026-01-02T03:04:05.000006Z");
}

BOOST_AUTO_TEST_CASE(the_summary_is_written_once)
{
    std::ostringstream out;
    ndjson sink{out};
    sink.finish({}, true);
    sink.finish({}, true);
    BOOST_TEST(records(out.str()).size() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
