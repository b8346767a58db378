// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_TARGET_FILE_HPP
#define SONDA_TARGET_TARGET_FILE_HPP

#include <sonda/target/parse_targets.hpp>

#include <cstddef>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

namespace sonda::target {

/** A piece of a target file that could not be used.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct file_error
{
    std::string file; ///< The file, as its reader was told.
    std::uint64_t line = 0; ///< The line, from 1.
    parse_error error; ///< What is wrong.

    /// `file:line: 'token': reason`.
    std::string message() const { return file + ':' + std::to_string(line) + ": " + error.message(); }
};

/** What a target file held.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct file_summary
{
    std::uint64_t targets = 0; ///< Targets that were understood.
    std::uint64_t errors = 0; ///< Pieces that were not.
    bool failed = false; ///< True if the stream could not be read to its end.
};

} // namespace sonda::target

namespace sonda::detail {

// Cuts a stream into words, in memory that does not depend on the stream. The longest target is a name with a port or
// an IPv6 range with zones, so what is longer than the limit is no target.
class word_reader
{
public:
    static constexpr std::size_t limit = 512;

    explicit word_reader(std::istream& in) noexcept
        : in_(in.rdbuf())
    {
        std::size_t same = 0;
        for (; same != mark.size() && peek() == std::char_traits<char>::to_int_type(mark[same]); ++same)
            in_->sbumpc();
        if (same != mark.size())
            read_ahead_ = mark.substr(0, same);
    }

    // The next word, or an empty one at the end.
    std::string_view next()
    {
        word_.clear();
        too_long_ = false;
        for (auto c = peek(); c != end; c = peek()) {
            if (is_separator(c) && !word_.empty())
                break;
            advance();
            take(std::char_traits<char>::to_char_type(c));
        }
        return word_;
    }

    bool too_long() const noexcept { return too_long_; }
    bool failed() const noexcept { return failed_; }
    std::uint64_t line() const noexcept { return line_; }

private:
    static constexpr int end = std::char_traits<char>::eof();
    static constexpr std::string_view mark = "\xef\xbb\xbf"; // of byte order

    // A buffer throws where the file is a folder, say. That is an end like others, but not a good one.
    int peek() noexcept
    {
        if (!read_ahead_.empty())
            return std::char_traits<char>::to_int_type(read_ahead_.front());
        try {
            return failed_ || in_ == nullptr ? end : in_->sgetc();
        } catch (...) {
            failed_ = true;
            return end;
        }
    }

    void advance()
    {
        if (read_ahead_.empty())
            in_->sbumpc();
        else
            read_ahead_.remove_prefix(1);
    }

    bool is_separator(int c) const noexcept
    {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == '#';
    }

    void take(char c)
    {
        if (c == '\n') {
            ++line_;
            comment_ = false;
        } else if (comment_ || c == '#') {
            comment_ = true;
        } else if (!is_separator(std::char_traits<char>::to_int_type(c))) {
            too_long_ = word_.size() == limit;
            if (!too_long_)
                word_ += c;
        }
    }

    std::streambuf* in_;
    std::string_view read_ahead_; // what looked like a mark and is none
    std::string word_;
    std::uint64_t line_ = 1;
    bool comment_ = false;
    bool too_long_ = false;
    bool failed_ = false;
};

} // namespace sonda::detail

namespace sonda::target {

/** Reads a list of targets: one or more to a line, between blanks or commas, `#` and what follows it a comment.

    Lines end in LF or CR LF, the last one perhaps in nothing; a UTF-8 byte order mark at the start is skipped. What
    cannot be used is told and the rest goes on. The memory does not depend on the length of file or line.

    @param in  The stream; it is read to its end.
    @param file  The name that errors carry.
    @param on_target  Called as `on_target(target_spec&&, std::uint64_t line)` for each target, in order.
    @param on_error  Called as `on_error(file_error const&)` for each piece that is none.

    @par Exception safety
    Passes on what the two functions throw; a stream that cannot be read is `failed`.
*/
template<class OnTarget, class OnError>
file_summary read_targets(std::istream& in, std::string_view file, OnTarget&& on_target, OnError&& on_error)
{
    file_summary summary;
    detail::word_reader words(in);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        auto target = words.too_long() ? detail::parse_failure(error::bad_address, word, "too long for a target")
                                       : parse_target(word);
        if (target) {
            ++summary.targets;
            on_target(std::move(*target), words.line());
        } else {
            ++summary.errors;
            on_error(file_error{std::string(file), words.line(), target.error()});
        }
    }
    summary.failed = in.fail() || words.failed();
    return summary;
}

} // namespace sonda::target

#endif // SONDA_TARGET_TARGET_FILE_HPP
