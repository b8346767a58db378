// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SINK_OTHER_READERS_HPP
#define SONDA_TEST_SINK_OTHER_READERS_HPP

// Programs of others that read what the sinks write.

#include <sonda/reason_text.hpp>
#include <sonda/verdict.hpp>
#include <sonda/version.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/wait.h>

#include "cli/scratch_file.hpp"

namespace test {

/// What a program said of what it was given.
struct reading
{
    int status = -1; ///< As a shell has it.
    std::string out; ///< On standard output and standard error.
};

/// Runs a line of the shell in which `$1` is the name of a file that holds `input`, which is also its standard input.
inline reading read_with(std::string const& line, std::string const& input)
{
    scratch_file const file(input), script(line);
    std::FILE* const program =
        ::popen(("bash " + script.path() + ' ' + file.path() + " < " + file.path() + " 2>&1").c_str(), "r");
    if (program == nullptr)
        throw std::runtime_error("no shell");
    reading result;
    char buffer[4096];
    while (auto const size = std::fread(buffer, 1, sizeof buffer, program))
        result.out.append(buffer, size);
    auto const status = ::pclose(program);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

/// True, and it is said, if a program is not there.
inline bool lacks(std::string const& program, std::string_view test)
{
    auto const status = std::system(("command -v " + program + " >/dev/null 2>&1").c_str());
    bool const there = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!there)
        std::cout << "SKIPPED: " << test << ": there is no " << program << std::endl;
    return !there;
}

/// A script of Python as a line of the shell.
inline std::string python(std::string const& script)
{
    return "python3 -X utf8 - \"$1\" <<'END'\n" + script + "\nEND\n";
}

/// What verdicts say, a line each, sorted, as the scripts of the tests print it: address, port, protocol, state, reason.
inline std::string findings(std::vector<sonda::verdict> const& all)
{
    std::vector<std::string> lines;
    for (auto const& found : all)
        lines.push_back(found.endpoint.address().to_string() + ' ' + std::to_string(found.endpoint.port()) + ' ' +
                        std::string(to_string(found.endpoint.protocol())) + ' ' +
                        std::string(to_string(found.state())) + ' ' + reason_text(found) + '\n');
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (auto const& line : lines)
        text += line;
    return text;
}

/// Names that would do harm where they are not escaped.
inline std::vector<std::string> const& hostile_names()
{
    static std::vector<std::string> const names{"a,b\"c\r\nd",
                                                "</td><script>alert(1)</script>",
                                                "x' onload='y & z",
                                                "tab\there",
                                                "m\xc3\xbcnchen",
                                                "\xe2\x80\xae"
                                                "evil",
                                                "bad\xff\x01"
                                                "bytes",
                                                "=1+1"};
    return names;
}

/// The text with the version that the frozen files were written with, so that a release does not touch them.
inline std::string with_frozen_version(std::string text)
{
    std::string const name = "sonda " SONDA_VERSION_STRING, old = "sonda 0.1.0";
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + old.size()))
        text.replace(at, name.size(), old);
    return text;
}

} // namespace test

#endif // SONDA_TEST_SINK_OTHER_READERS_HPP
