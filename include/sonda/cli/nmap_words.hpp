// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_NMAP_WORDS_HPP
#define SONDA_CLI_NMAP_WORDS_HPP

#include <sonda/cli/hand_off_words.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace sonda::detail {

// True if one of `types` is among the words: `-sS`, or `-sSU` for several.
inline bool chooses_scan_type(std::span<std::string const> words, std::string_view types)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return word.starts_with("-s") && word.find_first_of(types, 2) != std::string_view::npos &&
               std::all_of(word.begin() + 2, word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    });
}

inline constexpr std::string_view nmap_tcp_types = "STAWMNFXI";

// True if the user chose a type of scan; `-sV`, `-sC` and `-sn` are none that finds ports.
inline bool chooses_scan_type(std::span<std::string const> words)
{
    return chooses_scan_type(words, nmap_tcp_types) || chooses_scan_type(words, "UYZO");
}

} // namespace sonda::detail

namespace sonda::cli {

/** The calls of nmap that look closer at what was found.

    Hosts whose open ports are the same share a call, up to `most` of them; IPv4 and IPv6 never do. Each call has `-Pn`,
    for these hosts are known to be up, the ports, `-6` where it must, and `-sT`, `-sU` or both as the ports are,
    unless `words` choose a type of scan.

    @param words  What the user wants nmap to be told.
    @param hosts  What was found.
    @param most   So many hosts in a call at most, for the kernel limits the length of a command line.
*/
inline std::vector<std::vector<std::string>> nmap_words(std::span<std::string const> words,
                                                        std::span<open_host const> hosts, std::size_t most = 4096)
{
    std::map<std::tuple<bool, std::string>, std::vector<open_host const*>> groups;
    for (auto const& host : hosts)
        groups[{host.v6, host.ports}].push_back(&host);
    bool const chosen = detail::chooses_scan_type(words);
    std::vector<std::vector<std::string>> calls;
    for (auto const& [key, group] : groups)
        for (std::size_t i = 0; i != group.size(); ++i) {
            if (i % most == 0) {
                auto const& first = *group[i];
                auto& call = calls.emplace_back(std::vector<std::string>{"nmap"});
                call.insert(call.end(), words.begin(), words.end());
                call.push_back("-Pn");
                if (first.v6)
                    call.push_back("-6");
                if (first.tcp && !chosen)
                    call.push_back("-sT");
                if (first.udp && !chosen)
                    call.push_back("-sU");
                call.insert(call.end(), {"-p", first.ports});
            }
            calls.back().push_back(group[i]->address);
        }
    return calls;
}

/// What nmap is not going to look at, as `words` choose a type of scan of the other protocol: a sentence, or nothing.
inline std::string left_out_by_nmap(std::span<std::string const> words, std::span<open_host const> hosts)
{
    if (!detail::chooses_scan_type(words))
        return {};
    auto const leaves_out = [&](bool open_host::*has, std::string_view types) {
        return std::any_of(hosts.begin(), hosts.end(), [&](open_host const& host) { return host.*has; }) &&
               !detail::chooses_scan_type(words, types);
    };
    bool const tcp = leaves_out(&open_host::tcp, detail::nmap_tcp_types);
    bool const udp = leaves_out(&open_host::udp, "U");
    std::string const text = "nmap is told a type of scan that leaves out the open ";
    if (tcp && udp)
        return text + "ports";
    return tcp ? text + "TCP ports; -sT takes them in" : udp ? text + "UDP ports; -sU takes them in" : std::string();
}

} // namespace sonda::cli

#endif // SONDA_CLI_NMAP_WORDS_HPP
