// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_UNKNOWN_OPTION_HPP
#define SONDA_CLI_UNKNOWN_OPTION_HPP

#include <sonda/cli/find_option.hpp>
#include <sonda/cli/foreign_names.hpp>
#include <sonda/cli/nearest_name.hpp>
#include <sonda/cli/option_table.hpp>
#include <sonda/cli/usage_error.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

// So many words are the option at the front: itself, and its value if that is the next one. None if there is no such option.
inline std::size_t count_option_words(std::string_view word) noexcept
{
    auto const takes_value = [](cli::option_row const& row) {
        return !row.value.empty() && !row.value.starts_with('[');
    };
    if (word.starts_with("--")) {
        auto const name = word.substr(2, word.find('=') - 2);
        auto const* const row = cli::find_option(name);
        return row == nullptr ? 0 : takes_value(*row) && name.size() + 2 == word.size() ? 2 : 1;
    }
    if (word.size() > 2 && cli::find_short_option(word.substr(1, 2)) != nullptr)
        return word.size() == 3 ? 2 : 1;
    for (std::size_t i = 1; i != word.size(); ++i) {
        auto const* const row = cli::find_short_option(word.substr(i, 1));
        if (row == nullptr)
            return 0;
        if (takes_value(*row))
            return i + 1 == word.size() ? 2 : 1;
    }
    return 1;
}

// A long name of ours behind one hyphen, where some programs have all of theirs: `-timeout` would be the value `imeout`
// of `-t`. `-help` helps as it is.
inline std::string_view name_behind_one_hyphen(std::string_view word) noexcept
{
    auto const name = word.substr(1, word.find('=') - 1);
    return name.size() > 2 && name != "help" && cli::find_option(name) != nullptr ? name : std::string_view();
}

// The one name that `word` begins, or the one that it is but for a typing error or two.
inline std::string_view guess_name(std::string_view word)
{
    std::vector<std::string_view> names, longer;
    for (auto const& row : cli::option_table) {
        names.push_back(row.name);
        if (word.size() > 2 && row.name.starts_with(word))
            longer.push_back(row.name);
    }
    return longer.size() == 1 ? longer.front() : cli::nearest_name(word, names, word.size() > 5 ? 2 : 1);
}

inline std::string what_it_is_here(cli::foreign_name const& foreign)
{
    if (foreign.here.empty())
        return std::string(foreign.why);
    return "here it is " + std::string(foreign.here) + (foreign.why.empty() ? "" : ", ") + std::string(foreign.why);
}

inline std::string hint_for(std::string_view word)
{
    if (auto const* const foreign = cli::find_foreign_name(word))
        return what_it_is_here(*foreign);
    if (auto const name = name_behind_one_hyphen(word); !name.empty())
        return "here it is --" + std::string(name);
    if (auto const* const foreign = cli::find_foreign_beginning(word))
        return what_it_is_here(*foreign);
    auto const name = word.starts_with("--") ? guess_name(word.substr(2, word.find('=') - 2)) : std::string_view();
    return name.empty() ? "see sonda --help" : "did you mean --" + std::string(name) + '?';
}

} // namespace sonda::detail

namespace sonda::cli {

/** Refuses what stands where an option may and is none of this command, and says what it is here: for the names that other
    scanners have, and for typing errors.

    A name of another scanner is refused, too, if it could be a short option and its value: `-top-ports` is not `-t op-ports`.

    @param words  The command line without what follows `--`. Targets and values are passed over.

    @par Exception safety
    Strong: throws @ref usage_error.
*/
inline void check_option_names(std::span<std::string const> words)
{
    for (std::size_t i = 0; i < words.size();) {
        std::string_view const word = words[i];
        if (word.size() < 2 || word.front() != '-') {
            ++i;
            continue;
        }
        auto const count = detail::count_option_words(word);
        bool const mistaken =
            word[1] != '-' && (find_foreign_name(word) != nullptr || !detail::name_behind_one_hyphen(word).empty());
        if (count == 0 || mistaken)
            throw usage_error("unrecognised option " + in_quotes(word) + "; " + detail::hint_for(word));
        i += count;
    }
}

} // namespace sonda::cli

#endif // SONDA_CLI_UNKNOWN_OPTION_HPP
