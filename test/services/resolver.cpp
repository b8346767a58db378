// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include <iostream>
#include <string>
#include <string_view>

#include <poll.h>
#include <sys/socket.h>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "support/net_namespace.hpp"

// Names, where the only name server there is never answers.

namespace {

class dead_name_server
{
public:
    // The command with these words, where /etc/hosts and /etc/resolv.conf are ours.
    test::finished_run run(std::string const& words) const
    {
        return test::run_shell("unshare -m sh -c 'mount --bind " + hosts_.path() + " /etc/hosts && mount --bind " +
                               servers_.path() + " /etc/resolv.conf && exec " + test::command_path() + ' ' + words +
                               "'");
    }

    bool skip(std::string_view name) const
    {
        if (run("--version").status == 0)
            return false;
        std::cout << "SKIPPED: " << name << ": private mounts not available" << std::endl;
        return true;
    }

    // Whether anybody asked it since it was asked this.
    bool was_asked() const
    {
        bool asked = false;
        char question[512];
        while (::recv(socket_.descriptor(), question, sizeof question, MSG_DONTWAIT) >= 0)
            asked = true;
        return asked;
    }

private:
    test::held_port socket_{test::behind::nothing, "127.0.0.1", 53, SOCK_DGRAM};
    test::scratch_file hosts_{"127.0.0.1 localhost\n127.0.0.2 known\n"};
    test::scratch_file servers_{"nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"};
};

std::string literals()
{
    std::string text;
    for (int i = 1; i != 255; ++i)
        text += "127.0.1." + std::to_string(i) + '\n';
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(resolver)

BOOST_AUTO_TEST_CASE(addresses_never_ask_a_name_server)
{
    auto const* const name = "addresses_never_ask_a_name_server";
    if (test::net_namespace::skip(name))
        return;
    test::net_namespace network;
    dead_name_server const server;
    if (server.skip(name))
        return;
    test::scratch_file const file(literals());
    auto const listed = server.run("list -iL " + file.path() + " ::1 127.0.2.0/31 -x 127.0.1.7 -p 80");
    BOOST_TEST(listed.status == 0);
    BOOST_TEST(test::lines_of(listed.out).size() == 254u + 1 + 2 - 1);
    auto const scanned = server.run("-iL " + file.path() + " -p 80 -g");
    BOOST_TEST(scanned.status == 0);
    BOOST_TEST(!server.was_asked());
}

BOOST_AUTO_TEST_CASE(names_that_this_machine_knows_need_no_name_server)
{
    auto const* const name = "names_that_this_machine_knows_need_no_name_server";
    if (test::net_namespace::skip(name))
        return;
    test::net_namespace network;
    dead_name_server const server;
    if (server.skip(name))
        return;
    auto const listed = server.run("list localhost known -p 80");
    BOOST_TEST(listed.status == 0, listed.err);
    BOOST_TEST(listed.out == "127.0.0.1:80\n127.0.0.2:80\n");
    BOOST_TEST(!server.was_asked());
}

BOOST_AUTO_TEST_CASE(a_name_that_nobody_knows_is_told_and_the_rest_is_scanned)
{
    auto const* const name = "a_name_that_nobody_knows_is_told_and_the_rest_is_scanned";
    if (test::net_namespace::skip(name))
        return;
    test::net_namespace network;
    dead_name_server const server;
    if (server.skip(name))
        return;
    test::held_port const open(test::behind::listener, "127.0.0.2", 8001);
    auto const scanned = server.run("unknown.test known -p 8001");
    BOOST_TEST(server.was_asked());
    BOOST_TEST(scanned.status == 3);
    BOOST_TEST(scanned.out.find("127.0.0.2:8001") != std::string::npos, scanned.out);
    BOOST_TEST(scanned.err.find("unknown.test") != std::string::npos, scanned.err);
}

BOOST_AUTO_TEST_SUITE_END()
