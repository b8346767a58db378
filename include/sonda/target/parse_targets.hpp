// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_PARSE_TARGETS_HPP
#define SONDA_TARGET_PARSE_TARGETS_HPP

#include <sonda/endpoint.hpp>
#include <sonda/target/host_name.hpp>
#include <sonda/target/parse_address.hpp>
#include <sonda/target/parse_ports.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sonda::target {

/** What one target text says: addresses or a name, and perhaps a single port.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct target_spec
{
    std::variant<ip_range, std::string> host; ///< Addresses, or a name that is still to be looked up.
    std::uint16_t port = 0; ///< With `host:port` the port, and the host is one address or a name; else 0.
    std::optional<sonda::protocol> proto{}; ///< With `host:U:port` or `host:T:port` the protocol of the port.

    /// True if the host is a name.
    bool is_name() const noexcept { return std::holds_alternative<std::string>(host); }

    /// Equality of both parts.
    friend bool operator==(target_spec const&, target_spec const&) = default;
};

} // namespace sonda::target

namespace sonda::detail {

using spec_result = boost::system::result<target::target_spec, target::parse_error>;

// Text that only an address can begin with: a refusal should then speak of addresses and not of names.
inline bool looks_like_address(std::string_view text) noexcept
{
    return text.find_first_of("/:%") != std::string_view::npos || is_numeric_label(last_label(text)) ||
           parse_v4(text.substr(0, text.find('-')));
}

inline spec_result parse_host(std::string_view text)
{
    if (text.empty())
        return parse_failure(error::empty, text, "a target is missing");
    if (looks_like_address(text)) {
        auto const range = target::parse_ip_range(text);
        if (!range)
            return range.error();
        return target::target_spec{*range};
    }
    if (!target::is_host_name(text))
        return parse_failure(error::bad_name, text, "neither an address nor a host name");
    return target::target_spec{std::string(text)};
}

// `host` and `port` are parts of `token`, which an error quotes.
inline spec_result parse_host_and_port(std::string_view token, std::string_view host, std::string_view port)
{
    auto spec = parse_host(host);
    if (!spec)
        return parse_failure(static_cast<error>(spec.error().code.value()), token, spec.error().reason);
    spec->proto = take_protocol(port);
    auto const number = parse_decimal(port, 65535);
    if (!number || *number == 0)
        return parse_failure(error::bad_port, token, "after the colon there must be a port from 1 to 65535");
    auto const* const range = std::get_if<target::ip_range>(&spec->host);
    if (range && range->first() != range->last())
        return parse_failure(error::bad_address, token, "a port goes with one address or a name");
    spec->port = static_cast<std::uint16_t>(*number);
    return spec;
}

inline spec_result parse_bracketed(std::string_view token)
{
    auto const close = token.find(']');
    if (close == std::string_view::npos)
        return parse_failure(error::bad_address, token, "the closing bracket is missing");
    auto const host = token.substr(1, close - 1);
    auto const rest = token.substr(close + 1);
    if (auto const address = parse_v6(host); !address)
        return parse_failure(error::bad_address, token, "in the brackets there must be an IPv6 address");
    if (rest.starts_with(':'))
        return parse_host_and_port(token, host, rest.substr(1));
    if (!rest.empty())
        return parse_failure(error::bad_address, token, "after the bracket there may only be a colon and a port");
    return parse_host(host);
}

} // namespace sonda::detail

namespace sonda::target {

/** Reads one target: what @ref parse_ip_range reads, a host name, `host:port` or `[v6]:port`.

    A port may have its protocol before it: `host:U:53`, `host:T:443`.

    What could be a mistaken address is never a name, so nothing but a host name is ever looked up.

    @par Error codes
    @li `sonda::error::empty`  there is no text.
    @li `sonda::error::bad_address`  it looks like an address, prefix or range and is none.
    @li `sonda::error::bad_range`  the end of a range is before its start.
    @li `sonda::error::bad_name`  it is neither an address nor a host name.
    @li `sonda::error::bad_port`  after the colon is no port from 1 to 65535.

    @par Exception safety
    Throws `std::bad_alloc` alone.
*/
inline boost::system::result<target_spec, parse_error> parse_target(std::string_view text)
{
    if (text.starts_with('['))
        return detail::parse_bracketed(text);
    auto const colon = text.find(':');
    if (colon != std::string_view::npos) {
        auto const port = text.substr(colon + 1);
        auto number = port;
        detail::take_protocol(number);
        if (number.find(':') == std::string_view::npos)
            return detail::parse_host_and_port(text, text.substr(0, colon), port);
    }
    return detail::parse_host(text);
}

/** Reads targets between commas, blanks around each allowed; the first mistake is the result.

    @par Error codes
    Those of @ref parse_target; an empty item is `sonda::error::empty`.
*/
inline boost::system::result<std::vector<target_spec>, parse_error> parse_targets(std::string_view text)
{
    std::vector<target_spec> targets;
    for (std::size_t start = 0; start <= text.size();) {
        auto const comma = (std::min)(text.find(',', start), text.size());
        auto const item = detail::trim(text.substr(start, comma - start));
        if (item.empty())
            return detail::parse_failure(error::empty, text, "a target is missing");
        auto target = parse_target(item);
        if (!target)
            return target.error();
        targets.push_back(std::move(*target));
        start = comma + 1;
    }
    return targets;
}

} // namespace sonda::target

#endif // SONDA_TARGET_PARSE_TARGETS_HPP
