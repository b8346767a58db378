// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CONFIG_FILE_HPP
#define SONDA_CLI_CONFIG_FILE_HPP

#include <sonda/cli/usage_error.hpp>
#include <sonda/sink/printable.hpp>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace sonda::cli {

/// One key of a configuration file.
struct config_setting
{
    std::string name; ///< The key; one of a table is `table.key`.
    std::vector<std::string> values; ///< Its value, or the elements of an array, as they would be typed.
    bool is_flag = false; ///< The value is `true` or `false`.
    std::string where; ///< `FILE:LINE`, safe to print.
};

} // namespace sonda::cli

namespace sonda::detail {

inline std::string config_line(std::string_view file, toml::source_region const& source)
{
    return sink::printable(file) + ':' + std::to_string(source.begin.line);
}

inline std::string config_text(toml::node const& node, std::string const& where, std::string_view name)
{
    if (auto const* text = node.as_string())
        return text->get();
    if (auto const* number = node.as_integer())
        return std::to_string(number->get());
    if (auto const* flag = node.as_boolean())
        return flag->get() ? "true" : "false";
    if (auto const* number = node.as_floating_point()) {
        auto text = std::to_string(number->get());
        return text.substr(0, text.find_last_not_of('0') + 1);
    }
    throw cli::usage_error(where + ": " + cli::in_quotes(name) + " is neither text nor a number nor true or false");
}

inline void read_config_table(std::vector<cli::config_setting>& into, std::string_view file, toml::table const& table,
                              std::string const& prefix, int depth)
{
    for (auto const& [key, node] : table) {
        cli::config_setting one{
            prefix + std::string(key.str()), {}, node.is_boolean(), config_line(file, key.source())};
        if (auto const* const inner = node.as_table()) {
            if (depth == 0)
                throw cli::usage_error(one.where + ": " + cli::in_quotes(one.name) + " is a table within a table");
            read_config_table(into, file, *inner, one.name + '.', depth - 1);
            continue;
        }
        if (auto const* const list = node.as_array())
            for (auto const& element : *list)
                one.values.push_back(config_text(element, one.where, one.name));
        else
            one.values.push_back(config_text(node, one.where, one.name));
        into.push_back(std::move(one));
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the keys of a configuration in TOML 1.0.

    @param text  The configuration.
    @param file  Where it is from, for messages.

    @par Exception safety
    Strong: throws @ref usage_error, which names file and line, for what is no TOML or has values that nothing takes.
*/
inline std::vector<config_setting> parse_config(std::string_view text, std::string_view file)
{
    std::vector<config_setting> settings;
    try {
        auto const table = toml::parse(text);
        detail::read_config_table(settings, file, table, {}, 1);
    } catch (toml::parse_error const& error) {
        throw usage_error(detail::config_line(file, error.source()) + ": " + sink::printable(error.description()));
    }
    return settings;
}

/** Reads the keys of a configuration file.

    @par Exception safety
    Strong: throws @ref usage_error if it cannot be read, and as @ref parse_config.
*/
inline std::vector<config_setting> read_config(std::string const& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (in.peek() != std::ifstream::traits_type::eof())
        text << in.rdbuf();
    if (!in.is_open() || in.bad() || text.bad())
        throw usage_error("cannot read the configuration " + in_quotes(path));
    return parse_config(text.str(), path);
}

} // namespace sonda::cli

#endif // SONDA_CLI_CONFIG_FILE_HPP
