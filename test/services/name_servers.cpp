// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Name servers that the user names, a real one and some that are not as they should be.

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "services/program.hpp"
#include "support/name_server.hpp"
#include "support/net_namespace.hpp"

using test::name_server;
using answers = name_server::answers;
using words = std::vector<std::string>;

namespace {

bool holds(std::string const& text, std::string const& part)
{
    return text.find(part) != std::string::npos;
}

bool skip(std::string_view name)
{
    if (test::net_namespace::skip(name))
        return true;
    if (holds(test::run({"--version"}).out, "resolver c-ares"))
        return false;
    std::cout << "SKIPPED: " << name << ": the command is built without c-ares" << std::endl;
    return true;
}

test::finished_run list(words more)
{
    words line{"list", "--no-config", "-p", "80"};
    line.insert(line.end(), more.begin(), more.end());
    return test::run(line);
}

std::string names_of_file(int count)
{
    std::string text;
    for (int i = 0; i != count; ++i)
        text += "host" + std::to_string(i) + ".test\n";
    return text;
}

// What is not known of a name is why; else one address.
answers answer_by_name(test::dns_question const& asked)
{
    unsigned const code = asked.name == "failed.test"    ? 2
                          : asked.name == "unknown.test" ? 3
                          : asked.name == "refused.test" ? 5
                                                         : 0;
    if (code != 0 || asked.type != 1)
        return {test::dns_answer(asked, code)};
    return test::know_everybody(asked);
}

} // namespace

BOOST_AUTO_TEST_SUITE(name_servers)

BOOST_AUTO_TEST_CASE(a_real_one_is_asked_for_names_of_the_command_line_and_of_files)
{
    auto const* const name = "a_real_one_is_asked_for_names_of_the_command_line_and_of_files";
    if (skip(name))
        return;
    if (!test::is_installed("dnsmasq")) {
        std::cout << "SKIPPED: " << name << ": dnsmasq not installed" << std::endl;
        return;
    }
    test::net_namespace network;
    words line{"dnsmasq",
               "--keep-in-foreground",
               "--conf-file=/dev/null",
               "--no-resolv",
               "--no-hosts",
               "--pid-file=",
               "--user=root",
               "--group=root",
               "--listen-address=127.0.0.1",
               "--bind-interfaces",
               "--port=5353",
               "--host-record=both.test,192.0.2.1,2001:db8::1",
               "--cname=alias.test,both.test",
               "--local=/test/"};
    for (int i = 1; i != 100; ++i)
        line.push_back("--host-record=many.test,127.9.0." + std::to_string(i));
    test::scratch_file const errors;
    test::program server(line, "/dev/null", errors.path());
    server.wait_for_port("udp", 5353);
    server.wait_for_port("tcp", 5353);
    test::scratch_file const file("\n# names\nalias.test unknown.test\n192.0.2.7\n");
    auto const listed = list({"-iL", file.path(), "both.test", "--resolver", "127.0.0.1:5353"});
    BOOST_TEST(listed.out == "192.0.2.1:80\n192.0.2.7:80\n[2001:db8::1]:80\n", listed.err);
    BOOST_TEST(listed.err ==
               "sonda: " + file.path() + ":3: 'unknown.test' has no address: Host not found (authoritative)\n");
    BOOST_TEST(listed.status == 3);
    auto const many = list({"many.test", "--count", "--resolver", "127.0.0.1:5353"}); // does not fit into a datagram
    BOOST_TEST(many.out == "99\n", many.err);
}

BOOST_AUTO_TEST_CASE(what_they_cannot_say_is_told_with_file_and_line)
{
    if (skip("what_they_cannot_say_is_told_with_file_and_line"))
        return;
    test::net_namespace network;
    name_server const server(answer_by_name);
    test::scratch_file const file("good.test\nfailed.test\nunknown.test\n\nrefused.test\n");
    auto const listed = list({"-iL", file.path(), "--resolver", server.text()});
    BOOST_TEST(listed.out == "192.0.2.1:80\n");
    auto const begin = "sonda: " + file.path();
    BOOST_TEST(listed.err == begin + ":2: 'failed.test' has no address: the name server failed (SERVFAIL)\n" + begin +
                                 ":3: 'unknown.test' has no address: Host not found (authoritative)\n" + begin +
                                 ":5: 'refused.test' has no address: the name server refuses to answer (REFUSED)\n");
    BOOST_TEST(listed.status == 3);
}

BOOST_AUTO_TEST_CASE(no_others_are_asked_and_an_address_keeps_its_names)
{
    auto const* const name = "no_others_are_asked_and_an_address_keeps_its_names";
    if (skip(name))
        return;
    test::net_namespace network;
    name_server const system(test::know_everybody, 53);
    name_server const server([](test::dns_question const& asked) -> answers {
        if (asked.type != 1)
            return {test::dns_answer(asked, 0)};
        return {test::dns_answer(asked, 0, {test::dns_address("127.0.0.9")})};
    });
    test::held_port const open(test::behind::listener, "127.0.0.9");
    test::scratch_file const hosts("127.0.0.1 localhost\n127.0.0.8 one.test\n"), servers("nameserver 127.0.0.1\n");
    auto const result = test::run_shell("unshare -m sh -c 'mount --bind " + hosts.path() +
                                        " /etc/hosts && mount --bind " + servers.path() + " /etc/resolv.conf && exec " +
                                        test::command_path() + " one.test two.test localhost --no-config --resolver " +
                                        server.text() + " -oN - -p " + open.text() + "'");
    BOOST_TEST(holds(result.out, "\"127.0.0.9\""), result.err);
    BOOST_TEST(holds(result.out, "\"names\":[\"one.test\",\"two.test\"]"), result.out);
    BOOST_TEST(!holds(result.out, "127.0.0.8"), result.out);
    BOOST_TEST(system.asked() == 0u);
    BOOST_TEST(result.status == 0);
}

