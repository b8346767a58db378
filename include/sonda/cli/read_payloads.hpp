// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_PAYLOADS_HPP
#define SONDA_CLI_READ_PAYLOADS_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/payload/payload_file.hpp>
#include <sonda/payload/table.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace sonda::detail {

// More than this is no file of payloads, but a device that never ends, for example.
inline constexpr std::size_t longest_payload_file = std::size_t{16} << 20;

inline std::string content_of_payload_file(std::string const& file)
{
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string content;
    std::array<char, 65536> buffer;
    while (in && content.size() <= longest_payload_file) {
        in.read(buffer.data(), buffer.size());
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.is_open() || in.bad()) // bad is a folder, for example
        throw cli::usage_error("cannot read " + cli::in_quotes(file) + ": " + std::generic_category().message(errno));
    if (content.size() > longest_payload_file)
        throw cli::usage_error("cannot read " + cli::in_quotes(file) + ": longer than 16 MiB");
    return content;
}

inline cli::usage_error bad_payload_file(target::file_error const& error)
{
    return cli::usage_error(sink::printable(error.file) + ':' + std::to_string(error.line) + ": bad payload " +
                            error.error.message());
}

// The source ports that a file asks for are not obeyed, which its user should know.
inline void tell_of_sources(payload::file_entries const& entries, std::string const& file, cli::messages& say)
{
    auto const found = std::find_if(entries.begin(), entries.end(), [](auto const& entry) { return entry.source; });
    if (found != entries.end())
        say.say(sink::printable(file) + ':' + std::to_string(found->line) + ": source " +
                std::to_string(*found->source) + " is not obeyed: the system chooses the port that probes come from");
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the file of payloads that the user named, if they did; the options hold what was in it.

    That a payload asks for a source port is said once.

    @par Exception safety
    Strong: throws @ref usage_error for a file that cannot be read and for what is no payload in it, with its line.
*/
inline void read_payloads(options& into, messages& say)
{
    auto const& file = into.payload_file;
    if (file.empty())
        return;
    auto entries = payload::parse_payloads(detail::content_of_payload_file(file), file);
    if (!entries)
        throw detail::bad_payload_file(entries.error());
    detail::tell_of_sources(*entries, file, say);
    auto made = payload::make_table(std::move(*entries), file);
    if (!made)
        throw detail::bad_payload_file(made.error());
    into.payloads = std::make_shared<payload::table const>(std::move(*made));
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_PAYLOADS_HPP
