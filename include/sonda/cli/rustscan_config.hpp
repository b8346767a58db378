// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUSTSCAN_CONFIG_HPP
#define SONDA_CLI_RUSTSCAN_CONFIG_HPP

#include <sonda/cli/config_file.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

// What a key of RustScan's is called here; what is empty is done by no option. The second half of `range` joins the first.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 23> rustscan_keys{{
    {"addresses", "addresses"},
    {"ports", "ports"},
    {"range.start", "range"},
    {"range.end", "range"},
    {"batch_size", "batch"},
    {"timeout", "timeout"},
    {"tries", "tries"},
    {"ulimit", "ulimit"},
    {"scan_order", "order"},
    {"exclude_ports", "exclude-ports"},
    {"exclude_addresses", "exclude"},
    {"command", "nmap"},
    {"greppable", "greppable"},
    {"accessible", "accessible"},
    {"udp", "udp"},
    {"scripts", "scripts"},
    {"resolver", "resolver"},
    {"quiet", ""},
    {"top", ""},
    {"no_banner", ""},
    {"no_config", ""},
    {"closed", ""},
    {"config_path", ""},
}};

// Keys that only RustScan has.
inline bool is_rustscan_key(std::string_view name) noexcept
{
    return name.starts_with("range.") || name.find('_') != std::string_view::npos || name == "command";
}

inline std::string lower_case(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

// One word of a line that is split as a shell splits it.
inline std::string quoted_word(std::string_view word)
{
    std::string text = "\"";
    for (char const c : word) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text += '"';
}

// RustScan's words where they are not those here.
inline void translate_rustscan_values(cli::config_setting& setting)
{
    if (setting.name == "order" || setting.name == "scripts")
        for (auto& value : setting.values)
            value = lower_case(value);
    if (setting.name != "nmap")
        return;
    std::string line;
    for (auto const& word : setting.values)
        (line += line.empty() ? "" : " ") += quoted_word(word);
    setting.values = {line};
}

// RustScan's command adds words to the call of its scripts, which is one of nmap unless it says otherwise.
inline bool calls_nmap(std::vector<cli::config_setting> const& settings)
{
    return std::none_of(settings.begin(), settings.end(), [](auto const& one) {
        return one.name == "scripts" && !one.values.empty() && lower_case(one.values.front()) != "default";
    });
}

// Two keys that are one option here, in whichever order they come.
inline void join_range(std::vector<cli::config_setting>& into, cli::config_setting const& half)
{
    bool const start = half.name == "range.start";
    auto const value = half.values.empty() ? std::string() : half.values.front();
    auto const other = std::find_if(into.begin(), into.end(), [](auto const& one) { return one.name == "range"; });
    if (other == into.end())
        into.push_back({"range", {start ? value + '-' : '-' + value}, false, half.where});
    else
        other->values.front() = start ? value + other->values.front() : other->values.front() + value;
}

} // namespace sonda::detail

namespace sonda::cli {

/// A configuration of RustScan as one of this command.
struct translated_config
{
    std::vector<config_setting> settings; ///< What could be used, under the names here.
    std::vector<std::string> unused; ///< `FILE:LINE: key` of what could not.
};

/// True if a key is one that only RustScan has.
inline bool is_rustscan_config(std::vector<config_setting> const& settings)
{
    return std::any_of(settings.begin(), settings.end(), [](auto const& one) {
        auto const& known = detail::rustscan_keys;
        return detail::is_rustscan_key(one.name) &&
               std::any_of(known.begin(), known.end(), [&](auto const& key) { return key.first == one.name; });
    });
}

/** Translates a configuration of RustScan.

    @par Exception safety
    Strong: throws @ref usage_error for a key that RustScan does not have either.
*/
inline translated_config translate_rustscan(std::vector<config_setting> settings)
{
    bool const calls_nmap = detail::calls_nmap(settings);
    translated_config result;
    for (auto& setting : settings) {
        auto const known = std::find_if(detail::rustscan_keys.begin(), detail::rustscan_keys.end(),
                                        [&](auto const& key) { return key.first == setting.name; });
        if (known == detail::rustscan_keys.end())
            throw usage_error(setting.where + ": " + in_quotes(setting.name) +
                              " is no key of RustScan's configuration");
        if (known->second.empty() || (known->second == "nmap" && !calls_nmap)) {
            result.unused.push_back(setting.where + ": " + in_quotes(setting.name));
            continue;
        }
        if (known->second == "range") {
            detail::join_range(result.settings, setting);
            continue;
        }
        if (setting.values.empty() && known->second != "nmap") // which is nothing there
            continue;
        setting.name = known->second;
        detail::translate_rustscan_values(setting);
        result.settings.push_back(std::move(setting));
    }
    return result;
}

} // namespace sonda::cli

#endif // SONDA_CLI_RUSTSCAN_CONFIG_HPP
