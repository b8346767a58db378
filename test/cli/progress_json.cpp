// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/progress_json.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <string>

#include <unistd.h>

#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using namespace std::chrono_literals;

namespace {

// An output that goes nowhere but into a file of its own, and a pipe for progress.
struct telling
{
    telling()
    {
        chosen.outputs.push_back({output_format::json, file.path()});
        chosen.quiet = true;
        BOOST_TEST_REQUIRE(::pipe(ends) == 0);
    }

    ~telling()
    {
        ::close(ends[0]);
        ::close(ends[1]);
    }

    std::string told() const
    {
        char buffer[65536];
        return {buffer, static_cast<std::size_t>(::read(ends[0], buffer, sizeof buffer))};
    }

    boost::asio::io_context context;
    test::scratch_file file;
    options chosen;
    scan_output output{chosen};
    std::atomic<std::uint64_t> sent = 7;
    int ends[2]{-1, -1};
};

} // namespace

BOOST_AUTO_TEST_SUITE(progress_json_)

BOOST_AUTO_TEST_CASE(tells_in_json)
{
    telling t;
    progress_json told(t.context, t.ends[1], t.output, pace(10, 1s), t.sent, 0ms);
    t.context.run_one();
    auto const line = t.told();
    BOOST_TEST(line.ends_with("}\n"), line);
    auto const progress = boost::json::parse(line).as_object();
    BOOST_TEST(progress.at("total").to_number<int>() == 10);
    BOOST_TEST(progress.at("done").to_number<int>() == 0);
    BOOST_TEST(progress.at("sent").to_number<int>() == 7);
    BOOST_TEST(progress.at("remaining").is_null());
    BOOST_TEST(!progress.at("complete").as_bool());
    sonda::scan_summary summary;
    summary.targets = summary.verdicts = 10;
    summary.counts[0] = 4;
    told.finish(summary);
    auto const last = boost::json::parse(t.told()).as_object();
    BOOST_TEST(last.at("done").to_number<int>() == 10);
    BOOST_TEST(last.at("open").to_number<int>() == 4);
    BOOST_TEST(last.at("complete").as_bool());
    BOOST_TEST(last.at("last").as_bool());
    BOOST_TEST(t.context.poll() <= 1u);
}

// Whoever does not read misses lines and keeps nobody.
BOOST_AUTO_TEST_CASE(does_not_wait_for_a_reader)
{
    telling t;
    progress_json told(t.context, t.ends[1], t.output, pace(10, 1s), t.sent, 0ms);
    for (int i = 0; i != 2000; ++i)
        t.context.run_one();
    auto const line = t.told();
    BOOST_TEST(line.size() > 4096u);
    BOOST_TEST(line.ends_with("}\n"));
}

BOOST_AUTO_TEST_SUITE_END()
