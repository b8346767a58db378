// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCRIPT_FOLDER_HPP
#define SONDA_CLI_SCRIPT_FOLDER_HPP

#include <sonda/cli/child_process.hpp>
#include <sonda/cli/config_folder.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/script_file.hpp>
#include <sonda/cli/script_words.hpp>
#include <sonda/cli/usage_error.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sonda::detail {

// What of the scripts is run, as the file beside them says.
struct script_selection
{
    std::string file;
    std::vector<std::string> tags;
    std::vector<std::string> developers;
    std::optional<target::port_lists> ports;
};

inline std::string find_script_folder(cli::options const& chosen)
{
    std::vector<std::string> places;
    if (!chosen.scripts_folder.empty()) {
        places.push_back(chosen.scripts_folder);
    } else {
        if (auto const folder = cli::config_folder())
            places.push_back(*folder + "/scripts");
        if (auto const home = cli::home_folder())
            places.push_back(*home + "/.rustscan_scripts");
    }
    std::string text;
    for (auto const& place : places) {
        std::error_code failed;
        if (std::filesystem::is_directory(place, failed))
            return std::filesystem::absolute(place, failed).lexically_normal().string();
        (text += text.empty() ? "" : " nor ") += cli::in_quotes(place);
    }
    throw cli::usage_error("--scripts custom: there is no folder of scripts; looked for " + text);
}

inline script_selection read_script_selection(std::string folder)
{
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    script_selection result;
    std::error_code ignored;
    result.file = folder + "/scripts.toml";
    if (!std::filesystem::exists(result.file, ignored))
        result.file = folder + ".toml";
    if (!std::filesystem::exists(result.file, ignored))
        throw cli::usage_error("--scripts custom: neither " + cli::in_quotes(folder + "/scripts.toml") + " nor " +
                               cli::in_quotes(result.file) + " is there to say which tags = [...] are run");
    for (auto const& setting : cli::read_config(result.file)) {
        if (setting.name == "tags" && !setting.is_flag)
            result.tags = setting.values;
        else if (setting.name == "developer" && !setting.is_flag)
            result.developers = setting.values;
        else if (setting.name == "ports" && !setting.is_flag)
            result.ports = ports_of_setting(setting);
        else
            throw cli::usage_error(setting.where + ": " + cli::in_quotes(setting.name) +
                                   " is none of tags, ports and developer");
    }
    return result;
}

inline bool is_among(std::vector<std::string> const& all, std::string const& one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

inline bool share_port(target::port_lists const& left, target::port_lists const& right)
{
    for (auto const proto : {protocol::tcp, protocol::udp})
        for (auto const& range : left.of(proto))
            for (unsigned port = range.first; port <= range.last; ++port)
                if (right.of(proto).contains(static_cast<std::uint16_t>(port)))
                    return true;
    return false;
}

// Why a script is not among those to run; nothing if it is.
inline std::optional<std::string> deselected(cli::script const& one, script_selection const& selection)
{
    auto const file = sink::printable(selection.file);
    for (auto const& tag : selection.tags)
        if (!is_among(one.tags, tag))
            return "its tags do not match: " + cli::in_quotes(tag) + " of " + file + " is not among them";
    auto const& wanted = selection.developers;
    if (!wanted.empty() &&
        std::none_of(wanted.begin(), wanted.end(), [&](auto const& who) { return is_among(one.developers, who); }))
        return "its developer is none of those in " + file;
    if (selection.ports && !one.ports)
        return "it names no port, and " + file + " has ports";
    if (selection.ports && !share_port(*one.ports, *selection.ports))
        return "its port is none of those in " + file;
    return std::nullopt;
}

inline void check_program(cli::script const& one)
{
    auto const program = cli::script_words(one, {}, "").front();
    if (cli::program_exists(program))
        return;
    throw cli::usage_error(program == one.path ? "it is not executable"
                                               : "there is no program " + cli::in_quotes(program));
}

inline std::vector<std::string> files_of_folder(std::string const& folder, std::string const& but)
{
    std::vector<std::string> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (at->path().string() != but)
            files.push_back(at->path().string());
    if (failed)
        throw cli::usage_error("cannot read " + cli::in_quotes(folder) + ": " + failed.message());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the user's scripts and chooses which are run: those whose tags include all that `scripts.toml` names.

    The folder is `--scripts-folder`, else `sonda/scripts` in the configuration, else `~/.rustscan_scripts`; `scripts.toml`
    is in it, or beside it as `FOLDER.toml`. `developer` in it keeps to scripts by one of these, `ports` to scripts that
    name one of these.

    @param chosen  What the user asked for.
    @param say     Is told of every other file in the folder, and why it is not run; what is wrong with one is bad input.

    @par Exception safety
    Strong: throws @ref usage_error if there is no folder, and for a `scripts.toml` that is not there or cannot be
    understood.
*/
inline std::vector<script> choose_scripts(options const& chosen, messages& say)
{
    auto const folder = detail::find_script_folder(chosen);
    auto const selection = detail::read_script_selection(folder);
    std::vector<script> scripts;
    for (auto const& path : detail::files_of_folder(folder, selection.file)) {
        auto const refusal = "script " + sink::printable(path) + " is not run: ";
        try {
            auto one = read_script(path, say);
            if (auto const why = detail::deselected(one, selection)) {
                say.say(refusal + *why);
                continue;
            }
            detail::check_program(one);
            scripts.push_back(std::move(one));
        } catch (usage_error const& error) {
            say.bad_input(refusal + error.what());
        }
    }
    if (scripts.empty())
        say.say("no script of " + sink::printable(folder) + " is run");
    return scripts;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCRIPT_FOLDER_HPP
