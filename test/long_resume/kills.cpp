// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan of 20,000 ports that is killed fifty times, at moments that are drawn: in the end it is as if nobody had.

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "command/resumed_scan.hpp"

using test::run;
using test::scratch_folder;
using words = std::vector<std::string>;

namespace {

constexpr int kills = 50;
constexpr std::uint64_t rate = 500;

// The targets that a checkpoint says are done; none if there is no checkpoint yet.
std::uint64_t done_in(scratch_folder const& folder)
{
    if (!std::filesystem::exists(folder / "checkpoint"))
        return 0;
    std::uint64_t sum = 0;
    auto const document = boost::json::parse(folder.content("checkpoint"));
    for (auto const& count : document.at("state").at("counts").as_object())
        sum += count.value().to_number<std::uint64_t>();
    return sum;
}

// Whatever was written can be read: by the command itself, and the lines of the other forms are whole.
void check_readable(scratch_folder const& folder)
{
    for (auto const* const name : {"scan.json", "scan.ndjson", "scan.csv", "scan.xml"}) {
        auto const result = run({"report", folder / name, "-oH", "/dev/null"});
        BOOST_TEST((result.status == 0 || result.status == 3), std::string(name) + ": " + result.err);
    }
    for (auto const& [name, line] :
         {std::pair("scan.gnmap", "(Host: .*///|#.*)"), std::pair("scan.txt", "127\\.0\\.0\\.2:\\d+ .*(ms|-)")}) {
        std::regex const whole(line);
        for (auto const& each : test::lines_of(folder.content(name)))
            BOOST_TEST_REQUIRE(std::regex_match(each, whole), name + (": " + each));
    }
    auto const page = folder.content("scan.html");
    BOOST_TEST((page.empty() || page.ends_with("\n")));
}

// Kills the scan at drawn moments; gives the most probes that one kill has made vain.
std::uint64_t kill_and_resume(words const& first, scratch_folder const& folder, test::filtered_host& host)
{
    std::mt19937 draw(20'000);
    std::uint64_t worst = 0, sum = 0;
    for (int kill = 0; kill != kills; ++kill) {
        auto const sent = host.probes(), done = done_in(folder);
        bool const begun = std::filesystem::exists(folder / "checkpoint");
        test::run_and_kill(begun ? words{"--resume", folder / "checkpoint"} : first,
                           std::chrono::milliseconds(200 + draw() % 1300));
        auto const vain = host.probes() - sent - (done_in(folder) - done);
        worst = (std::max)(worst, vain);
        sum += vain;
        check_readable(folder);
    }
    std::cout << kills << " kills at " << rate << " probes a second: " << sum << " probes made again, at most " << worst
              << " after one kill" << std::endl;
    return worst;
}

void survives(words const& how)
{
    test::filtered_host host;
    scratch_folder const folder, other;
    words scan{"127.0.0.2", "-p", "1-20000", "--all", "-t", "150"};
    scan.insert(scan.end(), how.begin(), how.end());
    auto whole = scan, rated = scan;
    for (auto const& word : test::to_all_outputs(other))
        whole.push_back(word);
    BOOST_TEST(run(whole).status == 0);
    for (auto const& word : test::to_all_outputs(folder))
        rated.push_back(word);
    rated.insert(rated.end(), {"--rate", std::to_string(rate), "--checkpoint", folder / "checkpoint"});
    auto const worst = kill_and_resume(rated, folder, host);
    BOOST_TEST(worst <= rate + rate / 100 + 2); // the work of a second, and a burst
    BOOST_TEST(done_in(folder) < 20'000u);
    auto const rest = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(rest.status == 0, rest.err);
    auto const expected = test::ports_of_all(other), found = test::ports_of_all(folder);
    BOOST_TEST(expected.size() == 20'000u);
    BOOST_TEST((found == expected));
    auto const summary = boost::json::parse(folder.content("scan.json")).at("summary");
    BOOST_TEST(summary.at("complete").as_bool());
    BOOST_TEST(summary.at("verdicts").to_number<std::uint64_t>() == 20'000u);
    BOOST_TEST(summary.at("counts").at("open").to_number<int>() == 40);
}

} // namespace

BOOST_AUTO_TEST_SUITE(kills_)

BOOST_AUTO_TEST_CASE(fifty_kills_lose_nothing)
{
    if (test::net_namespace::skip("fifty_kills_lose_nothing"))
        return;
    survives({});
}

BOOST_AUTO_TEST_CASE(fifty_kills_lose_nothing_on_two_threads)
{
    if (test::net_namespace::skip("fifty_kills_lose_nothing_on_two_threads"))
        return;
    survives({"--threads", "2"});
}

BOOST_AUTO_TEST_SUITE_END()
