// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/nmap_words.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using words = std::vector<std::string>;
using sonda::cli::nmap_words;
using sonda::cli::open_host;

open_host host(std::string address, std::string ports, bool tcp = true, bool udp = false)
{
    bool const v6 = address.find(':') != std::string::npos;
    return {address, address, std::move(ports), {}, v6, tcp, udp};
}

std::string joined(words const& all)
{
    std::string text;
    for (auto const& word : all)
        (text += text.empty() ? "" : " ") += word;
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(nmap_words_)

BOOST_AUTO_TEST_CASE(hosts_with_equal_ports_share_a_call)
{
    std::vector<open_host> const found = {host("127.0.0.1", "22"), host("127.0.0.2", "22,80"), host("127.0.0.3", "22")};
    auto const calls = nmap_words(words{"-sV"}, found);
    BOOST_TEST_REQUIRE(calls.size() == 2U);
    BOOST_TEST(joined(calls[0]) == "nmap -sV -Pn -sT -p 22 127.0.0.1 127.0.0.3");
    BOOST_TEST(joined(calls[1]) == "nmap -sV -Pn -sT -p 22,80 127.0.0.2");
}

BOOST_AUTO_TEST_CASE(families_are_kept_apart)
{
    std::vector<open_host> const found = {host("127.0.0.1", "22"), host("::1", "22")};
    auto const calls = nmap_words({}, found);
    BOOST_TEST_REQUIRE(calls.size() == 2U);
    BOOST_TEST(joined(calls[0]) == "nmap -Pn -sT -p 22 127.0.0.1");
    BOOST_TEST(joined(calls[1]) == "nmap -Pn -6 -sT -p 22 ::1");
}

BOOST_AUTO_TEST_CASE(the_type_of_scan_follows_the_protocols)
{
    std::vector<open_host> const both = {host("127.0.0.1", "T:22,U:53", true, true)};
    BOOST_TEST(joined(nmap_words({}, both)[0]) == "nmap -Pn -sT -sU -p T:22,U:53 127.0.0.1");
    std::vector<open_host> const only_udp = {host("127.0.0.1", "U:53", false, true)};
    BOOST_TEST(joined(nmap_words({}, only_udp)[0]) == "nmap -Pn -sU -p U:53 127.0.0.1");
    BOOST_TEST(joined(nmap_words(words{"-sS"}, both)[0]) == "nmap -sS -Pn -p T:22,U:53 127.0.0.1");
    BOOST_TEST(joined(nmap_words(words{"-sC"}, only_udp)[0]) == "nmap -sC -Pn -sU -p U:53 127.0.0.1");
}

BOOST_AUTO_TEST_CASE(types_of_scan_may_share_a_word)
{
    std::vector<open_host> const both = {host("127.0.0.1", "T:22,U:53", true, true)};
    BOOST_TEST(joined(nmap_words(words{"-sSU"}, both)[0]) == "nmap -sSU -Pn -p T:22,U:53 127.0.0.1");
    BOOST_TEST(joined(nmap_words(words{"-sCV"}, both)[0]) == "nmap -sCV -Pn -sT -sU -p T:22,U:53 127.0.0.1");
    BOOST_TEST(joined(nmap_words(words{"-stylesheet"}, both)[0]).find("-sT -sU") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_type_of_scan_that_leaves_out_what_is_open_is_told)
{
    std::vector<open_host> const both = {host("127.0.0.1", "22"), host("127.0.0.2", "U:53", false, true)};
    BOOST_TEST(left_out_by_nmap(words{"-sS"}, both) ==
               "nmap is told a type of scan that leaves out the open UDP ports; -sU takes them in");
    BOOST_TEST(left_out_by_nmap(words{"-A", "-sU"}, both) ==
               "nmap is told a type of scan that leaves out the open TCP ports; -sT takes them in");
    BOOST_TEST(left_out_by_nmap(words{"-sO"}, both) == "nmap is told a type of scan that leaves out the open ports");
    for (words const& line : {words{}, words{"-sV"}, words{"-sSU"}, words{"-sT", "-sU"}})
        BOOST_TEST(left_out_by_nmap(line, both) == "");
    BOOST_TEST(left_out_by_nmap(words{"-sT"}, std::vector<open_host>{host("127.0.0.1", "22")}) == "");
}

BOOST_AUTO_TEST_CASE(a_call_has_not_more_hosts_than_it_may)
{
    std::vector<open_host> const found(5, host("127.0.0.1", "22"));
    auto const calls = nmap_words({}, found, 2);
    BOOST_TEST_REQUIRE(calls.size() == 3U);
    BOOST_TEST(calls[0].size() == calls[1].size());
    BOOST_TEST(calls[2].size() == calls[1].size() - 1);
}

BOOST_AUTO_TEST_CASE(nothing_found_is_no_call)
{
    BOOST_TEST(nmap_words({}, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
