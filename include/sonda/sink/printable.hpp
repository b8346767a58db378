// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_PRINTABLE_HPP
#define SONDA_SINK_PRINTABLE_HPP

#include <sonda/detail/utf8.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonda {

namespace detail {

/// What moves the cursor, ends a line or turns the direction of writing: harmless in a file, not on a terminal.
constexpr bool is_control(std::uint32_t c) noexcept
{
    bool const c0_c1 = c < 0x20 || (c >= 0x7f && c < 0xa0);
    bool const separator = c == 0x2028 || c == 0x2029;
    bool const direction =
        c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return c0_c1 || separator || direction;
}

inline void append_hex_escape(std::string& text, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    auto const byte = static_cast<unsigned char>(c);
    text += "\\x";
    text += digits[byte >> 4];
    text += digits[byte & 15];
}

} // namespace detail

namespace sink {

/** Appends a text that came from elsewhere so that it can do no harm on a terminal and stays on its line.

    Well-formed UTF-8 stays as it is, except that every byte of a control character (C0, DEL, C1, line separators,
    marks that turn the direction of writing) and every byte that is not UTF-8 is written `\xNN`, and a backslash
    `\\`. Different texts stay different.

    @param text  What is appended to.
    @param raw   Any bytes.
*/
inline void append_printable(std::string& text, std::string_view raw)
{
    while (!raw.empty()) {
        auto const next = detail::decode_utf8(raw);
        auto const bytes = raw.substr(0, (std::max)(next.size, std::size_t(1)));
        raw.remove_prefix(bytes.size());
        if (next.size != 0 && next.value == '\\')
            text += "\\\\";
        else if (next.size != 0 && !detail::is_control(next.value))
            text += bytes;
        else
            for (char const c : bytes)
                detail::append_hex_escape(text, c);
    }
}

/// The text of @ref sonda::sink::append_printable as a string of its own.
inline std::string printable(std::string_view raw)
{
    std::string text;
    append_printable(text, raw);
    return text;
}

} // namespace sink

} // namespace sonda

#endif // SONDA_SINK_PRINTABLE_HPP
