// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PARSE_NUMBERS_HPP
#define SONDA_TARGET_PARSE_NUMBERS_HPP

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace sonda::detail {

constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

constexpr bool is_hex_digit(char c) noexcept
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Nothing but decimal digits, and not beyond `most`.
inline std::optional<std::uint32_t> parse_decimal(std::string_view text, std::uint32_t most) noexcept
{
    std::uint32_t value = 0;
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit))
        return std::nullopt;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || value > most)
        return std::nullopt;
    return value;
}

// A number where another base could be meant by a leading zero: it is refused and not guessed.
inline std::optional<std::uint32_t> parse_plain_decimal(std::string_view text, std::uint32_t most) noexcept
{
    if (text.size() > 1 && text.front() == '0')
        return std::nullopt;
    return parse_decimal(text, most);
}

inline std::string_view trim(std::string_view text) noexcept
{
    constexpr std::string_view blanks = " \t\r\n\v\f";
    auto const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace sonda::detail

#endif // SONDA_TARGET_PARSE_NUMBERS_HPP
