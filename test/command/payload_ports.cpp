// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Payloads of a file that ask for a port to come from.

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::behind;
using test::held_port;

namespace {

// The port that a datagram came from which is there; 0 if none is.
std::uint16_t asker(held_port const& asked)
{
    char text[16];
    sockaddr_in from{};
    socklen_t size = sizeof from;
    if (::recvfrom(asked.descriptor(), text, sizeof text, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size) < 0)
        return 0;
    return ntohs(from.sin_port);
}

test::finished_run scan(held_port const& target, std::string const& source)
{
    test::scratch_file const file(target.text() + ": \"hello\" source " + source + '\n');
    return test::run({"127.0.0.1", "-p", "U:" + target.text(), "--no-config", "--all", "-t", "50", "--threads", "4",
                      "--payloads", file.path()});
}

} // namespace

BOOST_AUTO_TEST_SUITE(payload_ports)

BOOST_AUTO_TEST_CASE(are_obeyed)
{
    held_port const silent(behind::nothing, "127.0.0.1", 0, SOCK_DGRAM);
    auto const source = held_port(behind::nothing, "0.0.0.0", 0, SOCK_DGRAM).port(); // and free again
    auto const result = scan(silent, std::to_string(source));
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.err.find("cannot be obeyed") == std::string::npos, result.err);
    BOOST_TEST(asker(silent) == source);
    BOOST_TEST(asker(silent) == source); // the second try
}

BOOST_AUTO_TEST_CASE(that_are_taken_are_told_and_the_rest_goes_on)
{
    held_port const silent(behind::nothing, "127.0.0.1", 0, SOCK_DGRAM);
    held_port const taken(behind::nothing, "0.0.0.0", 0, SOCK_DGRAM);
    auto const result = scan(silent, taken.text());
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.err.find(":1: source " + taken.text() +
                               " cannot be obeyed, the system chooses the port (IPv4: Address already in use") !=
                   std::string::npos,
               result.err);
    auto const port = asker(silent);
    BOOST_TEST(port != 0u);
    BOOST_TEST(port != taken.port());
}

BOOST_AUTO_TEST_SUITE_END()
