// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_checkpoint.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"

using namespace sonda;
using namespace sonda::cli;
using namespace std::chrono_literals;

namespace {

checkpoint whole()
{
    checkpoint made;
    auto& job = made.job;
    job.directory = "/somewhere";
    job.arguments = {"127.0.0.1", "-p", "1-100"};
    job.targets = {"127.0.0.1"};
    job.settings = {{"ports", {"1-100"}}, {"udp", {}}, {"exclude", {"127.0.0.9", "\"quoted\" \\ \xc3\xa4"}}};
    job.command = {"echo", "{ip}"};
    job.started = std::chrono::system_clock::time_point(1700000000s);
    job.seed = ~0ull;
    job.threads = 2;
    job.bad_inputs = 3;
    auto& tcp = job.selections[0];
    tcp.include(target::ip_range::v4(0x7f000001, 0x7f000003));
    tcp.include(target::ip_range::v6({0, 1}, {0, 1}));
    tcp.include(target::ip_range::v6({0x20010db800000000, 0}, {0x20010db800000000, 0xffff}));
    tcp.include(target::ip_range::v4(0x7f000007, 0x7f000007), 443);
    tcp.exclude(target::ip_range::v4(0x7f000002, 0x7f000002), 80);
    tcp.ports = target::port_set({1, 100});
    tcp.excluded_ports.insert(std::uint16_t{22});
    job.names.add(boost::asio::ip::make_address("127.0.0.1"), "one");
    job.names.add(boost::asio::ip::make_address("127.0.0.1"), "two");
    job.fingerprint = 0x8000000000000001;
    auto& state = made.state;
    state.begun = true;
    state.scans[0].lanes = {{{0, 10}, {12, 12}}, {}};
    state.scans[0].open = {{3, 3}, {7, 9}};
    state.summary.counts = {4, 8, 0, 0, 0};
    state.summary.verdicts = state.summary.targets = 12;
    state.summary.probes = 13;
    state.summary.duration = 1234567ns;
    state.outputs = {{"a b.json", 0xffffffffff}};
    state.records = 12;
    state.last = target_place{protocol::tcp, 0xfffffffffffffff0};
    state.trips = {3, 1us, 3us, 6000};
    return made;
}

std::string text_of(checkpoint const& from)
{
    return checkpoint_text(checkpoint_text(from.job), from.state);
}

std::string refused(std::string const& text)
{
    return test::refusal([&] { read_checkpoint(text, "file"); });
}

// Another content under a check that is right for it.
std::string changed(std::string text, std::string const& from, std::string const& to)
{
    auto const at = text.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    text.resize(text.rfind(sonda::detail::checkpoint_seal));
    auto const check = sonda::detail::checkpoint_check(text);
    return text + std::string(sonda::detail::checkpoint_seal) + check + "\"}\n";
}

} // namespace

BOOST_AUTO_TEST_SUITE(checkpoint_)

BOOST_AUTO_TEST_CASE(what_is_written_is_read)
{
    auto const text = text_of(whole());
    auto const read = read_checkpoint(text, "file");
    BOOST_TEST(text_of(read) == text);
    BOOST_TEST(read.job.settings.at("exclude")[1] == "\"quoted\" \\ \xc3\xa4");
    BOOST_TEST(read.job.settings.at("udp").empty());
    BOOST_TEST(*read.job.seed == ~0ull);
    BOOST_TEST((read.job.started == whole().job.started));
    BOOST_TEST((read.job.selections[0].addresses == whole().job.selections[0].addresses));
    BOOST_TEST((read.job.selections[0].endpoints == whole().job.selections[0].endpoints));
    BOOST_TEST((read.job.selections[0].excluded_endpoints == whole().job.selections[0].excluded_endpoints));
    BOOST_TEST(read.job.names.names_of(boost::asio::ip::make_address("127.0.0.1")).size() == 2u);
    BOOST_TEST((read.state.scans[0].lanes == whole().state.scans[0].lanes));
    BOOST_TEST((read.state.scans[0].open == whole().state.scans[0].open));
    BOOST_TEST(read.state.summary.verdicts == 12u);
    BOOST_TEST(read.state.summary.duration.count() == 1234567);
    BOOST_TEST(read.state.outputs.at("a b.json") == 0xffffffffffu);
    BOOST_TEST(read.state.last->index == 0xfffffffffffffff0u);
    BOOST_TEST((read.state.trips == whole().state.trips));
}

