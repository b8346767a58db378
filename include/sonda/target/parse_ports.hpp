// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PARSE_PORTS_HPP
#define SONDA_TARGET_PARSE_PORTS_HPP

#include <sonda/target/parse_error.hpp>
#include <sonda/target/parse_numbers.hpp>
#include <sonda/target/port_set.hpp>
#include <sonda/target/service_names.hpp>

#include <boost/system/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonda::target {

/** Ports by protocol.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct port_lists
{
    port_set tcp; ///< The TCP ports.
    port_set udp; ///< The UDP ports.

    /// The ports of a protocol.
    port_set& of(protocol proto) noexcept { return proto == protocol::tcp ? tcp : udp; }

    /// The ports of a protocol.
    port_set const& of(protocol proto) const noexcept { return proto == protocol::tcp ? tcp : udp; }

    /// Equality of both.
    friend bool operator==(port_lists const&, port_lists const&) = default;
};

} // namespace sonda::target

namespace sonda::detail {

using port_range_result = boost::system::result<target::port_range, target::parse_error>;

inline port_range_result parse_port_number(std::string_view item, std::string_view text)
{
    auto const port = parse_decimal(text, 65535);
    if (!port || *port == 0)
        return parse_failure(error::bad_port, item, "a port is a number from 1 to 65535");
    auto const number = static_cast<std::uint16_t>(*port);
    return target::port_range{number, number};
}

// `80`, `80-90`, `8000-`, `-100` or `-`; `item` is what an error quotes.
inline port_range_result parse_port_range(std::string_view item, std::string_view text)
{
    auto const hyphen = text.find('-');
    if (hyphen == std::string_view::npos)
        return parse_port_number(item, text);
    if (text == "-1")
        return parse_failure(error::bad_port, item, "a port cannot be negative; write 1 for the first port");
    target::port_range range;
    if (auto const first = text.substr(0, hyphen); !first.empty()) {
        auto const number = parse_port_number(item, first);
        if (!number)
            return number;
        range.first = number->first;
    }
    if (auto const last = text.substr(hyphen + 1); !last.empty()) {
        auto const number = parse_port_number(item, last);
        if (!number)
            return number;
        range.last = number->last;
    }
    if (range.last < range.first)
        return parse_failure(error::bad_range, item, "the end of the range is before its start");
    return range;
}

// The protocol of a prefix `T:` or `U:`, which is removed from the text.
inline std::optional<protocol> take_protocol(std::string_view& text) noexcept
{
    if (text.size() < 2 || text[1] != ':')
        return std::nullopt;
    bool const tcp = text[0] == 'T' || text[0] == 't';
    if (!tcp && text[0] != 'U' && text[0] != 'u')
        return std::nullopt;
    text.remove_prefix(2);
    return tcp ? protocol::tcp : protocol::udp;
}

// Adds one item between commas; gives the error if there is one.
inline std::optional<target::parse_error> add_ports(std::string_view item, protocol fallback, target::port_lists& lists)
{
    auto text = item;
    auto const named = take_protocol(text);
    if (text.empty())
        return parse_failure(error::bad_port, item, "a port is missing");
    if (!text.empty() && is_letter(text.front())) {
        auto const service = target::find_service(text, named.value_or(fallback), named.has_value());
        if (!service)
            return parse_failure(error::bad_port, item, "neither a port nor a service that is known here");
        lists.of(service->protocol).insert(service->port);
        return std::nullopt;
    }
    auto const range = parse_port_range(item, text);
    if (!range)
        return range.error();
    lists.of(named.value_or(fallback)).insert(*range);
    return std::nullopt;
}

} // namespace sonda::detail

namespace sonda::target {

/** Reads ports between commas: `22,80-90,8000-,-100,T:443,U:53,http`, or `-` for all of them.

    A prefix `T:` or `U:` holds for its own item only. An item without one is of the protocol `fallback`; a service that
    does not exist there, like `tftp` in a TCP scan, is of its own protocol. `-1` is taken for a negative number.

    @par Error codes
    @li `sonda::error::empty`  there is no text, or nothing between two commas.
    @li `sonda::error::bad_port`  an item is no port from 1 to 65535, no range of them and no known service.
    @li `sonda::error::bad_range`  the end of a range is before its start.

    @par Exception safety
    Throws `std::bad_alloc` alone.
*/
inline boost::system::result<port_lists, parse_error> parse_ports(std::string_view text,
                                                                  protocol fallback = protocol::tcp)
{
    port_lists lists;
    for (std::size_t start = 0; start <= text.size();) {
        auto const comma = (std::min)(text.find(',', start), text.size());
        auto const item = detail::trim(text.substr(start, comma - start));
        if (item.empty())
            return detail::parse_failure(error::empty, text, "a port is missing");
        if (auto failure = detail::add_ports(item, fallback, lists))
            return *failure;
        start = comma + 1;
    }
    return lists;
}

} // namespace sonda::target

#endif // SONDA_TARGET_PARSE_PORTS_HPP
