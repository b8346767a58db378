// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_PAYLOAD_SOURCE_HPP
#define SONDA_PAYLOAD_PAYLOAD_SOURCE_HPP

#include <sonda/endpoint.hpp>

#include <concepts>
#include <cstddef>
#include <span>

namespace sonda::payload {

/// What one datagram carries; it may be empty.
using bytes = std::span<std::byte const>;

/// The payloads for one target. Each is a datagram of its own.
using payload_list = std::span<bytes const>;

/// How much of a datagram the hook `asked_port` of a payload source sees at most.
inline constexpr std::size_t head_size = 16;

/** Says what a UDP probe carries to which target.

    Called once per probe, with the target. Every payload of the list is sent, in its order, in the same start: a
    service that answers any of them is found. An empty list is taken as one empty datagram.

    The list and its bytes are not copied. They stay valid and unchanged as long as the source lives, also when it is
    moved before its first call: static arrays do, and so do vectors that the source owns. A call does not throw, does
    not block and need not be thread-safe.

    Two hooks are optional. `source_port(endpoint const& target, std::size_t index)` gives the port that the payload of that
    place in the list of the target wants to come from, or 0 if any will do. @ref sonda::transport::basic_udp obeys it where
    a socket can be bound to that port; the number of ports should be small, for each takes a descriptor. And
    `asked_port(bytes head)` is given the beginning of a datagram that comes from a port where nobody
    was asked, @ref sonda::payload::head_size bytes or all of it, and says for which port of that address it is an
    answer all the same, or 0; see @ref sonda::payload::asked_port.

    @par Models
    @li @ref sonda::payload::standard
    @li @ref sonda::payload::empty
    @li @ref sonda::payload::table
    @li a function object of the user, see @ref sonda::transport::basic_udp
*/
// clang-format off
template<class T>
concept payload_source = std::move_constructible<T> &&
    requires(T const& source, endpoint const& target) {
        { source(target) } -> std::convertible_to<payload_list>;
    };
// clang-format on

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_PAYLOAD_SOURCE_HPP
