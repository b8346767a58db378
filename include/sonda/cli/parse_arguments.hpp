// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PARSE_ARGUMENTS_HPP
#define SONDA_CLI_PARSE_ARGUMENTS_HPP

#include <sonda/cli/find_option.hpp>
#include <sonda/cli/option_table.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/unknown_option.hpp>
#include <sonda/cli/usage_error.hpp>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/value_semantic.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

inline constexpr char const* cli_positional = "target";

using cli::find_option;

// The option that short ones begin with; two letters go before one.
inline cli::option_row const* find_letters(std::string_view word) noexcept
{
    for (auto const count : {std::size_t{2}, std::size_t{1}})
        for (auto const& row : cli::option_table)
            if (row.letters.size() == count && word.starts_with(row.letters))
                return &row;
    return nullptr;
}

inline std::optional<cli::action> named_action(std::string_view word) noexcept
{
    for (auto const& [name, meaning] : cli::action_names)
        if (word == name)
            return meaning;
    return std::nullopt;
}

inline boost::program_options::options_description describe_options()
{
    namespace po = boost::program_options;
    po::options_description description;
    for (auto const& row : cli::option_table) {
        std::string names(row.name);
        if (row.letters.size() == 1)
            (names += ',') += row.letters;
        bool const optional = row.value.starts_with('[');
        description.add_options()(names.c_str(), new po::untyped_value(row.value.empty() || optional));
        if (optional)
            description.add_options()((std::string(row.name) + '=').c_str(), new po::untyped_value());
    }
    description.add_options()(cli_positional, new po::untyped_value());
    return description;
}

// Options of one hyphen and two letters, which Boost.Program_options would take for two options of one letter. A value
// may follow at once, as it may one letter.
inline std::vector<boost::program_options::option> parse_two_letters(std::vector<std::string>& words)
{
    std::string_view const word = words.front();
    if (word.size() < 3 || word[0] != '-' || word[1] == '-')
        return {};
    for (auto const& row : cli::option_table)
        if (row.letters.size() == 2 && row.letters == word.substr(1, 2)) {
            boost::program_options::option found;
            found.string_key = row.name;
            if (word.size() > 3)
                found.value.emplace_back(word.substr(3));
            found.original_tokens.push_back(words.front());
            words.erase(words.begin());
            return {found};
        }
    return {};
}

// A value that may be left out, which Boost.Program_options would take from the next word: so it is of an option of its
// own, whose name ends in an equals sign.
inline std::vector<boost::program_options::option> parse_optional_value(std::vector<std::string>& words)
{
    std::string_view const word = words.front();
    auto const equals = word.find('=');
    auto const* const row = word.starts_with("--") ? find_option(word.substr(0, equals).substr(2)) : nullptr;
    if (row == nullptr || !row->value.starts_with('[') || equals == std::string_view::npos)
        return {};
    boost::program_options::option found;
    found.string_key = std::string(row->name) + '=';
    found.value.emplace_back(word.substr(equals + 1));
    found.original_tokens.push_back(words.front());
    words.erase(words.begin());
    return {found};
}

inline std::vector<boost::program_options::option> parse_own_styles(std::vector<std::string>& words)
{
    auto found = parse_two_letters(words);
    return found.empty() ? parse_optional_value(words) : found;
}

// Words as they stand to options as they stand; which is which is for Boost.Program_options to say.
inline std::vector<boost::program_options::option> split_words(std::vector<std::string> const& words)
{
    namespace po = boost::program_options;
    using namespace po::command_line_style;
    auto const description = describe_options();
    po::positional_options_description positional;
    positional.add(cli_positional, -1);
    auto const style = allow_long | long_allow_adjacent | long_allow_next | allow_short | short_allow_adjacent |
                       short_allow_next | allow_dash_for_short | allow_sticky;
    try {
        return po::command_line_parser(words)
            .options(description)
            .positional(positional)
            .style(style)
            .extra_style_parser(parse_own_styles)
            .run()
            .options;
    } catch (po::error const& error) {
        // Boost.Program_options replaces placeholders in its message for ever where the word itself holds one.
        for (auto const& word : words)
            if (word.starts_with('-') && word.find('%') != std::string::npos)
                throw cli::usage_error("unrecognised option '" + sink::printable(word) + "'; see sonda --help");
        throw cli::usage_error(sink::printable(error.what()) + "; see sonda --help");
    }
}

