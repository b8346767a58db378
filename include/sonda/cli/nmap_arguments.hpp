// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_NMAP_ARGUMENTS_HPP
#define SONDA_CLI_NMAP_ARGUMENTS_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/read_value.hpp>
#include <sonda/cli/usage_error.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

// What is behind a backslash.
inline char read_escaped(std::string_view& rest, cli::worded const& value)
{
    if (rest.empty() || std::string_view(" '\"\\n").find(rest.front()) == std::string_view::npos)
        throw cli::bad_value(value, "words, with a backslash only before a blank, a quote, a backslash or an n");
    char const c = rest.front();
    rest.remove_prefix(1);
    return c == 'n' ? '\n' : c;
}

// Why nmap must not be told `word`, which contradicts what it is told of itself; nothing if it may.
inline std::string_view nmap_contradiction(std::string_view word) noexcept
{
    // nmap has long names behind one hyphen, too.
    constexpr std::string_view long_names[] = {"-packet", "-port-", "-privileged", "-proxies", "-proxy"};
    auto const begins = [&](std::string_view name) { return word.starts_with(name); };
    if (std::any_of(std::begin(long_names), std::end(long_names), begins))
        return {};
    if (begins("-p") || word == "-F")
        return "is not for you to say: nmap is told the ports that are open, and takes no others";
    if (begins("-iL") || begins("-iR"))
        return "is not for you to say: nmap is told the hosts with open ports";
    if (word == "-sn" || word == "-sP" || word == "-sL")
        return "is not possible: nmap would look at no port";
    return {};
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads words between blanks: quotes hold a word together, what is behind a backslash stands for itself, and `n` for a new
    line.

    @par Exception safety
    Strong: throws @ref usage_error for a quote without an end, and for a backslash before anything else than a blank, a
    quote, a backslash or an `n`.
*/
inline std::vector<std::string> read_words(worded const& value)
{
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    auto const end_word = [&] {
        if (!word.empty())
            words.push_back(std::exchange(word, {}));
    };
    for (std::string_view rest = value.text; !rest.empty();) {
        char const c = rest.front();
        rest.remove_prefix(1);
        if (c == '\\')
            word += detail::read_escaped(rest, value);
        else if (c == quote || (quote == 0 && (c == '\'' || c == '"')))
            quote = quote == 0 ? c : '\0';
        else if (quote == 0 && (c == ' ' || c == '\t'))
            end_word();
        else
            word += c;
    }
    if (quote != 0)
        throw bad_value(value, "words, as a quote has no end");
    end_word();
    return words;
}

/** Reads what nmap is to be told when it looks closer at what was found.

    @par Exception safety
    Strong: throws @ref usage_error as @ref read_words, and for what contradicts the hosts and ports that nmap is handed.
*/
inline std::vector<std::string> read_nmap_arguments(worded const& value)
{
    auto words = read_words(value);
    for (auto const& word : words)
        if (auto const why = detail::nmap_contradiction(word); !why.empty())
            throw usage_error("bad value " + in_quotes(value.text) + " for " + value.option + ": " + in_quotes(word) +
                              ' ' + std::string(why));
    return words;
}

} // namespace sonda::cli

#endif // SONDA_CLI_NMAP_ARGUMENTS_HPP
