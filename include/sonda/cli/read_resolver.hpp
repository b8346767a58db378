// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_RESOLVER_HPP
#define SONDA_CLI_READ_RESOLVER_HPP

#include <sonda/cli/name_asker.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/read_inputs.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/file_content.hpp>
#include <sonda/target/name_servers.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

// The words of a line, between blanks and commas.
inline std::vector<std::string_view> words_of_line(std::string_view line)
{
    constexpr std::string_view separators = " \t\r,";
    std::vector<std::string_view> words;
    for (auto at = line.find_first_not_of(separators); at < line.size();) {
        auto const end = (std::min)(line.find_first_of(separators, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(separators, end);
    }
    return words;
}

inline void add_name_server(target::name_servers& into, std::string_view word, std::string const& place)
{
    auto const server = target::parse_name_server(word);
    if (!server)
        throw cli::usage_error(place + "bad name server " + server.error().message());
    if (std::find(into.list.begin(), into.list.end(), *server) != into.list.end())
        return;
    if (into.list.size() == target::name_servers::most)
        throw cli::usage_error(place + "more than " + std::to_string(target::name_servers::most) + " name servers");
    into.list.push_back(*server);
}

// One or more to a line, or as in resolv.conf: of its lines only those of name servers say something here.
inline void read_name_servers(target::name_servers& into, std::string_view text, std::string const& file)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    for (std::size_t line = 1; !text.empty(); ++line) {
        auto const end = (std::min)(text.find('\n'), text.size());
        auto words = words_of_line(text.substr(0, (std::min)(text.substr(0, end).find_first_of("#;"), end)));
        text.remove_prefix((std::min)(end + 1, text.size()));
        if (words.empty())
            continue;
        auto const first = words.front();
        if (first == "search" || first == "domain" || first == "options" || first == "sortlist")
            continue;
        if (first == "nameserver")
            words.erase(words.begin());
        for (auto const word : words)
            add_name_server(into, word, sink::printable(file) + ':' + std::to_string(line) + ": ");
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the name servers that the user wants to be asked, if they do: a list between commas, or a file, which may be one
    like `/etc/resolv.conf`.

    @param into   Has the word of the user; gets the servers, and `ask` to ask them with.
    @param asker  Asks them; empty if this command cannot.

    @par Exception safety
    Strong: throws @ref usage_error if this command cannot ask, for what is no name server, with file and line, for a file
    that cannot be read, and if there is no server at all.
*/
inline void read_resolver(options& into, name_asker asker)
{
    if (!into.resolver)
        return;
    if (!asker)
        throw usage_error(into.resolver->option +
                          ": this sonda was built without c-ares, and can ask no servers but those of the system");
    target::name_servers servers;
    auto const& text = into.resolver->text;
    if (detail::is_file(text))
        detail::read_name_servers(servers, detail::file_content(text), text);
    else
        for (auto const word : detail::words_of_line(text))
            detail::add_name_server(servers, word, into.resolver->option + ": ");
    if (servers.list.empty())
        throw usage_error(into.resolver->option + ": there is no name server in " + in_quotes(text));
    into.servers = std::move(servers);
    into.ask_names = std::move(asker);
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_RESOLVER_HPP
