// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_PAYLOAD_TOKENS_HPP
#define SONDA_DETAIL_PAYLOAD_TOKENS_HPP

#include <sonda/target/parse_numbers.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// The words and texts of a file of payloads.

namespace sonda::detail {

enum class payload_token_kind : std::uint8_t { end, word, text, broken };

struct payload_token
{
    payload_token_kind kind = payload_token_kind::end;
    std::string_view text; ///< Of a text, what stands between the quotation marks.
    std::uint64_t line = 1;
};

class payload_tokens
{
public:
    explicit payload_tokens(std::string_view text) noexcept
        : rest_(text)
    {}

    payload_token next() noexcept
    {
        skip();
        if (rest_.empty())
            return {payload_token_kind::end, {}, line_};
        return rest_.front() == '"' ? take_text()
                                    : take(payload_token_kind::word, rest_.find_first_of(" \t\r\n\v\f#\""));
    }

private:
    void skip() noexcept
    {
        bool comment = false;
        for (; !rest_.empty(); rest_.remove_prefix(1)) {
            char const c = rest_.front();
            if (c == '\n') {
                ++line_;
                comment = false;
            } else if (c == '#') {
                comment = true;
            } else if (!comment && std::string_view(" \t\r\v\f").find(c) == std::string_view::npos) {
                return;
            }
        }
    }

    payload_token take(payload_token_kind kind, std::size_t length) noexcept
    {
        payload_token const taken{kind, rest_.substr(0, length), line_};
        rest_.remove_prefix(taken.text.size());
        return taken;
    }

    // A text ends at a quotation mark that no backslash precedes; a line that ends before has none.
    payload_token take_text() noexcept
    {
        for (std::size_t at = 1; at < rest_.size() && rest_[at] != '\n'; ++at) {
            if (rest_[at] == '"') {
                auto const taken = take(payload_token_kind::text, at);
                rest_.remove_prefix(1);
                return {taken.kind, taken.text.substr(1), taken.line};
            }
            if (rest_[at] == '\\' && at + 1 < rest_.size() && rest_[at + 1] != '\n')
                ++at;
        }
        return take(payload_token_kind::broken, rest_.find_first_of("\r\n"));
    }

    std::string_view rest_;
    std::uint64_t line_ = 1;
};

inline std::byte to_byte(unsigned value) noexcept
{
    return static_cast<std::byte>(static_cast<unsigned char>(value));
}

/// What a letter behind a backslash stands for; 0 if for nothing.
constexpr char escaped_letter(char letter) noexcept
{
    constexpr std::string_view letters = "abtnvfre\\\"'?";
    constexpr std::string_view meanings = "\a\b\t\n\v\f\r\x1b\\\"'?";
    auto const at = letters.find(letter);
    return at == std::string_view::npos ? '\0' : meanings[at];
}

/// Takes an escape off the front, backslash included; gives its length, or 0 if there is no such.
inline std::size_t take_escape(std::string_view text, unsigned& value) noexcept
{
    auto const digits = text.substr(1);
    if (digits.starts_with('x')) {
        bool const two = digits.size() > 2 && is_hex_digit(digits[1]) && is_hex_digit(digits[2]);
        if (!two)
            return 0;
        std::from_chars(digits.data() + 1, digits.data() + 3, value, 16);
        return 4;
    }
    auto const is_octal = [](char c) { return c >= '0' && c <= '7'; };
    std::size_t octal = 0;
    while (octal != 3 && octal < digits.size() && is_octal(digits[octal]))
        ++octal;
    if (octal != 0) {
        std::from_chars(digits.data(), digits.data() + octal, value, 8);
        return value > 255 ? 0 : 1 + octal;
    }
    char const meaning = digits.empty() ? '\0' : escaped_letter(digits.front());
    value = static_cast<unsigned char>(meaning);
    return meaning == '\0' ? 0 : 2;
}

/// Appends a text without its escapes; gives the escape that does not exist, or nothing.
inline std::string_view append_escaped(std::vector<std::byte>& into, std::string_view text)
{
    while (!text.empty()) {
        unsigned value = static_cast<unsigned char>(text.front());
        std::size_t length = 1;
        if (text.front() == '\\') {
            length = take_escape(text, value);
            if (length == 0)
                return text.substr(0, text.size() > 1 && (text[1] == 'x' || is_digit(text[1])) ? 4 : 2);
        }
        into.push_back(to_byte(value));
        text.remove_prefix(length);
    }
    return {};
}

/// Appends pairs of hexadecimal digits, between which there may be blanks; gives what is none, or nothing.
inline std::string_view append_hexadecimal(std::vector<std::byte>& into, std::string_view text)
{
    for (text = trim(text); !text.empty(); text = trim(text.substr(2))) {
        unsigned value = 0;
        if (text.size() < 2 || !is_hex_digit(text[0]) || !is_hex_digit(text[1]))
            return text.substr(0, 2);
        std::from_chars(text.data(), text.data() + 2, value, 16);
        into.push_back(to_byte(value));
    }
    return {};
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_PAYLOAD_TOKENS_HPP
