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

// True if the user chose a type of scan, `-sS` or another letter; `-sV`, `-sC` and `-sn` are none that finds ports.
inline bool chooses_scan_type(std::span<std::string const> words)
{
    return std::any_of(words.begin(), words.end(), [](std::string_view word) {
        return word.size() == 3 && word.starts_with("-s") &&
               std::string_view("STAWMNFXUYZO").find(word[2]) != std::string_view::npos;
    });
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

} // namespace sonda::cli

#endif // SONDA_CLI_NMAP_WORDS_HPP
