// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_AGREEMENT_HPP
#define SONDA_TEST_SERVICES_AGREEMENT_HPP

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "services/datagram_server.hpp"
#include "services/scan_words.hpp"
#include "services/service_network.hpp"

namespace test {

/// The UDP ports that are tried, as both scanners take them.
inline constexpr char const* tried_udp = "U:53,U:54,U:161,U:162,U:9000-9010,U:9100-9106";

inline constexpr std::uint16_t echo_port = 9005;

// Every TCP port of 127.0.0.1 and ::1, and the UDP ports that are tried, by nmap once and by the command `runs` times.
//
// Both use the words open, closed, filtered and open|filtered for the same things. For TCP, a reset is "closed", and so
// is ICMP or ICMPv6 port unreachable in answer to a SYN: RFC 1122 (4.2.3.9) makes that a hard error, and the kernel has
// ECONNREFUSED for both. All else that is rejected is "filtered", and so is silence. For UDP (RFC 1122, 4.1.3.1;
// RFC 4443, 3.1), port unreachable is "closed", all else that is rejected "filtered", an answer "open", silence
// "open|filtered". What is left is how nmap hears of it:
//
// * A rejection that comes while connect() still runs, as it does on loopback, ends nothing: to the kernel it is a soft
//   error until the SYN, sent again after a second, is rejected again. Over IPv4 its message is put into the error queue
//   of the socket all the same, which wakes nmap, and SO_ERROR tells soft errors, too. Over IPv6 it is put there only
//   if IPV6_RECVERR was set, which nmap does not do. So nmap hears nothing for that second, which is also the limit of
//   its patience, and says "filtered" of a port of ::1 that is rejected with port unreachable. The same answer that
//   comes from elsewhere, after connect() has returned, is "closed" to it. Therefore it is told to wait longer.
// * A connection of a probe with itself, where the kernel picks the very port that is probed for the near end, is no
//   answer for either. nmap gives it the word of silence, "filtered", unless it may try again: it may.
class agreement
{
public:
    explicit agreement(std::string const& name)
        : network_(name)
    {
        network_.nft(filters::text());
        for (auto const* const address : addresses)
            echoes_.emplace_back(address, echo_port, [](std::string_view request) { return std::string(request); });
    }

    void check(int runs)
    {
        auto asked = start_nmap();
        auto const ours = scan();
        for (int run = 1; run != runs; ++run)
            BOOST_TEST_CONTEXT("run " << run)
        check_equal("the first scan", ours, scan());
        auto const theirs = finish(asked);
        check_expected(theirs);
        check_equal("nmap", theirs, ours);
    }

private:
    static constexpr char const* addresses[] = {"127.0.0.1", "::1"};

    static std::vector<std::string> nmap(std::string const& address, std::string const& protocol)
    {
        std::vector<std::string> words{"nmap", "-n", "-Pn", "-oX", "-", "--max-retries", "2"};
        if (protocol == "tcp")
            words.insert(words.end(), {"-sT", "-p", "1-65535", "--min-rtt-timeout", "1500ms"});
        else
            words.insert(words.end(), {"-sU", "-p", tried_udp});
        if (address.find(':') != std::string::npos)
            words.emplace_back("-6");
        words.push_back(address);
        return words;
    }

    scan_words scan() const
    {
        return ask_sonda(network_.folder(), {"127.0.0.1", "::1", "-p", "1-65535," + std::string(tried_udp)});
    }

    // By address and protocol, as in the words of a scan.
    using running_programs = std::map<std::string, program>;

    running_programs start_nmap() const
    {
        running_programs running;
        for (std::string const address : addresses)
            for (std::string const protocol : {"tcp", "udp"})
                running.try_emplace(address + ' ' + protocol, nmap(address, protocol),
                                    output(address + ' ' + protocol));
        return running;
    }

    scan_words finish(running_programs& running) const
    {
        scan_words found;
        for (auto& [what, nmap] : running) {
            BOOST_TEST(nmap.wait() == 0);
            found[what] = words_of_nmap(content_of(output(what)));
        }
        return found;
    }

    std::string output(std::string const& what) const { return network_.folder() / ("nmap " + what); }

    // That the network is what it should be, so that the scanners do not merely agree on nothing.
    void check_expected(scan_words const& found) const
    {
        for (std::string const address : addresses)
            BOOST_TEST_CONTEXT(address)
            {
                auto const& tcp = found.at(address + " tcp");
                auto const& udp = found.at(address + " udp");
                for (auto const port : network_.tcp())
                    BOOST_TEST(tcp[port] == "open", port);
                for (auto const port : network_.udp())
                    BOOST_TEST(udp[port] == "open", port);
                for (auto const port : filters::silent_tcp)
                    BOOST_TEST(tcp[port] == "filtered", port);
                BOOST_TEST(tcp[filters::reset_tcp] == "closed");
                BOOST_TEST(udp[echo_port] == "open");
                BOOST_TEST(udp[filters::silent_udp] == "open|filtered");
                auto const& rejections = address == "::1" ? std::size(filters::icmpv6) : std::size(filters::icmp);
                for (std::uint16_t i = 0; i != rejections; ++i) {
                    auto const* const word = i == filters::port_unreachable ? "closed" : "filtered";
                    BOOST_TEST(tcp[filters::rejected_tcp + i] == word, i);
                    BOOST_TEST(udp[filters::rejected_udp + i] == word, i);
                }
            }
    }

    static void check_equal(std::string const& who, scan_words const& expected, scan_words const& found)
    {
        BOOST_TEST_REQUIRE(expected.size() == found.size());
        for (auto const& [what, words] : expected)
            for (std::size_t port = 1; port != 65536; ++port) {
                auto const& word = found.at(what)[port];
                if (word != words[port] || (word.empty() && what.ends_with("tcp")))
                    BOOST_ERROR(what << " " << port << " is " << word << ", and " << words[port] << " to " << who);
            }
    }

    service_network network_;
    std::deque<datagram_server> echoes_;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_AGREEMENT_HPP
