// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_APPEND_TEXT_HPP
#define SONDA_DETAIL_APPEND_TEXT_HPP

// Numbers, addresses and times appended to a string that is kept: no allocation once it has grown, and no locale.

#include <sonda/endpoint.hpp>

#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>

namespace sonda::detail {

template<std::integral Number>
void append_number(std::string& text, Number value)
{
    char digits[24];
    auto const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    text.append(digits, end);
}

/// `value` with leading zeros up to `width` digits.
inline void append_padded(std::string& text, std::uint64_t value, std::size_t width)
{
    char digits[24];
    auto const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    auto const size = static_cast<std::size_t>(end - digits);
    text.append(size < width ? width - size : 0, '0');
    text.append(digits, end);
}

/// The IPv4 case by hand: to_string goes through inet_ntop and takes ten times as long.
inline void append_address(std::string& text, endpoint const& value)
{
    if (value.is_v6()) {
        text += value.address().to_string();
        return;
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
        append_number(text, value.low() >> shift & 0xff);
        if (shift != 0)
            text += '.';
    }
}

/// The form that is accepted back as a target, as `to_string(endpoint)` gives it.
inline void append_endpoint(std::string& text, endpoint const& value)
{
    if (value.is_v6())
        text += '[';
    append_address(text, value);
    text += value.is_v6() ? "]:" : ":";
    append_number(text, value.port());
}

/// ISO 8601, UTC, microseconds: `2026-01-02T03:04:05.000006Z`. Years 0 to 9999.
inline void append_time(std::string& text, std::chrono::system_clock::time_point when)
{
    auto const micros = std::chrono::floor<std::chrono::microseconds>(when);
    auto const day = std::chrono::floor<std::chrono::days>(micros);
    std::chrono::year_month_day const date{day};
    auto const rest = static_cast<std::uint64_t>((micros - day).count());
    auto const seconds = rest / 1'000'000;
    append_padded(text, static_cast<std::uint64_t>(static_cast<int>(date.year())), 4);
    text += '-';
    append_padded(text, static_cast<unsigned>(date.month()), 2);
    text += '-';
    append_padded(text, static_cast<unsigned>(date.day()), 2);
    text += 'T';
    append_padded(text, seconds / 3600, 2);
    text += ':';
    append_padded(text, seconds / 60 % 60, 2);
    text += ':';
    append_padded(text, seconds % 60, 2);
    text += '.';
    append_padded(text, rest % 1'000'000, 6);
    text += 'Z';
}

/// Thousandths of `unit`, rounded, e.g. `0.123` of 123456 ns and a unit of a millisecond.
template<class Duration>
void append_decimal(std::string& text, std::chrono::nanoseconds value, Duration unit)
{
    auto const whole = static_cast<std::uint64_t>(std::chrono::nanoseconds(unit).count());
    auto const nanos = value.count() < 0 ? 0 : static_cast<std::uint64_t>(value.count());
    auto const step = whole / 1000;
    auto const thousandths = nanos / step + (nanos % step >= step / 2 ? 1 : 0);
    append_number(text, thousandths / 1000);
    text += '.';
    append_padded(text, thousandths % 1000, 3);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_APPEND_TEXT_HPP
