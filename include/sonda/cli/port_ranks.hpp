// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PORT_RANKS_HPP
#define SONDA_CLI_PORT_RANKS_HPP

#include <sonda/endpoint.hpp>
#include <sonda/target/top_ports.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <istream>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

// `22/tcp` as a port of `proto`; 0 for anything else.
inline std::uint16_t read_service_port(std::string_view text, protocol proto) noexcept
{
    std::uint16_t port = 0;
    auto const* const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, port);
    bool const good = read.ec == std::errc() && std::string_view(read.ptr, static_cast<std::size_t>(end - read.ptr)) ==
                                                    (proto == protocol::tcp ? "/tcp" : "/udp");
    return good ? port : std::uint16_t{0};
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads how often ports are open from a file like nmap's `nmap-services`: name, `port/protocol`, frequency; `#` begins a
    comment.

    @return The ports of `proto` that were ever seen open, the most frequent first. Lines of another form are passed over.
*/
inline std::vector<std::uint16_t> read_port_ranks(std::istream& in, protocol proto)
{
    std::vector<std::pair<double, std::uint16_t>> seen;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        words.imbue(std::locale::classic());
        std::string name, port;
        double frequency = 0;
        if (words >> name >> port >> frequency && frequency > 0)
            if (auto const number = detail::read_service_port(port, proto); number != 0)
                seen.emplace_back(-frequency, number);
    }
    std::sort(seen.begin(), seen.end());
    std::vector<std::uint16_t> ports;
    std::vector<bool> taken(65536);
    for (auto const& [frequency, port] : seen)
        if (!taken[port]) {
            taken[port] = true;
            ports.push_back(port);
        }
    return ports;
}

/// The frequencies of an installed nmap; without one the list of @ref sonda::target::top_ports.
inline std::vector<std::uint16_t> port_ranks(protocol proto)
{
    for (auto const* const path : {"/usr/share/nmap/nmap-services", "/usr/local/share/nmap/nmap-services"})
        if (std::ifstream in(path); in) {
            auto ports = read_port_ranks(in, proto);
            if (!ports.empty())
                return ports;
        }
    auto const own = target::top_ports(proto);
    return {own.begin(), own.end()};
}

} // namespace sonda::cli

#endif // SONDA_CLI_PORT_RANKS_HPP
