// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UTF8_HPP
#define SONDA_DETAIL_UTF8_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonda::detail {

struct code_point
{
    std::uint32_t value = 0;
    std::size_t size = 0; ///< How many bytes it takes; 0 if the text does not begin with well-formed UTF-8.
};

/// The first code point of a text that is not empty (RFC 3629: no overlong form, no surrogate, nothing beyond U+10FFFF).
constexpr code_point decode_utf8(std::string_view text) noexcept
{
    auto const byte = [text](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
    auto const lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    std::size_t const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size)
        return {};
    std::uint32_t value = lead & (0x7fu >> size);
    for (std::size_t i = 1; i != size; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        value = value << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool const surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < least[size] || surrogate || value > 0x10ffff)
        return {};
    return {value, size};
}

/// Appends a code point, up to U+10FFFF.
inline void append_utf8(std::string& text, std::uint32_t c)
{
    auto const byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    if (c < 0x80)
        return byte(c);
    if (c < 0x800)
        return byte(0xc0 | c >> 6), byte(0x80 | (c & 0x3f));
    if (c < 0x10000)
        return byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f));
    byte(0xf0 | (c >> 18 & 7)), byte(0x80 | (c >> 12 & 0x3f)), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f));
}

/// The text with U+FFFD in the place of every byte that is not part of well-formed UTF-8.
inline std::string well_formed(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        auto const next = decode_utf8(text);
        if (next.size == 0)
            result += "\xef\xbf\xbd";
        else
            result += text.substr(0, next.size);
        text.remove_prefix((std::max)(next.size, std::size_t(1)));
    }
    return result;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_UTF8_HPP