BOOST_AUTO_TEST_CASE(dead_ones_hold_nobody_up)
{
    if (skip("dead_ones_hold_nobody_up"))
        return;
    test::net_namespace network;
    name_server const silent(test::keep_silent);
    name_server const good(test::know_everybody);
    test::scratch_file const file(names_of_file(2000));
    test::scratch_file const servers("# who is asked\nnameserver " + silent.text() + "\n127.0.0.1:9, " + good.text() +
                                     '\n');
    auto const begun = std::chrono::steady_clock::now();
    auto const listed = list({"-iL", file.path(), "--resolver", servers.path()});
    BOOST_TEST(listed.out == "192.0.2.1:80\n", listed.err);
    BOOST_TEST(listed.status == 0);
    BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(10))); // one wait of two seconds
}

BOOST_AUTO_TEST_CASE(an_interrupted_look_up_ends_within_a_second)
{
    if (skip("an_interrupted_look_up_ends_within_a_second"))
        return;
    test::net_namespace network;
    name_server const silent(test::keep_silent);
    for (int const number : {SIGINT, SIGTERM}) {
        test::process running(test::command(
            {"slow.test", "127.0.0.1", "-p", "1", "--no-config", "-oJ", "-", "--resolver", silent.text()}));
        silent.wait_for(number == SIGINT ? 2 : 4);
        auto const begun = std::chrono::steady_clock::now();
        running.signal(number);
        auto const result = running.wait();
        BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(1)));
        BOOST_TEST(result.status == 128 + number);
        BOOST_TEST(holds(result.out, "\"complete\":false"), result.out);
    }
}

BOOST_AUTO_TEST_CASE(ten_thousand_names_take_little_memory)
{
    if (skip("ten_thousand_names_take_little_memory") ||
        test::skip_sanitized("ten_thousand_names_take_little_memory", "memory"))
        return;
    test::net_namespace network;
    name_server const server(test::know_everybody);
    test::scratch_file const file(names_of_file(10'000));
    auto const result =
        test::run_shell("bash -c 'ulimit -v 120000; exec " + test::command_path() + " list --no-config -p 80 -iL " +
                        file.path() + " --resolver " + server.text() + "'");
    BOOST_TEST(result.out == "192.0.2.1:80\n", result.err);
    BOOST_TEST(result.status == 0);
    BOOST_TEST(server.asked() == 20'000u);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_excluded_must_be_known_in_full)
{
    if (skip("a_name_that_is_excluded_must_be_known_in_full"))
        return;
    test::net_namespace network;
    name_server const server([](test::dns_question const& asked) -> answers {
        return asked.type == 28 ? answers{test::dns_answer(asked, 2)} : test::know_everybody(asked);
    });
    auto const excluded = list({"192.0.2.0/30", "-x", "half.test", "--resolver", server.text()});
    BOOST_TEST(excluded.status == 4);
    BOOST_TEST(excluded.out == "");
    BOOST_TEST(holds(excluded.err,
                     "'half.test' may have more addresses: the name server failed (SERVFAIL); nothing is scanned"),
               excluded.err);
    auto const included = list({"half.test", "--resolver", server.text()});
    BOOST_TEST(included.status == 3);
    BOOST_TEST(included.out == "192.0.2.1:80\n");
    BOOST_TEST(included.err == "sonda: 'half.test' may have more addresses: the name server failed (SERVFAIL)\n");
}

BOOST_AUTO_TEST_CASE(exclusions_by_name_hold_for_every_form_of_target)
{
    if (skip("exclusions_by_name_hold_for_every_form_of_target"))
        return;
    test::net_namespace network;
    name_server const server(test::know_everybody);
    test::scratch_file const spared("spared.test\n"), scanned("scanned.test\n");
    for (auto const& target : {words{"scanned.test"}, words{"192.0.2.0/31", "-x", "192.0.2.0"}, words{"192.0.2.1"},
                               words{"-iL", scanned.path()}, words{"scanned.test:80"}})
        for (auto const& exclusion : {words{"-x", "spared.test"}, words{"--exclude-file", spared.path()}}) {
            auto line = target;
            line.insert(line.end(), exclusion.begin(), exclusion.end());
            line.insert(line.end(), {"--resolver", server.text()});
            auto const listed = list(line);
            BOOST_TEST(listed.out == "");
            BOOST_TEST(listed.status == 4);
        }
}

BOOST_AUTO_TEST_CASE(what_is_no_name_server_is_a_mistake)
{
    if (skip("what_is_no_name_server_is_a_mistake"))
        return;
    test::scratch_file const file("192.0.2.1\n\n2001:db8::1 dns.test\n"), empty("# none\nsearch here.test\n");
    auto const refused = [](std::string const& value) {
        auto const result = list({"127.0.0.1", "--resolver", value});
        BOOST_TEST(result.status == 2);
        return result.err;
    };
    BOOST_TEST(refused("dns.test") ==
               "sonda: --resolver: bad name server 'dns.test': a name server is an address, perhaps with a port\n");
    BOOST_TEST(refused("192.0.2.1,192.0.2.256").find("sonda: --resolver: bad name server '192.0.2.256': ") == 0u);
    BOOST_TEST(refused(file.path()) ==
               "sonda: " + file.path() +
                   ":3: bad name server 'dns.test': a name server is an address, perhaps with a port\n");
    BOOST_TEST(refused(empty.path()) == "sonda: --resolver: there is no name server in '" + empty.path() + "'\n");
    BOOST_TEST(refused("") == "sonda: --resolver: there is no name server in ''\n");
}

BOOST_AUTO_TEST_SUITE_END()
