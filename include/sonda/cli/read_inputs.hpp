// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_INPUTS_HPP
#define SONDA_CLI_READ_INPUTS_HPP

#include <sonda/cli/target_gatherer.hpp>
#include <sonda/detail/text_guard.hpp>
#include <sonda/target/target_file.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <istream>
#include <string>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace sonda::detail {

// A mistake in what must not be scanned ends the command: going on would scan it.
inline void take_file_error(target::file_error const& error, cli::target_use use, cli::messages& say)
{
    auto const text =
        sink::printable(error.file) + ':' + std::to_string(error.line) + ": bad target " + error.error.message();
    if (use == cli::target_use::exclude)
        throw cli::usage_error(text);
    say.bad_input(text);
}

inline void read_target_stream(std::istream& in, std::string const& file, cli::target_use use,
                               cli::target_gatherer& into, cli::messages& say)
{
    auto const place = [&](std::uint64_t line) { return sink::printable(file) + ':' + std::to_string(line) + ": "; };
    text_guard guard(in.rdbuf());
    std::istream text(&guard);
    auto const summary = target::read_targets(
        text, file,
        [&](target::target_spec&& spec, std::uint64_t line) {
            auto where = spec.is_name() ? place(line) : std::string();
            into.add(std::move(spec), use, std::move(where));
        },
        [&](target::file_error const& error) {
            if (guard.fault().empty())
                take_file_error(error, use, say);
        });
    if (!guard.fault().empty())
        throw cli::usage_error(place(guard.line()) + std::string(guard.fault()));
    if (summary.failed)
        throw cli::usage_error("cannot read " + cli::in_quotes(file));
}

inline void read_target_file(std::string const& file, cli::target_use use, cli::target_gatherer& into,
                             cli::messages& say)
{
    if (file == "-") {
        std::ios::sync_with_stdio(false);
        return read_target_stream(std::cin, "standard input", use, into, say);
    }
    struct stat found;
    errno = 0;
    std::ifstream in(file);
    if (!in || (::stat(file.c_str(), &found) == 0 && S_ISDIR(found.st_mode)))
        throw cli::usage_error("cannot read " + cli::in_quotes(file) + ": " +
                               std::generic_category().message(in ? EISDIR : errno));
    read_target_stream(in, file, use, into, say);
}

inline bool is_file(std::string const& path)
{
    struct stat found;
    return ::stat(path.c_str(), &found) == 0 && !S_ISDIR(found.st_mode);
}

// A word of `--addresses` that is no address may be a file.
inline bool is_file_of_targets(cli::worded const& words)
{
    if (words.option.empty() || !is_file(words.text))
        return false;
    auto const targets = target::parse_targets(words.text);
    return !targets ||
           std::any_of(targets->begin(), targets->end(), [](auto const& target) { return target.is_name(); });
}

// Words between commas.
inline void read_target_words(cli::worded const& words, cli::target_use use, cli::target_gatherer& into,
                              cli::messages& say)
{
    if (use == cli::target_use::include && is_file_of_targets(words))
        return read_target_file(words.text, use, into, say);
    auto targets = target::parse_targets(words.text);
    if (!targets)
        throw cli::usage_error("bad target '" + targets.error().token + '\'' +
                               (words.option.empty() ? "" : " in " + words.option) + ": " + targets.error().reason);
    for (auto& spec : *targets)
        into.add(std::move(spec), use);
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads all words and files that name what is scanned and what is not.

    What a file holds beside is said and counted as bad input, unless it is a file of what must not be scanned.

    @par Exception safety
    Throws @ref usage_error for a word of the command line that is no target, for a file that cannot be read, and for
    what is to be excluded and cannot be understood.
*/
inline void read_inputs(options const& from, target_gatherer& into, messages& say)
{
    for (auto const& words : from.excluded)
        detail::read_target_words(words, target_use::exclude, into, say);
    for (auto const& words : from.targets)
        detail::read_target_words(words, target_use::include, into, say);
    if (from.targets.empty() && from.target_files.empty())
        throw usage_error("there is no target; see sonda --help");
    for (auto const& file : from.excluded_files)
        detail::read_target_file(file, target_use::exclude, into, say);
    for (auto const& file : from.target_files)
        detail::read_target_file(file, target_use::include, into, say);
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_INPUTS_HPP
