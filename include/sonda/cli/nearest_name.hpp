// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_NEAREST_NAME_HPP
#define SONDA_CLI_NEAREST_NAME_HPP

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/** How many typing errors lie between two words: a letter too many, one missing, another one, two in the wrong order.

    The distance of Damerau (1964) in its restricted form: no letter is changed twice.

    @par Complexity
    O(n m).
*/
inline std::size_t count_typing_errors(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    for (std::size_t j = 0; j != row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto const another = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            next[j] = (std::min)({another, row[j] + 1, next[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                next[j] = (std::min)(next[j], before[j - 2] + 1);
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row[b.size()];
}

/// The name that `word` was probably meant to be, with `most` typing errors at most; empty if there is none.
inline std::string_view nearest_name(std::string_view word, std::span<std::string_view const> names, std::size_t most)
{
    std::string_view nearest;
    for (auto const name : names) {
        if (word.size() > name.size() + most || name.size() > word.size() + most)
            continue;
        auto const errors = count_typing_errors(word, name);
        if (errors <= most) {
            nearest = name;
            if (errors == 0)
                break;
            most = errors - 1;
        }
    }
    return nearest;
}

} // namespace sonda::cli

#endif // SONDA_CLI_NEAREST_NAME_HPP
