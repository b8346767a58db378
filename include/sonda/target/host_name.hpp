// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_HOST_NAME_HPP
#define SONDA_TARGET_HOST_NAME_HPP

#include <sonda/target/parse_numbers.hpp>

#include <algorithm>
#include <string_view>

namespace sonda::detail {

// Whether a resolver would take a name that ends in this label for a number: decimal, or 0x and hex digits.
inline bool is_numeric_label(std::string_view label) noexcept
{
    if (label.size() >= 2 && label[0] == '0' && (label[1] == 'x' || label[1] == 'X')) {
        label.remove_prefix(2);
        return std::all_of(label.begin(), label.end(), is_hex_digit);
    }
    return std::none_of(label.begin(), label.end(), is_letter);
}

inline bool is_label(std::string_view label) noexcept
{
    auto const allowed = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; };
    return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
           std::all_of(label.begin(), label.end(), allowed);
}

// The last label of a name that is not empty; a final dot is no label.
inline std::string_view last_label(std::string_view name) noexcept
{
    if (name.ends_with('.'))
        name.remove_suffix(1);
    return name.substr(name.rfind('.') + 1);
}

} // namespace sonda::detail

namespace sonda::target {

/** True if a text may be a host name and can be nothing but a host name.

    Labels as in RFC 1123 2.1, up to 63 characters and 253 in all, with the underscore that is met in practice and an
    optional final dot. The last label has a letter and is no hexadecimal number, so that no short, octal or
    hexadecimal form of an IPv4 address, which resolvers would accept, is ever a name.
*/
inline bool is_host_name(std::string_view text) noexcept
{
    if (text.empty() || text.size() > 254 || detail::is_numeric_label(detail::last_label(text)))
        return false;
    if (text.ends_with('.'))
        text.remove_suffix(1);
    if (text.size() > 253)
        return false;
    for (;;) {
        auto const dot = text.find('.');
        if (!detail::is_label(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

} // namespace sonda::target

#endif // SONDA_TARGET_HOST_NAME_HPP
