// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PARSE_ERROR_HPP
#define SONDA_TARGET_PARSE_ERROR_HPP

#include <sonda/error.hpp>

#include <boost/assert/source_location.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonda::target {

/** Why a piece of text is not what it should be.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct parse_error
{
    boost::system::error_code
        code; ///< An error of the library: `bad_address`, `bad_port`, `bad_range`, `bad_name`, `empty`.
    std::string token; ///< The text at fault, made printable: at most 100 characters, unprintable bytes as `\xHH`.
    std::string reason; ///< What is wrong with it, in words that follow a colon.

    /// A whole sentence: the token in quotes, then the reason.
    std::string message() const { return '\'' + token + "': " + reason; }
};

/// Lets `result<T, parse_error>::value()` throw a `system_error` that carries code and message.
[[noreturn]] inline void throw_exception_from_error(parse_error const& error, boost::source_location const&)
{
    throw boost::system::system_error(error.code, error.message());
}

} // namespace sonda::target

namespace sonda::detail {

// A token comes from a stranger: on a terminal it must not be able to do more than be read.
inline std::string printable(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::size_t limit = 100;
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            out += c;
        else
            out.append({'\\', 'x', digits[byte >> 4], digits[byte & 15]});
        if (out.size() > limit) {
            out.resize(limit - 3);
            return out += "...";
        }
    }
    return out;
}

inline target::parse_error parse_failure(error code, std::string_view token, std::string_view reason)
{
    return {make_error_code(code), printable(token), std::string(reason)};
}

} // namespace sonda::detail

#endif // SONDA_TARGET_PARSE_ERROR_HPP
