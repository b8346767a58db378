// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/script_words.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using words = std::vector<std::string>;

sonda::cli::script script_with(words const& call, std::string const& separator = ",")
{
    sonda::cli::script one;
    one.path = "/a b/{{ip}}.sh";
    one.call = call;
    one.separator = separator;
    return one;
}

} // namespace

BOOST_AUTO_TEST_SUITE(script_words)

BOOST_AUTO_TEST_CASE(put_a_host_into_the_call_of_a_script)
{
    auto const one = script_with({"sh", "{{script}}", "-p{{port}}", "{{ip}}/{{ipversion}}", "{ip}", ""});
    auto const filled = sonda::cli::script_words(one, {"22", "U:53"}, "fe80::1%lo", true);
    BOOST_TEST(filled == (words{"sh", "/a b/{{ip}}.sh", "-p22,U:53", "fe80::1%lo/6", "{ip}", ""}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(separate_ports_as_the_script_wants_them)
{
    words const ports{"22", "80"};
    auto const filled = [&](std::string const& separator) {
        return sonda::cli::script_words(script_with({"x", "{{port}}"}, separator), ports, "");
    };
    BOOST_TEST(filled("; ").back() == "22; 80");
    BOOST_TEST(filled(" ") == (words{"x", "22", "80"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(are_of_the_ports_that_the_script_is_for)
{
    sonda::cli::open_host host;
    host.port_words = {"22", "80", "U:53", "U:80"};
    auto one = script_with({"x"});
    BOOST_TEST(sonda::cli::script_ports(one, host) == host.port_words, boost::test_tools::per_element());
    one.ports = *sonda::target::parse_ports("80,443,U:53");
    BOOST_TEST(sonda::cli::script_ports(one, host) == (words{"80", "U:53"}), boost::test_tools::per_element());
    one.ports = *sonda::target::parse_ports("443");
    BOOST_TEST(sonda::cli::script_ports(one, host).empty());
}

BOOST_AUTO_TEST_SUITE_END()
