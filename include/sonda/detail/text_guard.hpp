// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TEXT_GUARD_HPP
#define SONDA_DETAIL_TEXT_GUARD_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <string_view>

namespace sonda::detail {

// Passes a stream on until it is no text that somebody wrote, but a device that never ends, for example: where it has a
// NUL, or a word without an end in sight. What is there of a pipe is passed on without waiting for more.
class text_guard : public std::streambuf
{
public:
    static constexpr std::size_t longest_word = std::size_t{1} << 20;

    explicit text_guard(std::streambuf* from) noexcept
        : from_(from)
    {}

    // Why the stream was not passed on to its end, or nothing.
    std::string_view fault() const noexcept { return fault_; }

    // Where that was.
    std::uint64_t line() const noexcept { return line_; }

private:
    int_type underflow() override
    {
        if (from_ == nullptr || !fault_.empty() || traits_type::eq_int_type(from_->sgetc(), traits_type::eof()))
            return traits_type::eof();
        auto const ready = (std::max)(from_->in_avail(), std::streamsize{1});
        auto const count =
            from_->sgetn(buffer_.data(), (std::min)(ready, static_cast<std::streamsize>(buffer_.size())));
        auto const good = look_at(std::string_view(buffer_.data(), static_cast<std::size_t>(count)));
        setg(buffer_.data(), buffer_.data(), buffer_.data() + good);
        return good == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_.front());
    }

    // How much of it is text.
    std::size_t look_at(std::string_view bytes) noexcept
    {
        for (std::size_t i = 0; i != bytes.size(); ++i) {
            line_ += bytes[i] == '\n';
            if (word_ends.find(bytes[i]) != std::string_view::npos) {
                length_ = 0;
            } else if (bytes[i] == '\0') {
                fault_ = "a NUL byte: this is no text";
                return i;
            } else if (++length_ > longest_word) {
                fault_ = "a word of more than 1 MiB";
                return i;
            }
        }
        return bytes.size();
    }

    static constexpr std::string_view word_ends = "\n\r\t ,";

    std::streambuf* from_;
    std::array<char, 4096> buffer_;
    std::uint64_t line_ = 1;
    std::size_t length_ = 0; // of the word so far
    std::string_view fault_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_TEXT_GUARD_HPP
