// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_SERVICE_NETWORK_HPP
#define SONDA_TEST_SERVICES_SERVICE_NETWORK_HPP

#include <cstdint>
#include <deque>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "services/program.hpp"
#include "support/net_namespace.hpp"

namespace test {

/// The rules that drop and reject. `rejected_tcp` + i is the port that is answered with the i-th rejection of a family,
/// and so for UDP; i < 7 but one less for ICMPv6. On loopback the answers come in, too, at the port that the probe came
/// from, and that may be any of 32768-60999: only what asks for a connection is filtered, and no such port for UDP.
struct filters
{
    static constexpr std::uint16_t silent_tcp[] = {1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 40000, 65535};
    static constexpr std::uint16_t silent_udp = 9001;
    static constexpr std::uint16_t reset_tcp = 1099;
    static constexpr std::uint16_t rejected_tcp = 1100;
    static constexpr std::uint16_t rejected_udp = 9100;

    /// RFC 792, RFC 1122 (3.2.2.1), RFC 1812 (5.2.7.1).
    static constexpr char const* icmp[] = {"net-unreachable",  "host-unreachable", "prot-unreachable",
                                           "port-unreachable", "net-prohibited",   "host-prohibited",
                                           "admin-prohibited"};
    /// RFC 4443 (3.1).
    static constexpr char const* icmpv6[] = {"no-route",         "admin-prohibited", "addr-unreachable",
                                             "port-unreachable", "policy-fail",      "reject-route"};
    static constexpr std::uint16_t port_unreachable = 3; ///< Its place in both.

    static std::string text()
    {
        std::string rules = "table inet filters {\n chain i {\n type filter hook input priority 0;\n"
                            " tcp flags & (fin | syn | rst | ack) != syn accept\n";
        for (auto const port : silent_tcp)
            rules += " tcp dport " + std::to_string(port) + " drop\n";
        rules += " udp dport " + std::to_string(silent_udp) + " drop\n";
        rules += " tcp dport " + std::to_string(reset_tcp) + " reject with tcp reset\n";
        add(rules, "ipv4", "icmp", {std::begin(icmp), std::end(icmp)});
        add(rules, "ipv6", "icmpv6", {std::begin(icmpv6), std::end(icmpv6)});
        return rules + " }\n}\n";
    }

private:
    static void add(std::string& rules, std::string const& family, std::string const& protocol,
                    std::vector<std::string> const& rejections)
    {
        for (std::size_t i = 0; i != rejections.size(); ++i)
            for (auto const& [l4, first] : {std::pair("tcp", rejected_tcp), std::pair("udp", rejected_udp)})
                rules += " meta nfproto " + family + ' ' + l4 + " dport " + std::to_string(first + i) +
                         " reject with " + protocol + " type " + rejections[i] + '\n';
    }
};

/// A network of its own with services of the system behind 127.0.0.1 and ::1, as far as they are installed.
class service_network : public net_namespace
{
public:
    /// Starts them and waits until they are there; prints which are not for the test `name`.
    explicit service_network(std::string const& name)
        : test_(name)
    {
        start_nginx();
        start_redis();
        start_sshd();
        start_dnsmasq();
        start_snmpd();
    }

    std::vector<std::uint16_t> const& tcp() const noexcept { return tcp_; } ///< The TCP ports that they have.
    std::vector<std::uint16_t> const& udp() const noexcept { return udp_; } ///< The UDP ports that they have.
    scratch_folder const& folder() const noexcept { return folder_; }

private:
    bool is_there(std::string const& service)
    {
        if (is_installed(service))
            return true;
        std::cout << "SKIPPED: " << test_ << ", " << service << ": not installed" << std::endl;
        return false;
    }

    void start(std::vector<std::string> words, std::vector<std::uint16_t> tcp, std::vector<std::uint16_t> udp = {})
    {
        auto& started = running_.emplace_back(std::move(words), "/dev/null",
                                              folder_ / ("errors" + std::to_string(running_.size())));
        for (auto const port : tcp)
            for (auto const* const table : {"tcp", "tcp6"})
                started.wait_for_port(table, port);
        for (auto const port : udp)
            for (auto const* const table : {"udp", "udp6"})
                started.wait_for_port(table, port);
        tcp_.insert(tcp_.end(), tcp.begin(), tcp.end());
        udp_.insert(udp_.end(), udp.begin(), udp.end());
    }

    void start_nginx()
    {
        if (!is_there("nginx"))
            return;
        std::string paths;
        for (auto const* const kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
            paths += std::string(kind) + "_temp_path " + folder_ / kind + ";\n";
        auto const file =
            folder_.write("nginx.conf", "daemon off;\nmaster_process off;\npid " + folder_ / "nginx.pid" +
                                            ";\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + paths +
                                            "server {\nlisten 127.0.0.1:80;\nlisten [::1]:80;\n"
                                            "return 204;\n}\n}\n");
        start({"nginx", "-e", "stderr", "-c", file}, {80});
    }

    void start_redis()
    {
        if (is_there("redis-server"))
            start({"redis-server", "--port", "6379", "--bind", "127.0.0.1", "::1", "--save", "", "--appendonly", "no",
                   "--daemonize", "no", "--dir", folder_ / ""},
                  {6379});
    }

    // It wants a folder below /run for the process that has no privileges; it gets a /run of its own.
    void start_sshd()
    {
        if (!is_there("sshd") || !is_there("ssh-keygen"))
            return;
        auto const key = folder_ / "host_key";
        run("ssh-keygen -q -t ed25519 -N '' -f " + key);
        start({"unshare", "-m", "sh", "-c",
               "mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec /usr/sbin/sshd -D -e -f /dev/null -h " +
                   key + " -o ListenAddress=127.0.0.1:22 -o 'ListenAddress=[::1]:22' -o PidFile=none -o UsePAM=no"},
              {22});
    }

    void start_dnsmasq()
    {
        if (is_there("dnsmasq"))
            start({"dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
                   "--pid-file=", "--user=root", "--group=root", "--listen-address=127.0.0.1,::1", "--bind-interfaces"},
                  {53}, {53});
    }

    void start_snmpd()
    {
        if (!is_there("snmpd"))
            return;
        auto const file = folder_.write("snmpd.conf", "rocommunity public 127.0.0.1\nrocommunity6 public ::1\n");
        start({"env", "SNMP_PERSISTENT_DIR=" + folder_ / "snmp", "snmpd", "-f", "-Lf", "/dev/null", "-I", "-smux", "-C",
               "-c", file, "udp:127.0.0.1:161,udp6:[::1]:161,tcp:127.0.0.1:161,tcp6:[::1]:161"},
              {161}, {161});
    }

    std::string test_;
    scratch_folder folder_;
    std::deque<program> running_;
    std::vector<std::uint16_t> tcp_;
    std::vector<std::uint16_t> udp_;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_SERVICE_NETWORK_HPP
