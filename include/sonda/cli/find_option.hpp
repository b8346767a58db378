// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_FIND_OPTION_HPP
#define SONDA_CLI_FIND_OPTION_HPP

#include <sonda/cli/option_table.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace sonda::cli {

/// The option of a long name, without hyphens, or nullptr.
inline option_row const* find_option(std::string_view name) noexcept
{
    auto const row = std::find_if(std::begin(option_table), std::end(option_table),
                                  [&](option_row const& candidate) { return candidate.name == name; });
    return row == std::end(option_table) ? nullptr : row;
}

/// The option of a short name, of one letter or two, without hyphen, or nullptr.
inline option_row const* find_short_option(std::string_view letters) noexcept
{
    auto const row = std::find_if(std::begin(option_table), std::end(option_table), [&](option_row const& candidate) {
        return !letters.empty() && candidate.letters == letters;
    });
    return row == std::end(option_table) ? nullptr : row;
}

} // namespace sonda::cli

#endif // SONDA_CLI_FIND_OPTION_HPP