// The option as the user typed it, for messages.
inline std::string spelling(boost::program_options::option const& given, cli::option_row const& row)
{
    bool const was_long = !given.original_tokens.empty() && given.original_tokens.front().starts_with("--");
    if (was_long || row.letters.empty())
        return "--" + std::string(row.name);
    return '-' + std::string(row.letters);
}

// Remembers what was given; what two places say of an option that adds up is of both.
inline void note_setting(cli::options& into, cli::option_row const& row, std::vector<std::string> const& values,
                         std::string_view origin)
{
    auto& setting = into.settings[std::string(row.name)];
    setting.values.insert(setting.values.end(), values.begin(), values.end());
    if (setting.origin.find(origin) == std::string::npos)
        (setting.origin += setting.origin.empty() ? "" : ", ") += origin;
}

// `-p=80`: an equals sign goes with a long name, and would be part of the value here.
inline void check_no_equals(boost::program_options::option const& given, std::string const& spelled)
{
    if (given.value.empty() || !given.value.front().starts_with('=') || spelled.starts_with("--") ||
        given.original_tokens.size() > 1)
        return;
    auto const value = sink::printable(given.value.front().substr(1));
    throw cli::usage_error("bad value " + cli::in_quotes(given.value.front()) + " for " + spelled + ": write " +
                           spelled + ' ' + value);
}

// True for what would be options where options are: long names, short ones, several of these, with a value at once.
inline bool is_spelled_as_option(std::string_view word) noexcept
{
    if (word.starts_with("--"))
        return find_option(word.substr(0, word.find('=')).substr(2)) != nullptr;
    if (word.size() < 2 || word.front() != '-')
        return false;
    for (auto letters = word.substr(1); !letters.empty(); letters.remove_prefix(1)) {
        auto const* const row = find_letters(letters);
        if (row == nullptr)
            return false;
        if (row->letters.size() == 2 || !row->value.empty())
            return true;
    }
    return true;
}

// `-oJ -oN x` would write a file of that name.
inline void check_no_option(boost::program_options::option const& given, cli::option_row const& row,
                            std::string const& spelled)
{
    if (takes_file(row) && !given.value.empty() && is_spelled_as_option(given.value.front()))
        throw cli::usage_error("bad value " + cli::in_quotes(given.value.front()) + " for " + spelled +
                               ": it is an option; a file of that name is " +
                               cli::in_quotes("./" + given.value.front()));
}

inline void apply_option(cli::options& into, boost::program_options::option const& given,
                         std::set<std::string_view>& seen)
{
    auto const key = std::string_view(given.string_key);
    auto const* const row = find_option(key.ends_with('=') ? key.substr(0, key.size() - 1) : key);
    if (row == nullptr) {
        for (auto const& word : given.value)
            into.targets.push_back({word, ""});
        return;
    }
    auto const spelled = spelling(given, *row);
    if ((row->actions & static_cast<unsigned>(into.what)) == 0) {
        auto const* const foreign = cli::find_foreign_name(spelled);
        throw cli::usage_error(spelled + " does not go with what is asked for; " +
                               (foreign == nullptr ? "see sonda --help" : what_it_is_here(*foreign)));
    }
    if (!seen.insert(row->name).second && !row->repeats)
        throw cli::usage_error(spelled + " is given twice");
    check_no_equals(given, spelled);
    check_no_option(given, *row, spelled);
    row->apply(into, {given.value.empty() ? "" : given.value.front(), spelled});
    note_setting(into, *row, given.value, cli::command_line);
}

