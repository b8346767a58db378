// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_ANNOTATIONS_HPP
#define SONDA_SINK_ANNOTATIONS_HPP

#include <sonda/endpoint.hpp>

#include <boost/asio/ip/address.hpp>

#include <chrono>
#include <functional>
#include <span>
#include <string>

namespace sonda::sink {

/// Gives the names by which an address was named, what the user typed first; the span lives until the next call.
using name_lookup = std::function<std::span<std::string const>(boost::asio::ip::address const&)>;

/// Gives the time of day.
using clock_function = std::function<std::chrono::system_clock::time_point()>;

/** What a sink writes beside what it finds in a verdict.

    @par Thread safety
    The functions are called in the turns of the scan, one at a time. Distinct objects: as safe as the functions. Shared objects:
    unsafe.
*/
struct annotations
{
    name_lookup names; ///< The names of an address; none if empty. Called once a record.
    clock_function clock = [] { return std::chrono::system_clock::now(); }; ///< Called once a record; not empty.

    /// The names of the address of an endpoint, or an empty span.
    std::span<std::string const> names_of(endpoint const& found) const
    {
        return names ? names(found.address()) : std::span<std::string const>{};
    }
};

} // namespace sonda::sink

#endif // SONDA_SINK_ANNOTATIONS_HPP
