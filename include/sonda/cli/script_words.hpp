// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCRIPT_WORDS_HPP
#define SONDA_CLI_SCRIPT_WORDS_HPP

#include <sonda/cli/hand_off_words.hpp>
#include <sonda/cli/script_file.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

inline bool wants_port(cli::script const& one, std::string_view port_word)
{
    if (!one.ports)
        return true;
    bool const udp = port_word.starts_with("U:");
    port_word.remove_prefix(udp ? 2 : 0);
    std::uint16_t port = 0;
    std::from_chars(port_word.data(), port_word.data() + port_word.size(), port);
    return one.ports->of(udp ? protocol::udp : protocol::tcp).contains(port);
}

} // namespace sonda::detail

namespace sonda::cli {

/// The open ports of a host that a script is run for, as it is told of them; none if it is not.
inline std::vector<std::string> script_ports(script const& one, open_host const& host)
{
    std::vector<std::string> ports;
    for (auto const& word : host.port_words)
        if (detail::wants_port(one, word))
            ports.push_back(word);
    return ports;
}

/** Puts a host and its ports into the call of a script.

    Replaces `{{ip}}`, `{{port}}`, `{{script}}` and `{{ipversion}}` wherever they stand. Where only blanks separate ports, a
    word `{{port}}` becomes one word for each. What is put in is not looked at again, and no shell sees it.
*/
inline std::vector<std::string> script_words(script const& one, std::vector<std::string> const& ports,
                                             std::string_view address, bool v6 = false)
{
    std::string list;
    for (auto const& port : ports)
        (list += list.empty() ? "" : one.separator) += port;
    detail::word_meaning const meanings[] = {
        {"{{ip}}", address}, {"{{port}}", list}, {"{{script}}", one.path}, {"{{ipversion}}", v6 ? "6" : "4"}};
    bool const apart = one.separator.find_first_not_of(" \t") == std::string::npos;
    std::vector<std::string> filled;
    for (auto const& word : one.call)
        if (apart && word == "{{port}}")
            filled.insert(filled.end(), ports.begin(), ports.end());
        else
            filled.push_back(detail::fill_word(word, meanings));
    return filled;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCRIPT_WORDS_HPP
