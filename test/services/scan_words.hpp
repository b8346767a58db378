// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_SCAN_WORDS_HPP
#define SONDA_TEST_SERVICES_SCAN_WORDS_HPP

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command/command_run.hpp"
#include "services/program.hpp"

namespace test {

/// What a scanner says of the ports of one address and protocol; an empty word where it says nothing.
class port_words
{
public:
    std::string const& operator[](std::size_t port) const { return words_.at(port); }

    /// Each port has one word.
    void set(std::size_t port, std::string_view word)
    {
        if (!words_.at(port).empty())
            throw std::runtime_error("two words for port " + std::to_string(port));
        words_[port] = word;
    }

    bool operator==(port_words const&) const = default;

private:
    std::vector<std::string> words_ = std::vector<std::string>(65536);
};

/// By address and protocol: `::1 tcp`.
using scan_words = std::map<std::string, port_words>;

/// The text between `before` and the next `end`, from `from` on; nothing if it is not there.
inline std::string_view between(std::string_view text, std::string_view before, char end, std::size_t from = 0)
{
    auto const begin = text.find(before, from);
    if (begin == std::string_view::npos)
        return {};
    text.remove_prefix(begin + before.size());
    return text.substr(0, text.find(end));
}

inline std::size_t to_port(std::string_view digits)
{
    return static_cast<std::size_t>(std::stoul(std::string(digits)));
}

/// Runs the command to its end, with NDJSON; throws unless it is complete and has as many records as it says.
inline scan_words ask_sonda(scratch_folder const& folder, std::vector<std::string> words, int status = 0)
{
    auto const out = folder / "sonda.out";
    auto const err = folder / "sonda.err";
    words.insert(words.end(), {"--all", "--no-progress", "-oN", "-"});
    auto const ended = program(command(words), out, err).wait();
    if (ended != status || !content_of(err).empty())
        throw std::runtime_error("sonda ended with " + std::to_string(ended) + ": " + content_of(err));
    scan_words found;
    std::uint64_t count = 0;
    std::ifstream lines(out);
    std::string line;
    for (; std::getline(lines, line) && line.starts_with("{\"type\":\"port\""); ++count)
        found[std::string(between(line, "\"address\":\"", '"')) + ' ' +
              std::string(between(line, "\"protocol\":\"", '"'))]
            .set(to_port(between(line, "\"port\":", ',')), between(line, "\"state\":\"", '"'));
    auto const summary = boost::json::parse(line);
    if (!summary.at("complete").as_bool() || summary.at("targets").to_number<std::uint64_t>() != count)
        throw std::runtime_error(line);
    return found;
}

/// Gives the ports of a list like `1-21,23` a word.
inline void set_list(port_words& found, std::string_view list, std::string_view word)
{
    while (!list.empty()) {
        auto const range = list.substr(0, list.find(','));
        list.remove_prefix((std::min)(range.size() + 1, list.size()));
        auto const last = to_port(range.substr(range.find('-') + 1));
        for (auto port = to_port(range.substr(0, range.find('-'))); port <= last; ++port)
            found.set(port, word);
    }
}

/// Reads the XML of nmap for one address: each port that has an element, and the lists of those that have none.
inline port_words words_of_nmap(std::string_view xml)
{
    port_words found;
    auto const next = [&](std::string_view what, std::size_t from) { return xml.find(what, from); };
    for (auto at = next("<extraports ", 0); at != xml.npos; at = next("<extraports ", at + 1)) {
        auto const end = next("</extraports>", at);
        for (auto why = next("<extrareasons ", at); why < end; why = next("<extrareasons ", why + 1))
            set_list(found, between(xml, "ports=\"", '"', why), between(xml, "state=\"", '"', at));
    }
    for (auto at = next("<port ", 0); at != xml.npos; at = next("<port ", at + 1))
        found.set(to_port(between(xml, "portid=\"", '"', at)), between(xml, "state=\"", '"', at));
    if (xml.find("</nmaprun>") == xml.npos)
        throw std::runtime_error("nmap did not finish");
    return found;
}

} // namespace test

#endif // SONDA_TEST_SERVICES_SCAN_WORDS_HPP
