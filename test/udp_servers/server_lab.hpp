// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_UDP_SERVERS_SERVER_LAB_HPP
#define SONDA_TEST_UDP_SERVERS_SERVER_LAB_HPP

#include <cstdint>
#include <deque>
#include <filesystem>
#include <initializer_list>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "services/program.hpp"
#include "services/scan_words.hpp"
#include "support/net_namespace.hpp"

namespace test {

/// A server of the system in a network namespace of its own, whose loopback interface has one more address: some
/// servers answer nobody of 127.0.0.0/8.
class server_lab
{
public:
    static constexpr char const* loopback = "127.0.0.1";
    static constexpr char const* other_address = "192.0.2.1";

    server_lab()
    {
        network_.run(std::string("ip addr add ") + other_address + "/24 dev lo");
        network_.run("ip link set lo multicast on");
        std::filesystem::permissions(folder_ / "", std::filesystem::perms::all); // some servers give up being root
    }

    /// True if the test `name` cannot run here, and says so.
    static bool skip(std::string const& name, std::initializer_list<char const*> programs)
    {
        if (net_namespace::skip(name))
            return true;
        for (std::string const program : programs) {
            if (program.starts_with('/') ? ::access(program.c_str(), X_OK) == 0 : is_installed(program))
                continue;
            std::cout << "SKIPPED: " << name << ": " << program << " is not installed" << std::endl;
            return true;
        }
        return false;
    }

    /// A name in a folder of its own.
    std::string operator/(std::string const& name) const { return folder_ / name; }

    /// Writes a file there and returns its name.
    std::string write(std::string const& name, std::string const& text) const { return folder_.write(name, text); }

    /// Runs a command there to its end.
    void run(std::string const& command) { network_.run("cd '" + folder_ / "" + "' && " + command); }

    /// Writes a key and a certificate.
    void write_certificate()
    {
        run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem"
            " -out certificate.pem -subj /CN=test -days 2 2> /dev/null");
    }

    /// Starts a server in the foreground and waits until it has a UDP port, which may be in the table of IPv6.
    void start(std::vector<std::string> words, std::uint16_t port, std::string const& table = "udp")
    {
        auto const number = std::to_string(running_.size());
        running_.emplace_back(std::move(words), folder_ / ("out" + number), folder_ / ("err" + number))
            .wait_for_port(table, port);
    }

    /// The same of a command of the shell, with folders /run and /dev/shm that nobody else sees.
    void start_private(std::string const& command, std::uint16_t port, std::string const& table = "udp")
    {
        start({"unshare", "-m", "sh", "-c",
               "mount -t tmpfs none /run && mount -t tmpfs none /dev/shm && cd '" + folder_ / "" + "' && " + command},
              port, table);
    }

    /// What the command says of a UDP port.
    std::string state(std::uint16_t port, std::string const& address = loopback) const
    {
        return scan(port, address, {"--tries", "3", "-t", "3000"});
    }

    /// What it says if it sends nothing but the empty datagram.
    std::string state_without_payload(std::uint16_t port, std::string const& address = loopback) const
    {
        return scan(port, address, {"--tries", "1", "-t", "400", "--payloads", write("empty", "-: \"\"\n")});
    }

private:
    std::string scan(std::uint16_t port, std::string const& address, std::vector<std::string> words) const
    {
        words.insert(words.end(), {address, "--udp", "-p", std::to_string(port)});
        return ask_sonda(folder_, std::move(words)).at(address + " udp")[port];
    }

    net_namespace network_;
    scratch_folder folder_;
    std::deque<program> running_;
};

} // namespace test

#endif // SONDA_TEST_UDP_SERVERS_SERVER_LAB_HPP
