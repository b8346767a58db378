// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CONFIG_FILE_HPP
#define SONDA_CLI_CONFIG_FILE_HPP

#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/config_reader.hpp>
#include <sonda/sink/printable.hpp>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

inline void read_config_values(cli::config_setting& setting, config_reader& from)
{
    if (!from.take('[')) {
        auto value = from.read_value();
        setting.is_flag = value.is_flag;
        setting.values.push_back(std::move(value.text));
        return;
    }
    for (from.skip_lines(); !from.take(']'); from.skip_lines()) {
        setting.values.push_back(from.read_value().text);
        from.skip_lines();
        if (!from.take(',') && !from.starts_with(']'))
            from.fail("a comma or a bracket was expected");
    }
}

inline std::string read_config_table(config_reader& from)
{
    auto name = from.read_key();
    from.expect(']', "a bracket was expected");
    if (name.find('.') != std::string::npos)
        from.fail(cli::in_quotes(name) + " is a table within a table");
    return name + '.';
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the keys of a configuration: TOML 1.0, but for strings of several lines, dates, and what lies within another.

    @param text  The configuration.
    @param file  Where it is from, for messages.

    @par Exception safety
    Strong: throws @ref usage_error, which names file and line, for what is none, and for a key that is given twice.
*/
inline std::vector<config_setting> parse_config(std::string_view text, std::string_view file)
{
    std::vector<config_setting> settings;
    std::set<std::string> seen;
    std::string table;
    detail::config_reader from(text, sink::printable(file));
    for (from.skip_lines(); !from.at_end(); from.skip_lines()) {
        auto const twice = [&](std::string const& name) {
            if (!seen.insert(name).second)
                from.fail(in_quotes(name) + " is given twice");
        };
        if (from.take('[')) {
            table = detail::read_config_table(from);
            twice(table);
        } else {
            config_setting one;
            one.where = from.where();
            one.name = table + from.read_key();
            twice(one.name);
            from.expect('=', "an equals sign was expected");
            from.skip_blanks();
            detail::read_config_values(one, from);
            settings.push_back(std::move(one));
        }
        from.end_line();
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
