// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_XML_TAGS_HPP
#define SONDA_DETAIL_XML_TAGS_HPP

// As much of XML 1.0 as a document of nmap's type has: tags, attributes, references, comments.

#include <sonda/detail/recorded_words.hpp>
#include <sonda/detail/utf8.hpp>

#include <algorithm>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

struct xml_tag
{
    std::string name;
    bool closes = false;
    std::vector<std::pair<std::string, std::string>> attributes;

    /// The value of an attribute, or an empty text.
    std::string attribute(std::string_view wanted) const
    {
        for (auto const& [known, value] : attributes)
            if (known == wanted)
                return value;
        return {};
    }
};

/// `amp`, `#39` or `#x27`; what is unknown stays as it is.
inline void append_reference(std::string& text, std::string_view name)
{
    constexpr std::pair<std::string_view, char> known[] = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (auto const& [word, c] : known)
        if (name == word) {
            text += c;
            return;
        }
    bool const hex = name.starts_with("#x");
    std::uint32_t value = 0;
    auto const digits = name.substr((std::min)(name.size(), std::size_t(hex ? 2 : 1)));
    auto const end = digits.data() + digits.size();
    if (name.starts_with('#') && std::from_chars(digits.data(), end, value, hex ? 16 : 10).ptr == end)
        append_utf8(text, value);
    else
        ((text += '&') += name) += ';';
}

inline std::string without_references(std::string_view raw)
{
    std::string text;
    while (!raw.empty()) {
        auto const end = raw.front() == '&' ? raw.find(';') : std::string_view::npos;
        if (end != std::string_view::npos) {
            append_reference(text, raw.substr(1, end - 1));
            raw.remove_prefix(end + 1);
        } else {
            text += raw.front();
            raw.remove_prefix(1);
        }
    }
    return text;
}

/// Takes what stands between `<` and `>` apart.
inline xml_tag parse_xml_tag(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    xml_tag tag;
    tag.closes = text.starts_with('/');
    text.remove_prefix(tag.closes ? 1 : 0);
    if (text.ends_with('/'))
        text.remove_suffix(1);
    auto const name = (std::min)(text.find_first_of(blanks), text.size());
    tag.name = text.substr(0, name);
    text.remove_prefix(name);
    for (auto begin = text.find_first_not_of(blanks); begin != std::string_view::npos;
         begin = text.find_first_not_of(blanks)) {
        text.remove_prefix(begin);
        auto const equals = text.find('=');
        auto const quote = text.find_first_of("\"'", equals);
        auto const end = quote == std::string_view::npos ? quote : text.find(text[quote], quote + 1);
        if (equals == std::string_view::npos || end == std::string_view::npos)
            throw bad_record("an attribute is not as it should be");
        tag.attributes.emplace_back(text.substr(0, text.find_last_not_of(blanks, equals - 1) + 1),
                                    without_references(text.substr(quote + 1, end - quote - 1)));
        text.remove_prefix(end + 1);
    }
    return tag;
}

/// The next tag, without comments and declarations; false at the end, and for a tag that was cut off.
inline bool read_xml_tag(std::istream& in, xml_tag& tag, std::size_t& number)
{
    std::string text;
    char quote = 0;
    bool inside = false;
    for (char c = 0; in.get(c);) {
        number += c == '\n' ? 1 : 0;
        if (!inside) {
            inside = c == '<';
            continue;
        }
        bool const comment = text.starts_with("!--");
        if (c == '>' && quote == 0 && (!comment || text.ends_with("--"))) {
            if (!text.starts_with('!') && !text.starts_with('?')) {
                tag = parse_xml_tag(text);
                return true;
            }
            text.clear();
            inside = false;
            continue;
        }
        if (!comment && (c == '"' || c == '\''))
            quote = quote == 0 ? c : quote == c ? '\0' : quote;
        text += c;
    }
    return false;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_XML_TAGS_HPP
