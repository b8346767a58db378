// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_VALUE_HPP
#define SONDA_CLI_READ_VALUE_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/target/parse_address.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>

namespace sonda::cli {

/// The error for a value that an option cannot have: `bad value '0' for --tries: not a number from 1 to 100`.
inline usage_error bad_value(worded const& value, std::string_view expected)
{
    return usage_error("bad value " + in_quotes(value.text) + " for " + value.option + ": not " +
                       std::string(expected));
}

/** Reads digits and nothing else.

    @par Exception safety
    Strong: throws @ref usage_error for what is no number from `least` to `most`.
*/
inline std::uint64_t read_number(worded const& value, std::uint64_t least, std::uint64_t most)
{
    std::uint64_t number = 0;
    auto const* const end = value.text.data() + value.text.size();
    auto const read = std::from_chars(value.text.data(), end, number);
    if (read.ptr == end && read.ec == std::errc() && number >= least && number <= most)
        return number;
    throw bad_value(value, "a number from " + std::to_string(least) + " to " + std::to_string(most));
}

/** Reads milliseconds, with up to six decimals.

    @param value  The text.
    @param least  The least that it may be.

    @par Exception safety
    Strong: throws @ref usage_error for what is none, for less than `least`, and for more than a day.
*/
inline std::chrono::nanoseconds read_milliseconds(worded const& value,
                                                  std::chrono::nanoseconds least = std::chrono::nanoseconds(0))
{
    auto const dot = (std::min)(value.text.find('.'), value.text.size());
    auto whole = value.text.substr(0, dot);
    auto decimals = dot == value.text.size() ? "0" : value.text.substr(dot + 1);
    auto const is_digits = [](std::string const& text) {
        return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (is_digits(whole) && whole.size() <= 9 && is_digits(decimals) && decimals.size() <= 6) {
        decimals.resize(6, '0');
        std::chrono::nanoseconds const time(std::stoll(whole + decimals));
        if (time >= least && time <= limits::time)
            return time;
    }
    throw bad_value(value, least.count() > 0 ? "a number of milliseconds above 0, up to a day"
                                             : "a number of milliseconds, up to a day");
}

/** Reads one of a few words.

    @par Exception safety
    Strong: throws @ref usage_error, which names the words, for any other.
*/
template<class T>
T read_choice(worded const& value, std::initializer_list<std::pair<std::string_view, T>> choices)
{
    std::string known;
    for (auto const& [word, meaning] : choices) {
        if (value.text == word)
            return meaning;
        known += known.empty() ? "" : " or ";
        known += word;
    }
    throw bad_value(value, known);
}

/** Reads the number of a descriptor that this process was started with and that can be written to.

    @par Exception safety
    Strong: throws @ref usage_error for anything else.
*/
inline int read_descriptor_number(worded const& value)
{
    auto const descriptor = static_cast<int>(read_number(value, 0, (std::numeric_limits<int>::max)()));
    auto const flags = ::fcntl(descriptor, F_GETFL);
    if (flags < 0)
        throw bad_value(value, "an open descriptor");
    if ((flags & O_ACCMODE) == O_RDONLY)
        throw bad_value(value, "a descriptor that can be written to");
    return descriptor;
}

/** Reads one address, without a prefix.

    @par Exception safety
    Strong: throws @ref usage_error for anything else.
*/
inline boost::asio::ip::address read_address(worded const& value)
{
    auto const range = target::parse_ip_range(value.text);
    if (!range)
        throw bad_value(value, "an address: " + range.error().reason);
    if (range->first() != range->last())
        throw bad_value(value, "one address");
    return range->at(0).address();
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_VALUE_HPP
