// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SERVICE_OF_PORT_HPP
#define SONDA_DETAIL_SERVICE_OF_PORT_HPP

#include <sonda/endpoint.hpp>
#include <sonda/target/service_names.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace sonda::detail {

/// The first of the common services that has this port, or an empty view. What usually is there, not what answered.
constexpr std::string_view service_of_port(endpoint const& found) noexcept
{
    bool const tcp = found.protocol() == protocol::tcp;
    auto const* const entry =
        std::find_if(std::begin(target::service_names), std::end(target::service_names), [&](auto const& service) {
            return service.port == found.port() && (tcp ? service.tcp : service.udp);
        });
    return entry == std::end(target::service_names) ? std::string_view() : entry->name;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SERVICE_OF_PORT_HPP
