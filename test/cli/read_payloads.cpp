// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_payloads.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"
#include "command/loopback_ports.hpp"

BOOST_AUTO_TEST_SUITE(cli_read_payloads)

struct fixture
{
    void read(std::string const& file)
    {
        chosen.payload_file = file;
        sonda::cli::read_payloads(chosen, say);
    }

    std::string refusal(std::string const& file)
    {
        return test::refusal([&] { read(file); });
    }

    sonda::cli::options chosen;
    test::scratch_file said;
    sonda::cli::messages say{false, said.descriptor()};
};

BOOST_FIXTURE_TEST_CASE(without_a_file_there_is_no_table, fixture)
{
    read("");
    BOOST_TEST(!chosen.payloads);
}

BOOST_FIXTURE_TEST_CASE(the_table_holds_what_the_file_says, fixture)
{
    test::scratch_file const file("9000: \"hello\"\nudp 53 \"a\"\nudp 53 \"b\"");
    read(file.path());
    BOOST_REQUIRE(chosen.payloads);
    BOOST_TEST((*chosen.payloads)(sonda::endpoint::v4(1, 53)).size() == 2u);
    BOOST_TEST((*chosen.payloads)(sonda::endpoint::v4(1, 9000)).front().size() == 5u);
    BOOST_TEST(said.content() == "");
}

BOOST_FIXTURE_TEST_CASE(a_mistake_is_said_with_file_line_and_token, fixture)
{
    test::scratch_file const file("9000: \"hello\"\n9001: \"a\\q\"\n");
    BOOST_TEST(refusal(file.path()) == file.path() + ":2: bad payload '\\q': an escape that does not exist");
    BOOST_TEST(!chosen.payloads);
    std::string many;
    for (int i = 0; i != 33; ++i)
        many += "7: \"\"\n";
    test::scratch_file const long_file(many);
    BOOST_TEST(refusal(long_file.path()) ==
               long_file.path() + ":33: bad payload '7': more than 32 payloads for a port of this list");
}

BOOST_FIXTURE_TEST_CASE(a_file_that_cannot_be_read_is_refused, fixture)
{
    BOOST_TEST(refusal("/nowhere/at all") == "cannot read '/nowhere/at all': No such file or directory");
    BOOST_TEST(refusal("/") == "cannot read '/': Is a directory");
    BOOST_TEST(refusal("/dev/zero") == "cannot read '/dev/zero': longer than 16 MiB");
}

BOOST_FIXTURE_TEST_CASE(a_source_port_that_cannot_be_had_is_said_once_with_the_reason, fixture)
{
    test::held_port const taken(test::behind::nothing, "127.0.0.1", 0, SOCK_DGRAM);
    chosen.source = boost::asio::ip::address_v4::loopback();
    auto const payload = "udp 500 \"b\" source " + taken.text() + '\n';
    test::scratch_file const file("udp 7 \"a\"\n" + payload + payload);
    read(file.path());
    BOOST_TEST(said.content() == "sonda: " + file.path() + ":2: source " + taken.text() +
                                     " cannot be obeyed, the system chooses the port (IPv4: Address already in use)\n");
    BOOST_TEST(chosen.payloads->contains(500));
    BOOST_TEST(chosen.payloads->source_port(sonda::endpoint::v4(1, 500), 1) == taken.port());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_said_of_a_source_port_that_can_be_had, fixture)
{
    auto const free = test::held_port(test::behind::nothing, "127.0.0.1", 0, SOCK_DGRAM).text();
    chosen.source = boost::asio::ip::address_v4::loopback();
    test::scratch_file const file("udp 500 \"b\" source " + free + '\n');
    read(file.path());
    BOOST_TEST(said.content() == "");
    BOOST_TEST(chosen.payloads->asks_for_sources());
}

BOOST_AUTO_TEST_SUITE_END()