// Cuts the command off that is run afterwards.
inline std::vector<std::string> cut_command(std::vector<std::string>& words)
{
    auto const end = std::find(words.begin(), words.end(), "--");
    if (end == words.end())
        return {};
    std::vector<std::string> command(end + 1, words.end());
    words.erase(end, words.end());
    if (command.empty())
        throw cli::usage_error("'--' without a command behind it");
    if (command.front().starts_with('-'))
        throw cli::usage_error("a command follows --, and " + cli::in_quotes(command.front()) +
                               " is an option; options of nmap are given as --nmap='-A'");
    return command;
}

// What no option can see by itself.
inline void check_options(cli::options const& chosen)
{
    auto const to_stdout = [](auto const& output) { return output.path == "-"; };
    if (std::count_if(chosen.outputs.begin(), chosen.outputs.end(), to_stdout) > 1)
        throw cli::usage_error("two outputs on standard output");
    if (std::count(chosen.target_files.begin(), chosen.target_files.end(), "-") +
            std::count(chosen.excluded_files.begin(), chosen.excluded_files.end(), "-") >
        1)
        throw cli::usage_error("standard input is asked for twice");
    auto const greppable = [](auto const& output) { return output.format == cli::output_format::greppable; };
    if (chosen.shown == sink::only_closed && std::any_of(chosen.outputs.begin(), chosen.outputs.end(), greppable))
        throw cli::usage_error("-g shows open ports only and --closed shows none");
    if (chosen.seed && chosen.order == cli::visit_order::serial)
        throw cli::usage_error("--seed is of a random order, and --order serial has none");
    if (chosen.config && chosen.no_config)
        throw cli::usage_error("--config and --no-config contradict each other");
    if (chosen.nmap && !chosen.afterwards.empty())
        throw cli::usage_error("--nmap and a command after -- contradict each other");
    bool const another = chosen.nmap || !chosen.afterwards.empty();
    if (another && chosen.scripts == cli::script_use::custom)
        throw cli::usage_error("--scripts custom contradicts --nmap and a command after --");
    if (!chosen.afterwards.empty() && chosen.scripts == cli::script_use::standard)
        throw cli::usage_error("--scripts default is nmap, and contradicts a command after --");
    if (chosen.what == cli::action::demo && !chosen.targets.empty())
        throw cli::usage_error("sonda demo has targets of its own");
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads a command line.

    The first word may be `help`, `list`, `demo`, `report`, `diff` or `merge`. What follows the first `--` is a command and not looked at here.

    @param words  The command line, without the name of the program.

    @par Exception safety
    Strong: throws @ref usage_error for whatever is wrong with a single option. Targets and ports are read later, by
    @ref sonda::cli::target_gatherer and @ref sonda::cli::choose_ports.
*/
inline options parse_arguments(std::vector<std::string> words)
{
    options chosen;
    chosen.arguments = words;
    chosen.help = !words.empty() && words.front() == "help";
    if (chosen.help)
        return chosen;
    chosen.afterwards = detail::cut_command(words);
    if (auto const named = words.empty() ? std::nullopt : detail::named_action(words.front())) {
        chosen.what = *named;
        if (chosen.what == action::demo)
            chosen.timeout = defaults::demo_timeout;
        words.erase(words.begin());
        if (!chosen.afterwards.empty())
            throw usage_error("a command after -- goes with a scan only");
    }
    check_option_names(words);
    std::set<std::string_view> seen;
    for (auto const& given : detail::split_words(words))
        detail::apply_option(chosen, given, seen);
    if (!chosen.help && !chosen.version)
        detail::check_options(chosen);
    return chosen;
}

} // namespace sonda::cli

#endif // SONDA_CLI_PARSE_ARGUMENTS_HPP
