// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_VERDICT_HPP
#define SONDA_VERDICT_HPP

#include <sonda/endpoint.hpp>

#include <boost/asio/ip/address.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace sonda {

/** What a scan says about an endpoint, in the words of the field.

    @li `open`           a service answered
    @li `closed`         the host answered that nothing listens
    @li `filtered`       something on the way rejected the probe, or nothing answered a TCP probe
    @li `open_filtered`  nothing answered a UDP probe
    @li `error`          this machine could not send the probe at all, or did not, as it had left the host
*/
enum class port_state : std::uint8_t { open, closed, filtered, open_filtered, error };

/// How many states there are, for tables of counters.
inline constexpr std::size_t port_state_count = 5;

/// `open`, `closed`, `filtered`, `open|filtered` or `error`.
constexpr std::string_view to_string(port_state state) noexcept
{
    constexpr std::string_view names[port_state_count] = {"open", "closed", "filtered", "open|filtered", "error"};
    return names[static_cast<std::size_t>(state)];
}

/// Why an endpoint has its state.
enum class reason_kind : std::uint8_t {
    syn_ack, ///< A TCP connection was accepted.
    refused, ///< The host refused: a TCP reset, or what the system takes for one.
    no_response, ///< Silence until the deadline of the last try.
    icmp, ///< An ICMP error; `icmp_type`, `icmp_code` and `from` say which and whose.
    udp_response, ///< A datagram came back, be it empty.
    system, ///< A system call failed; `error` is its errno.
    host_timeout ///< Its host was waited for longer than `scan_options::host_timeout`; it was not probed, or not to the end.
};

/** A state and the evidence for it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct outcome
{
    port_state state = port_state::filtered; ///< The state.
    reason_kind reason = reason_kind::no_response; ///< The kind of evidence.
    std::uint8_t icmp_type = 0; ///< With `reason_kind::icmp`: the type, in the numbers of the endpoint's family.
    std::uint8_t icmp_code = 0; ///< With `reason_kind::icmp`: the code.
    int error = 0; ///< The errno behind `system`, `refused` and `icmp` where there was one, else 0.
    boost::asio::ip::address from; ///< With `reason_kind::icmp`: who sent it, unspecified where the system hides it.

    /// Equality of all parts.
    friend bool operator==(outcome const&, outcome const&) noexcept = default;
};

/** What a scan found out about one target: the only thing that a sink ever sees.

    A scan gives exactly one verdict for every target that it finished.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct verdict
{
    sonda::endpoint endpoint; ///< What was probed.
    sonda::outcome outcome; ///< What came of it.
    std::uint64_t index = 0; ///< The index of the target in its target space.
    std::chrono::nanoseconds rtt{
        0}; ///< From the send of the answered try to its answer, read once per batch; 0 if none.
    unsigned tries = 1; ///< How many tries it took, 1 or more.

    /// Short for `outcome.state`.
    port_state state() const noexcept { return outcome.state; }
};

} // namespace sonda

#endif // SONDA_VERDICT_HPP
