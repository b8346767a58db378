// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CONFIGURE_HPP
#define SONDA_CLI_CONFIGURE_HPP

#include <sonda/cli/config_file.hpp>
#include <sonda/cli/config_folder.hpp>
#include <sonda/cli/find_option.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/option_table.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/parse_arguments.hpp>
#include <sonda/cli/rustscan_config.hpp>
#include <sonda/detail/json_text.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sonda::detail {

// Options that take each other's place; what is excluded is in none, so that it always adds up.
inline constexpr std::string_view config_rivals[][12] = {
    {"addresses", "input"},
    {"ports", "range", "top", "top-ports"},
    {"scan", "udp"},
    {"open", "closed", "all"},
    {"nmap", "scripts"},
    {"greppable", "output-text", "output-json", "output-ndjson", "output-xml", "output-csv", "output-gnmap",
     "output-html", "output-all"},
};

inline bool adds_up(cli::option_row const& row) noexcept
{
    return row.name.starts_with("exclude");
}

// True if the command line says it already, or something in its place.
inline bool is_overridden(cli::options const& chosen, cli::option_row const& row)
{
    if (adds_up(row))
        return false;
    if ((row.name == "nmap" || row.name.starts_with("scripts")) && !chosen.afterwards.empty())
        return true;
    auto const named = [&](std::string_view name) {
        auto const found = chosen.settings.find(name);
        return found != chosen.settings.end() && found->second.origin == cli::command_line;
    };
    if (row.name == "order" && named("seed")) // which is of a random one
        return true;
    if (row.name == "seed" && named("order") && chosen.order == cli::visit_order::serial)
        return true;
    for (auto const& group : config_rivals) {
        if (std::find(std::begin(group), std::end(group), row.name) == std::end(group))
            continue;
        bool const targets = std::find(std::begin(group), std::end(group), "addresses") != std::end(group);
        if ((targets && !chosen.targets.empty()) ||
            std::any_of(std::begin(group), std::end(group), [&](auto name) { return !name.empty() && named(name); }))
            return true;
    }
    return named(row.name);
}

inline bool can_be_configured(cli::option_row const& row) noexcept
{
    return row.group != cli::option_group::other || row.name == "nmap" || row.name.starts_with("scripts");
}

// The option of a key, whose values are of the right kind and number.
inline cli::option_row const& configured_option(cli::config_setting const& setting)
{
    auto const refuse = [&](std::string const& what) { throw cli::usage_error(setting.where + ": " + what); };
    auto const name = cli::in_quotes(setting.name);
    auto const* const row = cli::find_option(setting.name);
    if (row == nullptr)
        refuse("there is no option " + name);
    if (!can_be_configured(*row))
        refuse(name + " cannot stand in a configuration");
    if (setting.values.empty() && !adds_up(*row))
        refuse(name + " has no value");
    if (setting.is_flag != row->value.empty() && !setting.values.empty())
        refuse(name + (setting.is_flag ? " takes a value" : " is true or false"));
    if (setting.values.size() > 1 && !row->repeats)
        refuse(name + " has one value");
    return *row;
}

// A value that has no use here, as it is of another action or the command line wins, must be one nevertheless.
inline void apply_setting(cli::options& into, cli::config_setting const& setting)
{
    auto const& row = configured_option(setting);
    if (setting.is_flag && setting.values.front() == "false")
        return;
    bool const elsewhere = (row.actions & static_cast<unsigned>(into.what)) == 0;
    bool const used = !elsewhere && !is_overridden(into, row);
    cli::options unused;
    for (auto const& value : setting.values)
        row.apply(used ? into : unused, {setting.is_flag ? "" : value, setting.where + ": " + setting.name});
    if (used)
        note_setting(into, row, setting.values, setting.where);
}

inline std::optional<std::string> usual_config()
{
    auto const folder = cli::config_folder();
    std::error_code ignored;
    return folder && std::filesystem::exists(*folder + "/sonda.toml", ignored) ? std::optional(*folder + "/sonda.toml")
                                                                               : std::nullopt;
}

// The default of an option as its help has it, in brackets at the end.
inline std::string_view default_text(cli::option_row const& row) noexcept
{
    auto const begin = row.text.rfind('[');
    if (begin == std::string_view::npos || row.text.back() != ']')
        return row.value.empty() ? "false" : "";
    auto const text = row.text.substr(begin + 1, row.text.size() - begin - 2);
    return text == "this" ? "true" : text;
}

inline bool is_toml_number(std::string_view text) noexcept
{
    return !text.empty() && (text.front() != '0' || text.size() == 1) &&
           text.find_first_not_of("0123456789") == std::string_view::npos && text.size() < 19;
}

inline std::string toml_text(std::string const& value)
{
    if (is_toml_number(value))
        return value;
    std::string text;
    append_json_string(text, value);
    return text;
}

inline std::string toml_value(cli::option_row const& row, std::vector<std::string> const& values)
{
    if (row.value.empty())
        return "true";
    if (values.size() == 1)
        return toml_text(values.front());
    std::string text = "[";
    for (auto const& value : values)
        (text += text.size() == 1 ? "" : ", ") += toml_text(value);
    return text += ']';
}

} // namespace sonda::detail

namespace sonda::cli {

/** Takes what the command line leaves open from a configuration: `--config FILE`, or `sonda/sonda.toml` in
    `$XDG_CONFIG_HOME` (`~/.config` where that is not set) if it is there.

    Its keys are the long names of options; `true` stands for an option that takes no value. The command line wins; what
    is excluded adds up. A configuration of RustScan that is named with `--config` is understood too.

    @param chosen  What the command line says; gets the rest.
    @param say     Is told which keys of RustScan are not used.

    @par Exception safety
    Basic: throws @ref usage_error, which names file and line, for a key that does not exist and a value that it cannot
    have.
*/
inline void configure(options& chosen, messages& say)
{
    auto const path = chosen.no_config ? std::nullopt : chosen.config ? chosen.config : detail::usual_config();
    if (!path)
        return;
    auto settings = read_config(*path);
    if (chosen.config && is_rustscan_config(settings)) {
        auto translated = translate_rustscan(std::move(settings));
        for (auto const& key : translated.unused)
            say.say(key + " of RustScan is not used");
        settings = std::move(translated.settings);
    }
    for (auto const& setting : settings)
        detail::apply_setting(chosen, setting);
    detail::check_options(chosen);
}

/// What is in force, a line each, itself a configuration: `timeout = 100 # command line`. Defaults are comments.
inline std::string show_config(options const& chosen)
{
    std::string text;
    for (auto const& row : option_table) {
        if (!detail::can_be_configured(row) || (row.actions & detail::cli_scan) == 0)
            continue;
        auto const set = chosen.settings.find(row.name);
        if (set == chosen.settings.end())
            ((text += "# ") += row.name) += " = " + std::string(detail::default_text(row)) + " # default\n";
        else
            (text += row.name) +=
                " = " + detail::toml_value(row, set->second.values) + " # " + set->second.origin + '\n';
    }
    return text;
}

} // namespace sonda::cli

#endif // SONDA_CLI_CONFIGURE_HPP
