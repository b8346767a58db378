// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_FILE_CONTENT_HPP
#define SONDA_DETAIL_FILE_CONTENT_HPP

#include <sonda/cli/usage_error.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <string>
#include <system_error>

namespace sonda::detail {

// More than this is no file that somebody wrote, but a device that never ends, for example.
inline constexpr std::size_t longest_file = std::size_t{16} << 20;

// All of a file that the user named.
inline std::string file_content(std::string const& file)
{
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string content;
    std::array<char, 65536> buffer;
    while (in && content.size() <= longest_file) {
        in.read(buffer.data(), buffer.size());
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.is_open() || in.bad()) // bad is a folder, for example
        throw cli::usage_error("cannot read " + cli::in_quotes(file) + ": " + std::generic_category().message(errno));
    if (content.size() > longest_file)
        throw cli::usage_error("cannot read " + cli::in_quotes(file) + ": longer than 16 MiB");
    return content;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_FILE_CONTENT_HPP
