// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_ASIO_UDP_HPP
#define SONDA_TRANSPORT_ASIO_UDP_HPP

#include <sonda/detail/datagram_flights.hpp>
#include <sonda/payload/standard.hpp>
#include <sonda/transport/udp_options.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/system/error_code.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

namespace sonda::transport {

/** Probes UDP ports the plain way: one connected socket per probe, and nothing but Boost.Asio.

    It works wherever Asio does, and is the yardstick for @ref basic_udp, from which it differs:

    @li It takes a descriptor per probe in flight, and several system calls. The memory of a wait comes from Asio, which
        recycles it on its own threads and allocates elsewhere.
    @li A refusal is `closed` with `reason_kind::refused`: the system tells neither type nor sender of an ICMP error.
        Other errors are `filtered` with their errno; some systems, Linux among them, keep "net" and "host unreachable"
        to themselves, which then are silence.
    @li An answer to an earlier try is not heard, for its socket is closed; nor is one from another port (TFTP).

    `udp_options::receive_buffer` has no effect.

    @tparam Executor  Any executor that Asio's sockets accept.
    @tparam Payloads  What is sent to which port: a @ref payload::payload_source.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<class Executor = boost::asio::any_io_executor, payload::payload_source Payloads = payload::standard>
class basic_asio_udp
{
    using flights_type = detail::datagram_flights<Executor>;

public:
    using executor_type = Executor; ///< Waits for the sockets.
    using payloads_type = Payloads; ///< What is sent.

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::open_filtered;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        using other = basic_asio_udp<OtherExecutor, Payloads>; ///< The rebound type.
    };

    /** Prepares the slots; sockets are opened per probe.

        @param executor  Waits for the sockets.
        @param options   Slots and source addresses.
        @param payloads  What is sent to which port; moved in.
    */
    explicit basic_asio_udp(Executor const& executor, udp_options const& options = {}, Payloads payloads = Payloads())
        : flights_(std::make_shared<flights_type>(executor, options))
        , payloads_(std::move(payloads))
    {}

    /// Prepares the slots, with the executor of a context.
    template<class ExecutionContext>
        requires std::derived_from<ExecutionContext, boost::asio::execution_context>
    explicit basic_asio_udp(ExecutionContext& context, udp_options const& options = {}, Payloads payloads = Payloads())
        : basic_asio_udp(Executor(context.get_executor()), options, std::move(payloads))
    {}

    /// Moves the transport and its probes; the moved-from one may only be destroyed or assigned to.
    basic_asio_udp(basic_asio_udp&&) = default;

    /// Ends what is in flight and takes the other's place.
    basic_asio_udp& operator=(basic_asio_udp&& other) noexcept
    {
        std::swap(flights_, other.flights_);
        std::swap(payloads_, other.payloads_);
        return *this;
    }

    /// Closes all sockets and ends an outstanding wait.
    ~basic_asio_udp()
    {
        if (flights_)
            flights_->shut_down();
    }

    /// The executor.
    executor_type get_executor() const { return flights_->get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return flights_->slots(); }

    /// How many datagrams a probe of the target consists of: a pacing counts each.
    std::size_t packets(endpoint const& target) const noexcept
    {
        payload::payload_list const list = payloads_(target);
        return list.empty() ? 1 : list.size();
    }

    /** Opens a socket and sends all payloads of the target's port. @see transport_policy

        Answers at once what the system refuses at once: `error`, `closed`, `again` for a connection with oneself, or a
        shortage.
    */
    probe_result start(slot_id slot, endpoint const& target)
    {
        return flights_->start(slot, target, payloads_(target));
    }

    /// Hands over the finished probes. @see transport_policy
    template<class F>
    std::size_t reap(F&& f)
    {
        return flights_->reap(f);
    }

    /** Waits until `reap` may have something.

        At most one wait is outstanding. The transport may be moved or destroyed meanwhile.

        @param token  Any completion token.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        @li `boost::asio::error::operation_aborted`  cancelled, or the transport was destroyed.

        @par Per-operation cancellation
        @li `terminal`, `partial`, `total`  end the wait; the probes go on.

        @par Thread safety
        Shared objects: unsafe.
    */
    template<boost::asio::completion_token_for<void(boost::system::error_code)> Token =
                 boost::asio::default_completion_token_t<Executor>>
    auto async_ready(Token&& token = Token())
    {
        return boost::asio::async_initiate<Token, void(boost::system::error_code)>(
            [](auto handler, std::shared_ptr<flights_type> flights) { flights->wait(std::move(handler)); }, token,
            flights_);
    }

    /// Asks for a slot to be freed. @see transport_policy
    void cancel(slot_id slot) { flights_->cancel(slot); }

private:
    std::shared_ptr<flights_type> flights_;
    [[no_unique_address]] Payloads payloads_;
};

/// The transport over any executor, with the standard payloads.
using asio_udp = basic_asio_udp<>;

static_assert(transport_policy<asio_udp>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_ASIO_UDP_HPP
