// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RECORDED_WORDS_HPP
#define SONDA_DETAIL_RECORDED_WORDS_HPP

// The words of the outputs, read back.

#include <sonda/cli/scan_record.hpp>
#include <sonda/errno_name.hpp>
#include <sonda/target/parse_address.hpp>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sonda::detail {

/// Something in a file is not what a scan writes; it is said with the place.
class bad_record : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

template<class Number>
Number recorded_number(std::string_view text, std::string_view what)
{
    Number value{};
    auto const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end)
        throw bad_record("'" + std::string(what) + "' is not a number");
    return value;
}

inline port_state recorded_state(std::string_view word)
{
    for (std::size_t i = 0; i != port_state_count; ++i)
        if (word == to_string(static_cast<port_state>(i)))
            return static_cast<port_state>(i);
    throw bad_record("'state' is none of the five");
}

inline protocol recorded_protocol(std::string_view word)
{
    if (word == "tcp" || word == "udp")
        return word == "tcp" ? protocol::tcp : protocol::udp;
    throw bad_record("'protocol' is neither tcp nor udp");
}

inline endpoint recorded_endpoint(std::string_view address, std::uint64_t port, std::string_view proto)
{
    auto const range = target::parse_ip_range(address);
    if (!range || range->first() != range->last() || address.find_first_of("/-") != std::string_view::npos)
        throw bad_record("'address' is not an address");
    if (port > 65535)
        throw bad_record("'port' is not a port");
    return endpoint(range->at(0).address(), static_cast<std::uint16_t>(port), recorded_protocol(proto));
}

/// `icmp 3/13 from 192.0.2.1`, the sender or not.
inline bool read_icmp(outcome& into, std::string_view words)
{
    if (!words.starts_with("icmp "))
        return false;
    words.remove_prefix(5);
    auto const slash = words.find('/');
    auto const sender = words.find(" from ");
    if (slash == std::string_view::npos || slash > sender)
        throw bad_record("'reason' is not an ICMP type and code");
    into.reason = reason_kind::icmp;
    into.icmp_type = recorded_number<std::uint8_t>(words.substr(0, slash), "reason");
    into.icmp_code = recorded_number<std::uint8_t>(words.substr(slash + 1, sender - slash - 1), "reason");
    if (sender == std::string_view::npos)
        return true;
    auto const from = target::parse_ip_range(words.substr(sender + 6));
    if (from && from->first() == from->last())
        into.from = from->at(0).address();
    return true;
}

inline bool read_errno(outcome& into, std::string_view word)
{
    into.reason = reason_kind::system;
    if (word.starts_with("errno ")) {
        into.error = recorded_number<int>(word.substr(6), "reason");
        return true;
    }
    for (int error = 1; error != 200; ++error)
        if (errno_name(error) == word) {
            into.error = error;
            return true;
        }
    return false;
}

/// The evidence behind a state: our words, and those of nmap where it has others.
inline outcome recorded_outcome(port_state state, std::string_view words)
{
    outcome read;
    read.state = state;
    if (read_icmp(read, words))
        return read;
    constexpr std::pair<std::string_view, reason_kind> known[] = {
        {"syn-ack", reason_kind::syn_ack},
        {"refused", reason_kind::refused},
        {"no-response", reason_kind::no_response},
        {"udp-response", reason_kind::udp_response},
        {"host-timeout", reason_kind::host_timeout},
        {"conn-refused", reason_kind::refused},
        {"reset", reason_kind::refused},
        {"port-unreach", reason_kind::refused},
    };
    for (auto const& [word, kind] : known)
        if (words == word) {
            read.reason = kind;
            return read;
        }
    if (read_errno(read, words))
        return read;
    throw bad_record("'reason' is unknown");
}

/// `2026-01-02T03:04:05.000006Z`
inline std::chrono::system_clock::time_point recorded_time(std::string_view text)
{
    using namespace std::chrono;
    if (text.size() != 27 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' ||
        text[16] != ':' || text[19] != '.' || text[26] != 'Z')
        throw bad_record("a time is not in the form 2026-01-02T03:04:05.000006Z");
    auto const part = [&](std::size_t at, std::size_t size) {
        return recorded_number<unsigned>(text.substr(at, size), "time");
    };
    year_month_day const date{year(static_cast<int>(part(0, 4))), month(part(5, 2)), day(part(8, 2))};
    // The clock counts nanoseconds in 64 bits.
    bool const known = date.year() >= year(1970) && date.year() <= year(2261);
    if (!date.ok() || !known || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 60)
        throw bad_record("a time does not exist");
    return sys_days(date) + hours(part(11, 2)) + minutes(part(14, 2)) + seconds(part(17, 2)) +
           microseconds(part(20, 6));
}

/// Microseconds as a span of time; what is too long for one is as long as can be.
inline std::chrono::nanoseconds recorded_microseconds(std::uint64_t value) noexcept
{
    constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)()) / 1000;
    return std::chrono::nanoseconds(static_cast<std::int64_t>((std::min)(value, most) * 1000));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RECORDED_WORDS_HPP
