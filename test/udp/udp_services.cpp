// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "daemon.hpp"
#include "echo_thread.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using test::at;
using test::net_namespace;

BOOST_AUTO_TEST_SUITE(udp_services)

/// True if the test cannot run here, and says so.
bool skip(std::string const& name, std::initializer_list<char const*> programs)
{
    if (net_namespace::skip(name))
        return true;
    for (auto const* const program : programs) {
        if (!test::is_installed(program)) {
            std::cout << "SKIPPED: " << name << ": " << program << " is not installed" << std::endl;
            return true;
        }
    }
    return false;
}

class scratch_folder
{
public:
    scratch_folder()
    {
        auto name = (std::filesystem::temp_directory_path() / "sonda-test-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw std::runtime_error("mkdtemp");
        path_ = name;
    }
    ~scratch_folder() { std::filesystem::remove_all(path_); }
    std::string operator/(std::string const& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

struct dns_server : test::daemon
{
    dns_server()
        : daemon({"dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
                  "--listen-address=127.0.0.1,::1", "--bind-interfaces", "--pid-file="})
    {
        wait_for_port(53);
    }
};

struct snmp_agent : test::daemon
{
    snmp_agent(scratch_folder const& folder, std::string const& configuration)
        : daemon({"env", "SNMP_PERSISTENT_DIR=" + folder / "state", "snmpd", "-f", "-Lf", "/dev/null", "-C", "-c",
                  write(folder, configuration), "udp:127.0.0.1:161,udp6:[::1]:161"})
    {
        wait_for_port(161);
    }

    static std::string write(scratch_folder const& folder, std::string const& configuration)
    {
        auto const name = folder / "snmpd.conf";
        std::ofstream(name) << configuration;
        return name;
    }
};

port_state probe(char const* address, std::uint16_t port)
{
    boost::asio::io_context context;
    test::driver<sonda::transport::udp> driver(context, test::with_slots(1));
    return driver.probe(at(address, port)).answer.state;
}

BOOST_AUTO_TEST_CASE(a_name_server_answers_the_standard_payload)
{
    if (skip("a_name_server_answers_the_standard_payload", {"dnsmasq"}))
        return;
    net_namespace ns;
    dns_server server;
    BOOST_TEST(probe("127.0.0.1", 53) == port_state::open);
    BOOST_TEST(probe("::1", 53) == port_state::open);
}

BOOST_AUTO_TEST_CASE(an_snmp_agent_answers_the_standard_payload)
{
    if (skip("an_snmp_agent_answers_the_standard_payload", {"snmpd"}))
        return;
    net_namespace ns;
    scratch_folder folder;
    snmp_agent agent(folder, "rocommunity public 127.0.0.1\nrocommunity6 public ::1\n");
    BOOST_TEST(probe("127.0.0.1", 161) == port_state::open);
    BOOST_TEST(probe("::1", 161) == port_state::open);
}

BOOST_AUTO_TEST_CASE(an_snmp_agent_without_communities_answers_the_second_payload)
{
    if (skip("an_snmp_agent_without_communities_answers_the_second_payload", {"snmpd"}))
        return;
    net_namespace ns;
    scratch_folder folder;
    snmp_agent agent(folder, "rouser nobody\n");
    BOOST_TEST(probe("127.0.0.1", 161) == port_state::open);
    BOOST_TEST(probe("::1", 161) == port_state::open);
}

/// What we say of a target's ports; those that nobody answered are silent once all the others are known.
std::map<std::uint16_t, std::string> words_of(char const* address, std::vector<std::uint16_t> const& ports,
                                              std::size_t silent)
{
    boost::asio::io_context context;
    test::driver<sonda::transport::udp> driver(context, test::with_slots(ports.size()));
    for (sonda::slot_id slot = 0; slot != ports.size(); ++slot)
        driver.start(slot, at(address, ports[slot]));
    driver.run_until(ports.size() - silent);
    std::map<std::uint16_t, std::string> words;
    for (sonda::slot_id slot = 0; slot != ports.size(); ++slot) {
        auto const state = driver.results.contains(slot) ? driver.state(slot) : driver.transport.silence;
        words[ports[slot]] = to_string(state);
    }
    return words;
}

/// What nmap says of them, from its greppable output: `Ports: 53/open/udp//domain///, 54/closed/udp/...`.
std::map<std::uint16_t, std::string> words_of_nmap(net_namespace& ns, std::string const& address,
                                                   std::vector<std::uint16_t> const& ports)
{
    std::string list;
    for (auto const port : ports)
        list += (list.empty() ? "" : ",") + std::to_string(port);
    auto const printed =
        ns.run("nmap -sU -n -Pn --max-retries 2 " + std::string(address.find(':') != std::string::npos ? "-6 " : "") +
               "-p " + list + " -oG - " + address);
    std::map<std::uint16_t, std::string> words;
    auto const begin = printed.find("Ports: ");
    BOOST_REQUIRE(begin != std::string::npos);
    std::istringstream fields(printed.substr(begin + 7, printed.find('\n', begin) - begin - 7));
    for (std::string field; std::getline(fields, field, ',');) {
        auto const first = field.find('/');
        auto const second = field.find('/', first + 1);
        words[static_cast<std::uint16_t>(std::stoi(field))] = field.substr(first + 1, second - first - 1);
    }
    return words;
}

BOOST_AUTO_TEST_CASE(agrees_with_nmap_in_words)
{
    if (skip("agrees_with_nmap_in_words", {"nmap", "dnsmasq", "snmpd"}))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0; udp dport 9001 drop;"
           " udp dport 9002 reject with icmpx type admin-prohibited;"
           " udp dport 9003 reject with icmpx type host-unreachable;"
           " udp dport 9004 reject with icmpx type port-unreachable;\n}\n}\n");
    scratch_folder folder;
    dns_server server;
    snmp_agent agent(folder, "rocommunity public 127.0.0.1\nrocommunity6 public ::1\n");
    std::vector<std::uint16_t> ports{53, 54, 161, 162};
    for (std::uint16_t port = 9000; port != 9011; ++port)
        ports.push_back(port);
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        BOOST_TEST_CONTEXT(address)
        {
            test::echo_thread echo(address, 9005);
            auto const ours = words_of(address, ports, 1);
            auto const theirs = words_of_nmap(ns, address, ports);
            BOOST_TEST(ours.at(9001) == "open|filtered");
            BOOST_TEST(ours.at(9005) == "open");
            BOOST_TEST(theirs.size() == ports.size());
            for (auto const& [port, word] : ours) {
                BOOST_TEST_CONTEXT(port)
                {
                    BOOST_TEST((theirs.contains(port) ? theirs.at(port) : "missing") == word);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
