// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/json.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>

#include "json_records.hpp"
#include "samples.hpp"

using sonda::sink::json;
using test::number_of;
using test::text_of;

namespace {

/// Hands a text to a program; true if it is satisfied with it.
bool accepted_by(std::string const& command, std::string const& text)
{
    std::FILE* const program = ::popen((command + " >/dev/null 2>&1").c_str(), "w");
    BOOST_TEST_REQUIRE(program != nullptr);
    std::fwrite(text.data(), 1, text.size(), program);
    return ::pclose(program) == 0;
}

bool there_is(std::string const& program)
{
    auto const status = std::system((program + " --version >/dev/null 2>&1").c_str());
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string document(std::size_t results, bool complete)
{
    std::ostringstream out;
    auto all = test::every_kind();
    all.resize(results);
    test::feed(json{out, test::notes()}, all, complete);
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    BOOST_TEST(test::frozen(document(13, true)) == test::golden("scan.json"));
    BOOST_TEST(test::frozen(document(0, false)) == test::golden("interrupted.json"));
}

BOOST_AUTO_TEST_CASE(it_is_one_document_with_none_one_or_two_results_complete_or_not)
{
    for (std::size_t results : {0u, 1u, 2u, 13u}) {
        for (bool complete : {true, false}) {
            auto const read = boost::json::parse(document(results, complete));
            BOOST_TEST(read.at("results").as_array().size() == results);
            BOOST_TEST(read.at("summary").at("complete").as_bool() == complete);
        }
    }
}

BOOST_AUTO_TEST_CASE(it_is_one_document_without_a_begin)
{
    std::ostringstream out;
    json{out, test::notes()}.finish({}, true);
    auto const read = boost::json::parse(out.str());
    BOOST_TEST(text_of(read, "started") == "2026-01-02T03:04:05.000006Z");

    out.str({});
    json sink{out, test::notes()};
    sink.put(test::open_port(80));
    sink.finish({}, true);
    BOOST_TEST(boost::json::parse(out.str()).at("results").as_array().size() == 1);
}

BOOST_AUTO_TEST_CASE(head_and_end_are_written_once)
{
    std::ostringstream out;
    json sink{out, test::notes()};
    sink.begin(test::some_scan());
    sink.begin(test::some_scan());
    sink.finish({}, true);
    sink.finish({}, true);
    BOOST_CHECK_NO_THROW(boost::json::parse(out.str()));
}

BOOST_AUTO_TEST_CASE(its_records_are_those_of_ndjson)
{
    std::istringstream frozen(test::golden("scan.ndjson"));
    auto const read = boost::json::parse(document(13, true));
    for (auto const& record : read.at("results").as_array()) {
        std::string line;
        std::getline(frozen, line);
        BOOST_TEST((record == boost::json::parse(line)));
    }
}

BOOST_AUTO_TEST_CASE(every_record_is_there_as_soon_as_it_was_put)
{
    std::ostringstream out;
    json sink{out};
    sink.put(test::open_port(8001));
    BOOST_TEST(out.str().find("\"port\":8001,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(other_readers_accept_it)
{
    for (std::string const reader : {"python3", "jq"}) {
        if (!there_is(reader)) {
            BOOST_TEST_MESSAGE("skipped: there is no " << reader);
            continue;
        }
        auto const command = reader == "jq" ? "jq -e ." : "python3 -m json.tool";
        for (std::size_t results : {0u, 1u, 2u, 13u})
            BOOST_TEST(accepted_by(command, document(results, results != 2)));
        BOOST_TEST(!accepted_by(command, document(2, true) + ']'));
    }
}

BOOST_AUTO_TEST_SUITE_END()
