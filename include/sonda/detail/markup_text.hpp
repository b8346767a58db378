// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_MARKUP_TEXT_HPP
#define SONDA_DETAIL_MARKUP_TEXT_HPP

// What XML and HTML share: text from elsewhere that cannot leave its place.

#include <sonda/detail/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonda::detail {

/// The characters of XML 1.0 (section 2.2); no other may stand in a document, not even as a reference.
constexpr bool is_xml_character(std::uint32_t c) noexcept
{
    return c == 0x9 || c == 0xa || c == 0xd || (c >= 0x20 && c != 0xfffe && c != 0xffff);
}

/// One character; blanks that a reader of attributes would change are references, so that they come back as they were.
inline void append_markup_character(std::string& text, std::string_view bytes, std::uint32_t c)
{
    switch (c) {
    case '&': text += "&amp;"; return;
    case '<': text += "&lt;"; return;
    case '>': text += "&gt;"; return;
    case '"': text += "&quot;"; return;
    case '\'': text += "&#39;"; return;
    case '\t': text += "&#9;"; return;
    case '\n': text += "&#10;"; return;
    case '\r': text += "&#13;"; return;
    default: text += bytes;
    }
}

/// For an attribute in either quotation mark or between tags: what is not UTF-8 or may not be there is U+FFFD.
inline void append_markup(std::string& text, std::string_view raw)
{
    while (!raw.empty()) {
        auto const next = decode_utf8(raw);
        auto const bytes = raw.substr(0, (std::max)(next.size, std::size_t(1)));
        raw.remove_prefix(bytes.size());
        if (next.size == 0 || !is_xml_character(next.value))
            text += "\xef\xbf\xbd";
        else
            append_markup_character(text, bytes, next.value);
    }
}

/// ` name="value"`
inline void append_attribute(std::string& text, std::string_view name, std::string_view value)
{
    text += ' ';
    text += name;
    text += "=\"";
    append_markup(text, value);
    text += '"';
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_MARKUP_TEXT_HPP
