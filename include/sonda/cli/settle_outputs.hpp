// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SETTLE_OUTPUTS_HPP
#define SONDA_CLI_SETTLE_OUTPUTS_HPP

#include <sonda/cli/configure.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/parse_arguments.hpp>
#include <sonda/cli/read_inputs.hpp>
#include <sonda/cli/usage_error.hpp>

#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace sonda::detail {

inline std::optional<struct stat> status_of_file(std::string const& path)
{
    struct stat found;
    return ::stat(path.c_str(), &found) == 0 ? std::optional(found) : std::nullopt;
}

inline std::optional<struct stat> status_of_file(int descriptor)
{
    struct stat found;
    return ::fstat(descriptor, &found) == 0 ? std::optional(found) : std::nullopt;
}

// True if what is written to one is in the other, whatever they are called.
inline bool is_same_file(std::optional<struct stat> const& one, std::optional<struct stat> const& other)
{
    return one && other && one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

inline bool is_same_regular_file(std::optional<struct stat> const& one, std::optional<struct stat> const& other)
{
    return is_same_file(one, other) && S_ISREG(one->st_mode);
}

// Not where it is a device that keeps nothing, like /dev/null: whatever goes there does not get mixed up.
inline bool is_standard_output(std::string const& path)
{
    auto const standard = status_of_file(STDOUT_FILENO);
    return is_same_file(status_of_file(path), standard) &&
           (!S_ISCHR(standard->st_mode) || ::isatty(STDOUT_FILENO) == 1);
}

// Everything that a scan reads.
inline std::vector<std::string> files_read(cli::options const& chosen)
{
    std::vector<std::string> files = chosen.target_files;
    files.insert(files.end(), chosen.excluded_files.begin(), chosen.excluded_files.end());
    for (auto& file : files)
        if (file == "-")
            file = "/dev/stdin";
    for (auto const& words : chosen.targets)
        if (is_file_of_targets(words))
            files.push_back(words.text);
    if (auto const config = chosen.no_config ? std::nullopt : chosen.config ? chosen.config : usual_config())
        files.push_back(*config);
    if (!chosen.payload_file.empty())
        files.push_back(chosen.payload_file);
    if (chosen.resolver && is_file(chosen.resolver->text))
        files.push_back(chosen.resolver->text);
    return files;
}

// An output that is an input would replace it.
inline void check_inputs_apart(cli::options const& chosen)
{
    for (auto const& file : files_read(chosen)) {
        auto const input = status_of_file(file);
        bool taken = is_same_regular_file(input, status_of_file(STDOUT_FILENO));
        for (auto const& output : chosen.outputs)
            taken = taken || (output.path != "-" && is_same_regular_file(input, status_of_file(output.path)));
        if (taken)
            throw cli::usage_error(cli::in_quotes(file) + " is to be read and written");
    }
}

// A checkpoint that is an output or an input would replace it.
inline void check_checkpoint_apart(cli::options const& chosen)
{
    if (chosen.checkpoint.empty())
        return;
    auto const file = status_of_file(chosen.checkpoint);
    auto others = files_read(chosen);
    for (auto const& output : chosen.outputs)
        others.push_back(output.path == "-" ? "/dev/stdout" : output.path);
    for (auto const& other : others)
        if (other == chosen.checkpoint || is_same_file(file, status_of_file(other)))
            throw cli::usage_error(cli::in_quotes(chosen.checkpoint) + " cannot be the checkpoint as well");
}

} // namespace sonda::detail

namespace sonda::cli {

/** Sees to it that no two things are written into one file, and nothing into a file that is read.

    A file that is where standard output goes already, like `/dev/stdout`, is standard output from here on: it is not
    emptied, and nothing else is written there.

    @par Exception safety
    Throws @ref usage_error for two outputs on standard output, for an output into the file that standard error goes to,
    and for one into a file that is read: of targets or exclusions, the configuration, or payloads.
*/
inline void settle_outputs(options& chosen)
{
    for (auto& output : chosen.outputs) {
        if (output.path == "-")
            continue;
        if (detail::is_standard_output(output.path))
            output.path = "-";
        else if (detail::is_same_regular_file(detail::status_of_file(output.path),
                                              detail::status_of_file(STDERR_FILENO)))
            throw usage_error(in_quotes(output.path) + " is where standard error goes");
    }
    detail::check_options(chosen);
    if (chosen.what == action::scan)
        detail::check_inputs_apart(chosen);
    detail::check_checkpoint_apart(chosen);
}

} // namespace sonda::cli

#endif // SONDA_CLI_SETTLE_OUTPUTS_HPP
