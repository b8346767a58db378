// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_POLICY_HPP
#define SONDA_TRANSPORT_POLICY_HPP

#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>

#include <boost/asio/detached.hpp>

#include <concepts>
#include <cstddef>

namespace sonda {

namespace detail {

struct transport_archetype_callback
{
    void operator()(slot_id, probe_result const&) const noexcept {}
};

} // namespace detail

/** Sends probes and collects their answers; each probe in flight occupies a slot.

    @li `slots()` is how many probes can be in flight, fixed at construction; slots are `[0, slots())`.
    @li `start(slot, endpoint)` sends a probe, or queues it for the next `reap`. A result other than `pending` frees the
        slot at once and `reap` does not repeat it: an answer that is there needs no timer. A result is evidence: an
        event is only a hint, and a connection with oneself is `again`.
    @li `reap(f)` sends what is queued, then calls `f(slot, result)` once for every pending slot whose result is there,
        and gives their number. It never blocks. `f` does not call the transport.
    @li `async_ready(token)` completes, with the signature `void(error_code)`, when `reap` may have something; at once if
        it has. At most one is outstanding. Terminal cancellation is supported. It may complete for nothing. No
        wake-up is lost: what becomes ready between a `reap` and `async_ready` completes the latter.
    @li `cancel(slot)` asks for a pending slot to be freed. The slot comes back through a later `reap`: `answered` if an
        answer was there after all, else `cancelled`. Whatever the system held for the probe is released by then. A
        model whose slots come back without an event of the system makes `async_ready` complete.
    @li `silence` is the state of a target that never answered: `filtered` for TCP, `open_filtered` for UDP.
    @li `rebind_executor<E>::other` is the same transport over another executor.

    A hook is optional: `packets(endpoint)`, const, is how many packets the start of a probe sends if it is not one. A
    pacing is told of each; they leave together.

    After construction nothing allocates per probe. The calls are serialised by the scan; `async_ready` completes
    through the executor associated with its token. On an executor of several threads it may be cancelled on one while it
    completes on another, so it is one operation of Asio and not a composed one. Destruction releases everything,
    whatever is in flight.

    Only the syntax below is checked by the compiler; @ref sonda::conformance::check_transport checks the rest.

    @par Models
    @li @ref sonda::transport::tcp_connect, @ref sonda::transport::asio_connect
    @li @ref sonda::transport::uring_connect, @ref sonda::transport::best_connect
    @li @ref sonda::transport::udp, @ref sonda::transport::asio_udp
    @li @ref sonda::transport::simulated
*/
// clang-format off
template<class T>
concept transport_policy = std::movable<T> &&
    requires(T& transport, T const& view, slot_id slot, endpoint const& target,
             detail::transport_archetype_callback callback) {
        typename T::executor_type;
        { transport.get_executor() } -> std::same_as<typename T::executor_type>;
        { view.slots() } noexcept -> std::same_as<std::size_t>;
        { transport.start(slot, target) } -> std::same_as<probe_result>;
        { transport.reap(callback) } -> std::same_as<std::size_t>;
        transport.async_ready(boost::asio::detached);
        transport.cancel(slot);
        { T::silence } -> std::convertible_to<port_state>;
    };
// clang-format on

} // namespace sonda

#endif // SONDA_TRANSPORT_POLICY_HPP
