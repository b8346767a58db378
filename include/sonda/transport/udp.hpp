// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_UDP_HPP
#define SONDA_TRANSPORT_UDP_HPP

#if !defined(__linux__)

#include <sonda/transport/asio_udp.hpp>

namespace sonda::transport {

/// Where the batches of Linux do not exist: the plain transport.
template<class Executor = boost::asio::any_io_executor, payload::payload_source Payloads = payload::standard>
using basic_udp = basic_asio_udp<Executor, Payloads>;

/// The transport over any executor, with the standard payloads.
using udp = basic_udp<>;

} // namespace sonda::transport

#else

#include <sonda/detail/poll_bell.hpp>
#include <sonda/detail/udp_engine.hpp>
#include <sonda/payload/standard.hpp>
#include <sonda/transport/udp_options.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/posix/descriptor_base.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

#include <sys/epoll.h>

namespace sonda::transport {

/** Probes UDP ports of many targets from one socket per family.

    Sends and receives in batches of 64 (sendmmsg, recvmmsg) and reads the error queue (IP_RECVERR) after each, for a
    socket of default size keeps 255 unread errors. On other systems than Linux the name stands for @ref basic_asio_udp.

    @li A datagram from the target's address, port and zone is `open`, be it empty, be it the answer to an earlier try.
        One from any other address or port is ignored: it is no evidence about the port that was asked. One exception:
        where servers answer from a port of their choice, e.g. by TFTP, the payload source says so (`asked_port`).
    @li An ICMP port unreachable (RFC 792: type 3, code 3; RFC 4443: type 1, code 4) from the target is `closed`. From
        another address it is `filtered`: a filter on the way says so, and not the host. So is every other ICMP error.
        The reason is `reason_kind::icmp` with type, code and sender in each case. "Packet too big" is no verdict.
    @li Silence is `open_filtered`.
    @li What cannot be sent at all (no route, prohibited by a route or by the local packet filter, a payload above
        65,507 bytes) is `error` with its errno. EAGAIN, ENOBUFS, ENOMEM and the like are a shortage.
    @li An ICMP error that the system reports with the send of a later datagram is attributed to its own.
    @li The transport never answers itself: it leaves the port that it is about to probe.

    Where the payload source asks for a port to come from (`source_port`), a datagram leaves from a socket that is bound to
    it, at once and not in a batch. If there can be none, as the port is taken or reserved, it leaves like the others. So it
    does where it would go to the very same port of this machine, and no socket stays on a port of ours that is to be
    probed.

    A host limits the ICMP errors it sends, Linux to one a second and target after a burst of 6 (`icmp_ratelimit`),
    but not on its loopback interface: of a remote host's closed ports most stay silent.

    @tparam Executor  Any executor that Asio's descriptors accept.
    @tparam Payloads  What is sent to which port: a @ref payload::payload_source.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @par Example
    A payload source of one's own is a function object:
    @code
    auto const hello = [](sonda::endpoint const&) -> sonda::payload::payload_list {
        static constexpr std::byte text[] = {std::byte{'h'}, std::byte{'i'}};
        static constexpr sonda::payload::bytes list[] = {text};
        return list;
    };
    sonda::transport::basic_udp transport(context.get_executor(), {.slots = 256}, hello);
    @endcode
*/
template<class Executor = boost::asio::any_io_executor, payload::payload_source Payloads = payload::standard>
class basic_udp
{
public:
    using executor_type = Executor; ///< Waits for the sockets.
    using payloads_type = Payloads; ///< What is sent.

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::open_filtered;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        using other = basic_udp<OtherExecutor, Payloads>; ///< The rebound type.
    };

    /** Opens the sockets.

        @param executor  Waits for them.
        @param options   Slots, source addresses, receive buffer.
        @param payloads  What is sent to which port; moved in.

        @par Error codes
        Throws `boost::system::system_error`: what `socket` and `bind` say, e.g. `address_not_available` for a source
        address that is not ours. A machine without IPv6 gives its IPv6 targets the state `error` instead.
    */
    explicit basic_udp(Executor const& executor, udp_options const& options = {}, Payloads payloads = Payloads())
        : state_(std::make_unique<state>(executor, options, std::move(payloads)))
    {}

    /// Opens the sockets, with the executor of a context.
    template<class ExecutionContext>
        requires std::derived_from<ExecutionContext, boost::asio::execution_context>
    explicit basic_udp(ExecutionContext& context, udp_options const& options = {}, Payloads payloads = Payloads())
        : basic_udp(Executor(context.get_executor()), options, std::move(payloads))
    {}

    /// The executor.
    executor_type get_executor() const { return state_->descriptor.get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return state_->engine.slots(); }

    /// Where the next probe of a family comes from; the address is unspecified if the system chooses it per probe.
    endpoint local_endpoint(bool v6) const noexcept { return state_->engine.local(v6); }

    /// How many datagrams a probe of the target consists of: a pacing counts each.
    std::size_t packets(endpoint const& target) const noexcept { return state_->engine.packets(target); }

    /** Queues a probe, with all payloads of its port, and sends the queue when it is full.

        Answers at once only where there is no socket for the target's family, which is `error`, or no local port to
        probe our own from, which is a shortage.

        @par Requirements
        `slot` is free and below `slots()`.
    */
    probe_result start(slot_id slot, endpoint const& target) { return state_->engine.start(slot, target); }

    /** Sends what is queued, reads what came, and calls `f(slot_id, probe_result const&)` for every probe that is
        finished.

        Gives their number. Never blocks, and allocates nothing.

        @param f  Does not call the transport and does not throw.
    */
    template<class F>
    std::size_t reap(F&& f)
    {
        state_->bell.silence();
        return state_->engine.reap(std::forward<F>(f));
    }

    /** Waits until `reap` may have something.

        At most one wait is outstanding. It may complete for nothing. The transport may be moved or destroyed
        meanwhile.

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
        if (state_->engine.has_work())
            state_->bell.ring();
        return state_->descriptor.async_wait(descriptor_type::wait_read, std::forward<Token>(token));
    }

    /** Asks for a slot to be freed: it comes back through the next `reap`.

        Ends an outstanding wait. A probe that is still queued is not sent. A slot that is not pending is left alone.
    */
    void cancel(slot_id slot)
    {
        state_->engine.cancel(slot);
        state_->bell.ring();
    }

private:
    using descriptor_type = boost::asio::posix::basic_stream_descriptor<Executor>;
    using engine_type = detail::udp_engine<Payloads>;

    struct state
    {
        state(Executor const& executor, udp_options const& options, Payloads payloads)
            : descriptor(executor, open_poll())
            , bell(descriptor.native_handle())
            , engine(options, std::move(payloads), descriptor.native_handle())
        {}

        static int open_poll()
        {
            int const descriptor = ::epoll_create1(EPOLL_CLOEXEC);
            if (descriptor < 0)
                throw boost::system::system_error(errno, boost::system::system_category(), "epoll_create1");
            return descriptor;
        }

        descriptor_type descriptor; // first: it is waited for until it is destroyed, when the sockets are closed
        detail::poll_bell bell; // for what no socket announces
        engine_type engine;
    };

    std::unique_ptr<state> state_;
};

/// The transport over any executor, with the standard payloads.
using udp = basic_udp<>;

static_assert(transport_policy<udp>);

} // namespace sonda::transport

#endif // __linux__

#endif // SONDA_TRANSPORT_UDP_HPP
