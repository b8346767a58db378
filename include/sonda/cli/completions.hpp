// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_COMPLETIONS_HPP
#define SONDA_CLI_COMPLETIONS_HPP

#include <sonda/cli/option_table.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace sonda::detail {

inline constexpr std::string_view cli_actions = "list demo report diff merge";

// The words that an option takes, between blanks; empty if it takes others.
inline std::string choices_of(cli::option_row const& row)
{
    if (row.value.find('|') == std::string_view::npos)
        return {};
    std::string words;
    for (std::size_t at = 0; at < row.value.size();) {
        auto const end = (std::min)(row.value.find('|', at), row.value.size());
        auto const word = row.value.substr(at, end - at);
        if (word.find('N') == std::string_view::npos) // what stands for a number
            (words += words.empty() ? "" : " ") += word;
        at = end + 1;
    }
    return words;
}

inline bool takes_value(cli::option_row const& row) noexcept
{
    return !row.value.empty() && row.value.front() != '[';
}

// What an option does, without its default.
inline std::string_view short_help(cli::option_row const& row) noexcept
{
    auto const text = row.text.ends_with(']') ? row.text.substr(0, row.text.rfind('[')) : row.text;
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// A text between single quotes for any of the three shells.
inline std::string shell_quoted(std::string_view text)
{
    std::string quoted = "'";
    for (char const c : text)
        c == '\'' ? quoted += "'\\''" : quoted += c == '\n' ? ' ' : c;
    return quoted += '\'';
}

inline std::string bash_completions()
{
    std::string options, cases;
    for (auto const& row : cli::option_table) {
        auto const name = "--" + std::string(row.name);
        options += (options.empty() ? "" : " ") + name + (row.value.starts_with('[') ? "=" : "");
        if (!takes_value(row))
            continue;
        auto const pattern = row.letters.empty() ? name : name + "|-" + std::string(row.letters);
        auto const words = choices_of(row);
        cases += "    " + pattern + ") " +
                 (takes_file(row)  ? "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
                  : !words.empty() ? "mapfile -t COMPREPLY < <(compgen -W '" + words + "' -- \"$word\")"
                                   : "COMPREPLY=()") +
                 "; return ;;\n";
    }
    return "# bash completion for sonda\n_sonda() {\n  local word=${COMP_WORDS[COMP_CWORD]} "
           "before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  COMPREPLY=()\n  case $before in\n" +
           cases + "  esac\n  if [[ $word == -* ]]; then\n    mapfile -t COMPREPLY < <(compgen -W '" + options +
           "' -- \"$word\")\n  elif [[ $COMP_CWORD -eq 1 ]]; then\n    mapfile -t COMPREPLY < <(compgen -W '" +
           std::string(cli_actions) +
           "' -- \"$word\"; compgen -A hostname -- \"$word\")\n  else\n"
           "    mapfile -t COMPREPLY < <(compgen -A hostname -- \"$word\"; compgen -f -- \"$word\")\n  fi\n}\n"
           "complete -F _sonda sonda\n";
}

// A text between brackets for zsh.
inline std::string zsh_bracketed(std::string_view text)
{
    std::string quoted = "[";
    for (char const c : text)
        (quoted += c == ']' ? "\\" : "") += c;
    return quoted += ']';
}

inline std::string zsh_completions()
{
    std::string text = "#compdef sonda\n_arguments -s";
    for (auto const& row : cli::option_table) {
        auto const help = zsh_bracketed(short_help(row));
        auto const words = choices_of(row);
        std::string const value = !takes_value(row) ? ""
                                  : takes_file(row) ? ":file:_files"
                                  : words.empty()   ? ":" + std::string(row.value) + ": "
                                                    : ":word:(" + words + ")";
        for (auto const& name : {"--" + std::string(row.name) + (row.value.starts_with('[') ? "=-" : ""),
                                 row.letters.empty() ? std::string() : '-' + std::string(row.letters)})
            if (!name.empty())
                text += " \\\n  " + shell_quoted((row.repeats ? "*" : "") + name + help + value);
    }
    return text + " \\\n  '1: :(" + std::string(cli_actions) + ")' \\\n  '*: :_hosts'\n";
}

inline std::string fish_completions()
{
    std::string text = "# fish completion for sonda\ncomplete -c sonda -n __fish_use_subcommand -a '" +
                       std::string(cli_actions) + "'\n";
    for (auto const& row : cli::option_table) {
        text += "complete -c sonda -l " + std::string(row.name);
        if (!row.letters.empty())
            text += (row.letters.size() == 1 ? " -s " : " -o ") + std::string(row.letters);
        if (auto const words = choices_of(row); !words.empty())
            text += " -x -a '" + words + "'";
        else if (takes_value(row))
            text += takes_file(row) ? " -r -F" : " -x";
        text += " -d " + shell_quoted(short_help(row)) + '\n';
    }
    return text;
}

} // namespace sonda::detail

namespace sonda::cli {

/// What `bash`, `zsh` or, for any other word, `fish` is told to complete command lines with.
inline std::string completions_text(std::string_view shell)
{
    return shell == "bash"  ? detail::bash_completions()
           : shell == "zsh" ? detail::zsh_completions()
                            : detail::fish_completions();
}

} // namespace sonda::cli

#endif // SONDA_CLI_COMPLETIONS_HPP
