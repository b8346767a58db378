// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCRIPT_FILE_HPP
#define SONDA_CLI_SCRIPT_FILE_HPP

#include <sonda/cli/config_file.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/split_call.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/target/parse_ports.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace sonda::cli {

/** A script of the user's, as the header of its file describes it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct script
{
    std::string path; ///< Its file.
    std::vector<std::string> tags; ///< What it is for.
    std::vector<std::string> developers; ///< Who made it.
    std::optional<target::port_lists> ports; ///< The ports that it is run for; nothing for whatever is open.
    std::string separator = ","; ///< What stands between two ports.
    std::vector<std::string> call; ///< The words of its call, with `{{ip}}` and the like in them.
};

} // namespace sonda::cli

namespace sonda::detail {

// So much of a script is looked at for its header.
inline constexpr std::size_t longest_script_header = std::size_t{64} << 10;

inline std::string start_of_script(std::string const& path)
{
    std::error_code failed;
    auto const kind = std::filesystem::status(path, failed).type();
    if (kind != std::filesystem::file_type::regular) // opening a pipe, for instance, would wait for who writes to it
        throw cli::usage_error(failed ? failed.message() : "it is no file");
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::string start(longest_script_header, '\0');
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    if (!in.is_open() || in.bad())
        throw cli::usage_error("it cannot be read: " + std::generic_category().message(errno));
    start.resize(static_cast<std::size_t>(in.gcount()));
    return start;
}

// The lines behind the first that begin with #, without that; an empty one in the place of the first, so that they
// keep their numbers.
inline std::string header_of_script(std::string_view start)
{
    std::string header;
    for (std::size_t at = start.find('\n'); at < start.size();) {
        header += '\n';
        if (++at >= start.size() || start[at] != '#')
            return header;
        auto const end = (std::min)(start.find('\n', at), start.size());
        if (end == longest_script_header)
            throw cli::usage_error("its header is longer than 64 KiB");
        header += start.substr(at + 1, end - at - 1);
        at = end;
    }
    return header;
}

inline std::string const& only_value(cli::config_setting const& setting)
{
    if (setting.values.size() != 1)
        throw cli::usage_error(setting.where + ": " + cli::in_quotes(setting.name) + " has one value");
    return setting.values.front();
}

inline target::port_lists ports_of_setting(cli::config_setting const& setting)
{
    std::string list;
    for (auto const& value : setting.values)
        (list += list.empty() ? "" : ",") += value;
    auto ports = target::parse_ports(list);
    if (!ports)
        throw cli::usage_error(setting.where + ": bad port " + ports.error().message());
    return std::move(*ports);
}

// Whatever else stands between two pairs of braces is a mistake, which nothing would fill.
inline void check_placeholders(std::string_view word, std::string const& where)
{
    static constexpr std::array<std::string_view, 4> known{"{{ip}}", "{{port}}", "{{script}}", "{{ipversion}}"};
    for (auto at = word.find("{{"); at != std::string_view::npos; at = word.find("{{", at)) {
        auto const* const found =
            std::find_if(known.begin(), known.end(), [&](auto one) { return word.substr(at).starts_with(one); });
        if (found == known.end())
            throw cli::usage_error(where + ": " + cli::in_quotes(word.substr(at)) +
                                   " is none of {{ip}}, {{port}}, {{script}} and {{ipversion}}");
        at += found->size();
    }
}

inline std::vector<std::string> call_of_setting(cli::config_setting const& setting)
try {
    auto words = cli::split_call(only_value(setting));
    for (auto const& word : words)
        check_placeholders(word, setting.where);
    if (words.front().find("{{") != std::string::npos && words.front().find("{{script}}") == std::string::npos)
        throw cli::usage_error("a port or an address is no program");
    return words;
} catch (cli::usage_error const& error) {
    std::string_view const text = error.what();
    if (text.starts_with(setting.where))
        throw;
    throw cli::usage_error(setting.where + ": bad call_format: " + std::string(text));
}

// False for a key that no script has.
inline bool take_script_key(cli::script& into, cli::config_setting const& setting)
{
    auto const& name = setting.name;
    if (setting.is_flag)
        throw cli::usage_error(setting.where + ": " + cli::in_quotes(name) + " is not true or false");
    if (name == "tags")
        into.tags = setting.values;
    else if (name == "developer")
        into.developers = setting.values;
    else if (name == "port" || name == "trigger_port")
        into.ports = ports_of_setting(setting);
    else if (name == "ports_separator")
        into.separator = only_value(setting);
    else if (name == "call_format")
        into.call = call_of_setting(setting);
    else
        return false;
    if (into.separator.empty() || into.separator.find('\0') != std::string::npos)
        throw cli::usage_error(setting.where + ": nothing would separate the ports");
    return true;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Takes the header off a script: its first line is skipped, as `#!` stands there; the lines behind it that begin with `#`
    are, without that, a configuration.

    @param start  What the file begins with.
    @param path   Its name.
    @param say    Is told of keys that no script has; they do nothing.

    @par Exception safety
    Strong: throws @ref usage_error with the reason for which it cannot be run; what is wrong in the header has file and
    line.
*/
inline script parse_script(std::string_view start, std::string const& path, messages& say)
{
    script result;
    result.path = path;
    auto const settings = parse_config(detail::header_of_script(start), path);
    if (settings.empty())
        throw usage_error("it has no header: from its second line on, # tags = [...] and the like");
    for (auto const& setting : settings)
        if (!detail::take_script_key(result, setting))
            say.say(setting.where + ": " + in_quotes(setting.name) + " is no key of a script");
    if (result.call.empty())
        throw usage_error("its header has no call_format");
    return result;
}

/** Reads a script as @ref parse_script does.

    @par Exception safety
    Strong: throws @ref usage_error as that, and with the reason for which it cannot be read.
*/
inline script read_script(std::string const& path, messages& say)
{
    return parse_script(detail::start_of_script(path), path, say);
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCRIPT_FILE_HPP
