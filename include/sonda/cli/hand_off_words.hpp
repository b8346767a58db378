// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_HAND_OFF_WORDS_HPP
#define SONDA_CLI_HAND_OFF_WORDS_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/endpoint.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/// A host and its open ports, as what is run afterwards is told of them.
struct open_host
{
    std::string address; ///< Without brackets.
    std::string name; ///< The first name by which it was given, or the address.
    std::string ports; ///< `22,80-82`; with UDP ports `T:22,80-82,U:53`, or `U:53`.
    std::vector<std::string> port_words; ///< Every port by itself; UDP ones as `U:53`.
    bool v6 = false; ///< Of IPv6.
    bool tcp = false; ///< It has open TCP ports.
    bool udp = false; ///< It has open UDP ports.
};

} // namespace sonda::cli

namespace sonda::detail {

inline void append_run(cli::open_host& host, port_run const& run, bool with_prefix)
{
    bool const udp = run.first.protocol() == protocol::udp;
    std::string_view const prefix = udp ? "U:" : "T:";
    if (!host.ports.empty())
        host.ports += ',';
    if (with_prefix && !(udp ? host.udp : host.tcp))
        host.ports += prefix;
    (udp ? host.udp : host.tcp) = true;
    append_number(host.ports, run.first.port());
    if (run.last != run.first.port())
        append_number(host.ports += run.last == run.first.port() + 1 ? ',' : '-', run.last);
    for (unsigned port = run.first.port(); port <= run.last; ++port)
        append_number(host.port_words.emplace_back(udp ? prefix : ""), port);
}

inline cli::open_host describe_host(std::span<port_run const> runs, std::span<std::string const> names)
{
    cli::open_host host;
    auto const& first = runs.front().first;
    append_address(host.address, first);
    host.name = names.empty() ? host.address : names.front();
    host.v6 = first.is_v6();
    bool const with_prefix =
        std::any_of(runs.begin(), runs.end(), [](auto const& run) { return run.first.protocol() == protocol::udp; });
    for (auto const& run : runs)
        append_run(host, run, with_prefix);
    return host;
}

} // namespace sonda::detail

namespace sonda::detail {

// What stands for something else, and that.
using word_meaning = std::pair<std::string_view, std::string_view>;

// A word with the meanings in place; what was put in is not looked at again.
inline std::string fill_word(std::string_view word, std::span<word_meaning const> meanings)
{
    std::string filled;
    while (!word.empty()) {
        auto const meaning = std::find_if(meanings.begin(), meanings.end(),
                                          [&](auto const& one) { return word.starts_with(one.first); });
        auto const length = meaning == meanings.end() ? 1 : meaning->first.size();
        filled += meaning == meanings.end() ? word.substr(0, 1) : meaning->second;
        word.remove_prefix(length);
    }
    return filled;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Puts a host into the words of a command.

    Replaces `{ip}`, `{ports}`, `{host}` and `{ipversion}` wherever they stand; a word `{port_list}` becomes one word per
    port. Other braces are left alone. What is put in is not looked at again, and no shell sees it.
*/
inline std::vector<std::string> hand_off_words(std::span<std::string const> words, open_host const& host)
{
    std::array<detail::word_meaning, 4> const meanings{
        {{"{ip}", host.address}, {"{ports}", host.ports}, {"{host}", host.name}, {"{ipversion}", host.v6 ? "6" : "4"}}};
    std::vector<std::string> filled;
    for (std::string_view word : words) {
        if (word == "{port_list}") {
            filled.insert(filled.end(), host.port_words.begin(), host.port_words.end());
            continue;
        }
        filled.push_back(detail::fill_word(word, meanings));
    }
    return filled;
}

} // namespace sonda::cli

#endif // SONDA_CLI_HAND_OFF_WORDS_HPP
