// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SINK_SAMPLES_HPP
#define SONDA_TEST_SINK_SAMPLES_HPP

// Verdicts of every kind, a clock that stands still, and files that say what comes of them.

#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/verdict.hpp>
#include <sonda/version.hpp>

#include <boost/asio/ip/address.hpp>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// 2026-01-02T03:04:05.000006Z
inline std::chrono::system_clock::time_point noon()
{
    using namespace std::chrono;
    return sys_days{year{2026} / 1 / 2} + hours{3} + minutes{4} + seconds{5} + microseconds{6};
}

inline sonda::verdict open_port(std::uint16_t port, std::uint32_t address = 0x7f000001)
{
    sonda::verdict found;
    found.endpoint = sonda::endpoint::v4(address, port);
    found.outcome = {sonda::port_state::open, sonda::reason_kind::syn_ack, 0, 0, 0, {}};
    found.rtt = std::chrono::nanoseconds(123456);
    return found;
}

/// Open, closed, filtered by silence and by ICMP, open over UDP, open|filtered, error; IPv4 and IPv6.
inline std::vector<sonda::verdict> every_kind()
{
    using namespace sonda;
    using std::chrono::microseconds;
    using std::chrono::milliseconds;
    auto const loopback4 = [](std::uint16_t port, protocol proto) { return endpoint::v4(0x7f000001, port, proto); };
    auto const loopback6 = [](std::uint16_t port, protocol proto) { return endpoint::v6(0, 1, 0, port, proto); };
    auto const router = boost::asio::ip::make_address("192.0.2.1");
    auto const router6 = boost::asio::ip::make_address("2001:db8::1");
    return {
        {loopback4(80, protocol::tcp), {port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}, 0, microseconds(120), 1},
        {loopback4(81, protocol::tcp),
         {port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED, {}},
         1,
         microseconds(40),
         1},
        {loopback4(82, protocol::tcp), {port_state::filtered, reason_kind::no_response, 0, 0, 0, {}}, 2, {}, 3},
        {loopback4(83, protocol::tcp),
         {port_state::filtered, reason_kind::icmp, 3, 13, EHOSTUNREACH, router},
         3,
         milliseconds(1500),
         1},
        {loopback6(443, protocol::tcp), {port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}, 4, microseconds(99), 1},
        {loopback6(444, protocol::tcp), {port_state::filtered, reason_kind::icmp, 1, 1, EACCES, router6}, 5, {}, 1},
        {loopback4(53, protocol::udp),
         {port_state::open, reason_kind::udp_response, 0, 0, 0, {}},
         6,
         microseconds(5),
         2},
        {loopback4(54, protocol::udp), {port_state::closed, reason_kind::icmp, 3, 3, ECONNREFUSED, {}}, 7, {}, 1},
        {loopback6(55, protocol::udp), {port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED, {}}, 8, {}, 1},
        {loopback4(56, protocol::udp), {port_state::open_filtered, reason_kind::no_response, 0, 0, 0, {}}, 9, {}, 2},
        {endpoint::v4(0xc0000201, 80), {port_state::error, reason_kind::system, 0, 0, ENETUNREACH, {}}, 10, {}, 0},
        {loopback4(8080, protocol::tcp), {port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}, 11, microseconds(1), 1},
        {loopback4(8081, protocol::tcp), {port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}, 12, microseconds(1), 1},
    };
}

/// The summary of a scan that gave these verdicts in a second and a quarter.
inline sonda::scan_summary summary_of(std::vector<sonda::verdict> const& all)
{
    sonda::scan_summary summary;
    summary.targets = summary.verdicts = all.size();
    for (auto const& found : all) {
        summary.probes += found.tries;
        ++summary.counts[static_cast<std::size_t>(found.state())];
    }
    summary.duration = std::chrono::milliseconds(1250);
    return summary;
}

inline sonda::sink::scan_info some_scan()
{
    sonda::sink::scan_info info;
    info.started = noon() - std::chrono::milliseconds(1250);
    info.targets = 13;
    info.seed = 18446744073709551615u;
    info.arguments = {"localhost", "-p", "80-83"};
    info.options = {{"batch", "4500"}, {"timeout", "1500"}};
    return info;
}

/// IPv4 loopback is named localhost and web; nothing else has a name. The clock stands still.
inline sonda::sink::annotations notes()
{
    static std::vector<std::string> const names{"localhost", "web"};
    return {[](boost::asio::ip::address const& address) -> std::span<std::string const> {
                if (address == boost::asio::ip::make_address("127.0.0.1"))
                    return names;
                return {};
            },
            noon};
}

/// A frozen output: what users parse. A change of it is a breaking change.
inline std::string golden(std::string const& name)
{
    std::ifstream file(std::filesystem::path(__FILE__).parent_path() / "golden" / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The text with the version that the frozen files were written with, so that a release does not touch them.
inline std::string frozen(std::string text)
{
    std::string const name = "\"version\":\"";
    if (auto const at = text.find(name); at != std::string::npos)
        text.replace(at + name.size(), std::string_view(SONDA_VERSION_STRING).size(), "0.1.0");
    return text;
}

/// Begins, puts all, finishes.
template<class Sink>
void feed(Sink&& sink, std::vector<sonda::verdict> const& all, bool complete = true)
{
    if constexpr (requires { sink.begin(some_scan()); })
        sink.begin(some_scan());
    for (auto const& found : all)
        sink.put(found);
    if constexpr (requires { sink.finish(summary_of(all), complete); })
        sink.finish(summary_of(all), complete);
}

} // namespace test

#endif // SONDA_TEST_SINK_SAMPLES_HPP
