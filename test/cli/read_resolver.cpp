// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_resolver.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

namespace {

void ask_nobody(boost::asio::io_context&, std::vector<std::string>, sonda::target::name_servers,
                boost::asio::cancellation_slot, sonda::cli::names_taker)
{}

sonda::cli::options read(std::string const& text, sonda::cli::name_asker asker = ask_nobody)
{
    sonda::cli::options chosen;
    chosen.resolver = sonda::cli::worded{text, "--resolver"};
    sonda::cli::read_resolver(chosen, std::move(asker));
    return chosen;
}

std::string servers(std::string const& text)
{
    std::string found;
    for (auto const& server : read(text).servers.list)
        found += (found.empty() ? "" : " ") + server.address().to_string() + '#' + std::to_string(server.port());
    return found;
}

std::string refused(std::string const& text, sonda::cli::name_asker asker = ask_nobody)
{
    return test::refusal([&] { read(text, asker); });
}

struct plain_kit
{};

struct asking_kit
{
    void ask_names(boost::asio::io_context&, std::vector<std::string>, sonda::target::name_servers,
                   boost::asio::cancellation_slot, sonda::cli::names_taker const& take) const
    {
        take({});
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(read_resolver)

BOOST_AUTO_TEST_CASE(takes_a_list_each_server_once)
{
    BOOST_TEST(servers("192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:54,,192.0.2.1:53") ==
               "192.0.2.1#53 192.0.2.2#5353 2001:db8::1#54");
    BOOST_TEST(bool(read("192.0.2.1").ask_names));
}

BOOST_AUTO_TEST_CASE(takes_a_file_also_one_of_the_system)
{
    test::scratch_file const plain("\xef\xbb\xbf# ours\r\n192.0.2.1 192.0.2.2\r\n\r\n[::1]:5353 # here\r\n127.0.0.1");
    BOOST_TEST(servers(plain.path()) == "192.0.2.1#53 192.0.2.2#53 ::1#5353 127.0.0.1#53");
    test::scratch_file const system("; made by hand\ndomain a.test\nsearch b.test 192.0.2.9\nnameserver 192.0.2.1\n"
                                    "nameserver\t2001:db8::1\noptions timeout:1\nsortlist 192.0.2.0\n");
    BOOST_TEST(servers(system.path()) == "192.0.2.1#53 2001:db8::1#53");
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_server_and_says_where)
{
    test::scratch_file const file("192.0.2.1\n\n192.0.2.2 dns.test\n");
    BOOST_TEST(refused(file.path()) == file.path() + ":3: bad name server 'dns.test': a name server is an address, "
                                                     "perhaps with a port");
    BOOST_TEST(refused("192.0.2.1,x\x1b[31m").find("--resolver: bad name server 'x\\x1b[31m'") == 0u);
    BOOST_TEST(refused("") == "--resolver: there is no name server in ''");
    BOOST_TEST(refused("/dev/zero").find("longer than 16 MiB") != std::string::npos);
    std::string many = "127.0.0.1";
    for (int i = 2; i != 66; ++i)
        many += ",127.0.0." + std::to_string(i);
    BOOST_TEST(refused(many) == "--resolver: more than 64 name servers");
}

BOOST_AUTO_TEST_CASE(says_if_this_command_cannot_ask)
{
    BOOST_TEST(refused("192.0.2.1", nullptr) ==
               "--resolver: this sonda was built without c-ares, and can ask no servers but those of the system");
    sonda::cli::options chosen;
    sonda::cli::read_resolver(chosen, nullptr);
    BOOST_TEST(!chosen.ask_names);
    BOOST_TEST(!sonda::cli::name_asker_of(plain_kit()));
    BOOST_TEST(bool(sonda::cli::name_asker_of(asking_kit())));
}

BOOST_AUTO_TEST_SUITE_END()
