// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONFIG_READER_HPP
#define SONDA_DETAIL_CONFIG_READER_HPP

#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/utf8.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sonda::detail {

/*  Reads the pieces of a configuration: the part of TOML 1.0 that options need. Strings are of one line; there are no dates,
    no tables in values and no arrays in arrays.

    toml++ 3.3, which Debian 12 has, takes for granted what malformed input does not keep (a bracket at the end of a line, a
    letter that is not ASCII), so that a file could end the program.
*/
class config_reader
{
public:
    struct value
    {
        std::string text;
        bool is_flag = false;
    };

    config_reader(std::string_view text, std::string where)
        : rest_(text)
        , where_(std::move(where))
    {
        if (rest_.starts_with("\xef\xbb\xbf"))
            rest_.remove_prefix(3);
    }

    std::string where() const { return where_ + ':' + std::to_string(line_); }

    [[noreturn]] void fail(std::string const& what) const { throw cli::usage_error(where() + ": " + what); }

    bool at_end() const noexcept { return rest_.empty(); }
    bool starts_with(char c) const noexcept { return rest_.starts_with(c); }

    // Takes `c` if it is next.
    bool take(char c) noexcept
    {
        if (!rest_.starts_with(c))
            return false;
        if (c == '\n')
            ++line_;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c, std::string const& what)
    {
        if (!take(c))
            fail(what);
    }

    void skip_blanks() noexcept
    {
        while (take(' ') || take('\t'))
            ;
    }

    // A comment, and the end of the line or of all.
    void end_line()
    {
        skip_blanks();
        if (starts_with('#'))
            rest_.remove_prefix((std::min)(rest_.find('\n'), rest_.size()));
        if (starts_with('\r'))
            rest_.remove_prefix(1);
        if (!at_end() && !take('\n'))
            fail("nothing more was expected on the line");
    }

    // Blanks, comments and ends of lines.
    void skip_lines()
    {
        for (skip_blanks(); starts_with('#') || starts_with('\r') || starts_with('\n'); skip_blanks())
            end_line();
    }

    // A name, or several with dots between them.
    std::string read_key()
    {
        std::string key;
        do {
            skip_blanks();
            (key += key.empty() ? "" : ".") +=
                starts_with('"') || starts_with('\'') ? read_string() : read_bare(key_letters);
            skip_blanks();
        } while (take('.'));
        return key;
    }

    value read_value()
    {
        if (starts_with('"') || starts_with('\''))
            return {read_string(), false};
        auto token = read_bare("0123456789abcdefghijklmnopqrstuvwxyz_+-.:ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (token == "true" || token == "false")
            return {std::move(token), true};
        if (!is_number(token))
            fail(cli::in_quotes(token) + " is neither text nor a number nor true or false");
        std::erase(token, '_');
        std::erase(token, '+');
        return {std::move(token), false};
    }

private:
    static constexpr std::string_view key_letters = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    // A decimal number, with a fraction or without.
    static bool is_number(std::string_view token) noexcept
    {
        if (token.starts_with('+') || token.starts_with('-'))
            token.remove_prefix(1);
        auto const dot = (std::min)(token.find('.'), token.size());
        auto const is_digits = [](std::string_view text) {
            bool digit = false; // an underscore stands between two digits
            for (char const c : text) {
                bool const is_digit = c >= '0' && c <= '9';
                if (!is_digit && (c != '_' || !digit))
                    return false;
                digit = is_digit;
            }
            return digit;
        };
        auto const whole = token.substr(0, dot);
        return is_digits(whole) && (whole.size() == 1 || whole.front() != '0') &&
               (dot == token.size() || is_digits(token.substr(dot + 1)));
    }

    std::string read_bare(std::string_view letters)
    {
        auto const end = (std::min)(rest_.find_first_not_of(letters), rest_.size());
        if (end == 0)
            fail(at_end() ? "something is missing at the end" : "a name or a value was expected");
        std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return text;
    }

    std::string read_string()
    {
        char const quote = rest_.front();
        if (rest_.starts_with(std::string(3, quote)))
            fail("a string of several lines");
        rest_.remove_prefix(1);
        std::string text;
        while (!take(quote)) {
            char const c = at_end() ? '\n' : rest_.front();
            bool const control = (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
            if (control)
                fail("a string without an end");
            auto const size = decode_utf8(rest_).size;
            if (size == 0)
                fail("a string that is not UTF-8");
            if (quote != '"' || c != '\\')
                text += rest_.substr(0, size);
            rest_.remove_prefix(size);
            if (quote == '"' && c == '\\')
                read_escape(text);
        }
        return text;
    }

    void read_escape(std::string& text)
    {
        static constexpr std::string_view names = "btnfr\"\\", meanings = "\b\t\n\f\r\"\\";
        char const name = at_end() ? '\n' : rest_.front();
        if (auto const found = names.find(name); found != std::string_view::npos)
            text += meanings[found];
        else if (name == 'u' || name == 'U')
            return append_utf8(text, read_code(name == 'u' ? 4 : 8));
        else
            fail("an escape that means nothing");
        rest_.remove_prefix(1);
    }

    std::uint32_t read_code(std::size_t digits)
    {
        auto const hex = rest_.substr(1, digits);
        std::uint32_t code = 0;
        auto const read = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
        bool const whole = hex.size() == digits && read.ptr == hex.data() + hex.size() && read.ec == std::errc();
        if (!whole || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            fail("an escape that is no character");
        rest_.remove_prefix(1 + digits);
        return code;
    }

    std::string_view rest_;
    std::string where_;
    std::size_t line_ = 1;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONFIG_READER_HPP
