// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SPLIT_CALL_HPP
#define SONDA_CLI_SPLIT_CALL_HPP

#include <sonda/cli/usage_error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

// Cuts a line into words at the blanks between them, as a shell does, and does nothing else that a shell does.
class call_splitter
{
public:
    explicit call_splitter(std::string_view line) noexcept
        : rest_(line)
    {}

    std::vector<std::string> split()
    {
        while (!rest_.empty()) {
            char const c = take();
            if (c == ' ' || c == '\t')
                end_word();
            else if (c == '\'' || c == '"')
                take_quoted(c);
            else if (c == '\\')
                word() += take_escaped();
            else
                word() += plain(c);
        }
        end_word();
        return std::move(words_);
    }

private:
    char take() noexcept
    {
        char const c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    std::string& word() noexcept
    {
        within_ = true;
        return word_;
    }

    void end_word()
    {
        if (within_)
            words_.push_back(std::move(word_));
        word_.clear();
        within_ = false;
    }

    char take_escaped()
    {
        if (rest_.empty())
            throw cli::usage_error("a backslash at its end");
        return take();
    }

    void take_quoted(char quote)
    {
        for (word(); !rest_.starts_with(quote);) {
            if (rest_.empty())
                throw cli::usage_error("there is no quotation mark at its end");
            char const c = take();
            bool const escapes = quote == '"' && c == '\\' && !rest_.empty() &&
                                 std::string_view("\"\\$`").find(rest_.front()) != std::string_view::npos;
            if (quote == '"' && (c == '$' || c == '`'))
                refuse(c);
            word() += escapes ? take() : c;
        }
        take();
    }

    // What would mean something to a shell must not quietly become an argument.
    char plain(char c) const
    {
        bool const begins = word_.empty() && (c == '~' || c == '#');
        if (begins || std::string_view("|&;<>()$`\n").find(c) != std::string_view::npos)
            refuse(c);
        return c;
    }

    [[noreturn]] static void refuse(char c)
    {
        throw cli::usage_error("no shell runs it, which " + cli::in_quotes(std::string_view(&c, 1)) +
                               " would take; call one in the script");
    }

    std::string_view rest_;
    std::vector<std::string> words_;
    std::string word_;
    bool within_ = false; // a word has begun, be it empty
};

} // namespace sonda::detail

namespace sonda::cli {

/** Cuts a line of a shell into the words of a call that is made without one.

    Blanks separate; single quotes, double quotes and backslashes keep together as they do there.

    @par Exception safety
    Strong: throws @ref usage_error, with what is wrong as its whole text, for a quote that does not end, a NUL, nothing at
    all, and what only a shell could do: pipes, redirections, variables, several commands, the home folder.
*/
inline std::vector<std::string> split_call(std::string_view line)
{
    if (line.find('\0') != std::string_view::npos)
        throw usage_error("a NUL is in it");
    auto words = detail::call_splitter(line).split();
    if (words.empty() || words.front().empty())
        throw usage_error("it names no program");
    return words;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SPLIT_CALL_HPP