BOOST_AUTO_TEST_CASE(it_is_json_that_anybody_reads)
{
    auto const document = boost::json::parse(text_of(whole()));
    BOOST_TEST(document.at("type").as_string() == "sonda checkpoint");
    BOOST_TEST(document.at("state").at("tcp").at("done").at(0).as_string() == "0-10,12");
    BOOST_TEST(document.at("job").at("tcp").at("ports").as_string() == "1-100");
}

// What is done in a scan of four billion targets is a few words.
BOOST_AUTO_TEST_CASE(it_is_small)
{
    auto large = whole();
    large.state.scans[0].lanes = {{{0, 4'000'000'000}, {4'000'000'005, 4'000'000'005}}};
    BOOST_TEST(text_of(large).size() < 2000u);
}

BOOST_AUTO_TEST_CASE(wherever_it_is_cut_off_that_is_said)
{
    auto const text = text_of(whole());
    BOOST_TEST(refused("") == "cannot go on from 'file': it is empty");
    for (std::size_t size = 1; size + 1 < text.size(); ++size)
        BOOST_TEST_REQUIRE(refused(text.substr(0, size)) ==
                           "cannot go on from 'file': it is cut off after " + std::to_string(size) + " bytes");
}

BOOST_AUTO_TEST_CASE(whatever_byte_is_changed_it_is_noticed)
{
    auto const text = text_of(whole());
    for (std::size_t at = 0; at + 1 != text.size(); ++at) {
        auto damaged = text;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        BOOST_TEST_REQUIRE(refused(damaged) != "", damaged);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_checkpoint_of_this_version_is_said)
{
    auto const text = text_of(whole());
    BOOST_TEST(refused("[]") == "cannot go on from 'file': it is no checkpoint of sonda");
    BOOST_TEST(refused("{\"type\":\"summary\"}") == "cannot go on from 'file': it is no checkpoint of sonda");
    BOOST_TEST(refused("127.0.0.1\n").starts_with("cannot go on from 'file': it is no JSON: "));
    BOOST_TEST(refused(changed(text, "\"version\":1", "\"version\":2")) ==
               "cannot go on from 'file': it is of version 2, and this sonda knows version 1");
    auto damaged = text;
    damaged.replace(damaged.find("\"probes\":13"), 11, "\"probes\":14");
    BOOST_TEST(refused(damaged).find("its check is '") != std::string::npos);
    BOOST_TEST(refused(damaged).ends_with("it was damaged or changed"));
}

BOOST_AUTO_TEST_CASE(a_member_that_is_wrong_is_named_with_what_stands_there)
{
    auto const text = text_of(whole());
    constexpr std::pair<char const*, char const*> wrong[] = {{"\"0-10,12\"", "\"0-10,5\""},
                                                             {"\"0-10,12\"", "\"0-x\""},
                                                             {"\"0-10,12\"", "\"12-0\""},
                                                             {"\"0-10,12\"", "\"0-18446744073709551615\""},
                                                             {"\"begun\":true", "\"begun\":1"},
                                                             {"\"records\":12", "\"records\":-1"},
                                                             {"\"records\":12", "\"records\":\"12\""},
                                                             {"\"ports\":\"1-100\"", "\"ports\":\"1-1000000\""},
                                                             {"\"open\":\"3,7-9\"", "\"open\":7"},
                                                             {"\"open\":4", "\"open\":5"},
                                                             {"\"targets\":[\"127.0.0.1\"]", "\"targets\":[1]"},
                                                             {"\"started\":\"2023-", "\"started\":\"3023-"},
                                                             {"\"threads\":2", "\"fads\":2"},
                                                             {"\"127.0.0.7\":\"443\"", "\"127.0.0.256\":\"443\""},
                                                             {"\"one\"", "1"}};
    for (auto const& [from, to] : wrong) {
        auto const said = refused(changed(text, from, to));
        BOOST_TEST(said.starts_with("cannot go on from 'file': "), std::string(to) + ": " + said);
        BOOST_TEST(said.find("check") == std::string::npos, said);
    }
    BOOST_TEST(refused(changed(text, "\"0-10,12\"", "\"0-10,5\"")) ==
               "cannot go on from 'file': 'done' is '5', which is no run of numbers behind the one before");
}

BOOST_AUTO_TEST_SUITE_END()
