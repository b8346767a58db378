// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_TCP_CONNECT_HPP
#define SONDA_TRANSPORT_TCP_CONNECT_HPP

#include <sonda/transport/connect_options.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>

#if defined(__linux__)

#include <sonda/detail/connect_setup.hpp>
#include <sonda/detail/source_question.hpp>
#include <sonda/detail/tcp_prober.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/posix/descriptor_base.hpp>
#include <boost/system/error_code.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

#else

#include <sonda/transport/asio_connect.hpp>

#endif

namespace sonda::transport {

#if defined(__linux__)

/** Probes TCP ports with `connect`, without privileges, with sockets that it keeps.

    On Linux a refusal that comes at once costs two system calls, and an answer that comes later one more for each
    batch of answers and one for itself. On other systems this is another name for @ref basic_asio_connect.

    What a probe is told:
    @li `open`, `syn_ack`: the handshake was completed, by somebody else than the probe itself. The connection is ended
        as `connect_options::close` says.
    @li `closed`, `refused`: a reset or an ICMP port unreachable.
    @li `filtered`, `icmp`: another ICMP error, with its type, its code and its sender. `filtered`, `no_response`: the
        system gave up before the scan did. `filtered`, `system`: an error whose ICMP message the system does not show.
    @li `error`, `system`: the system refused to send, e.g. for want of a route, or of a local address to send from.

    It holds three descriptors, and one for each probe that was ever in flight at a time.

    @par Requirements
    The function given to `reap` does not throw.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @tparam Executor  The executor on which `async_ready` waits.

    @see connect_options, @ref sonda::transport_policy
*/
template<class Executor = boost::asio::any_io_executor>
class basic_tcp_connect
{
public:
    /// The executor on which `async_ready` waits.
    using executor_type = Executor;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The transport.
        using other = basic_tcp_connect<OtherExecutor>;
    };

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::filtered;

    /** Makes a transport on an executor.

        @param executor  Where `async_ready` waits.
        @param options   See @ref connect_options.

        @throws boost::system::system_error  `error::bad_option` for a number of slots out of range; an error of the
        system if it grants no epoll descriptor or the source address is not one of this machine's.
    */
    explicit basic_tcp_connect(executor_type const& executor, connect_options const& options = {})
        : prober_(detail::checked(options))
        , sources_(options.source)
        , ready_(executor, detail::duplicate(prober_.descriptor()))
    {}

    /// Makes a transport on the executor of an execution context; see above.
    template<class ExecutionContext>
        requires std::convertible_to<ExecutionContext&, boost::asio::execution_context&>
    explicit basic_tcp_connect(ExecutionContext& context, connect_options const& options = {})
        : basic_tcp_connect(executor_type(context.get_executor()), options)
    {}

    /// The executor.
    executor_type get_executor() noexcept { return ready_.get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return prober_.slots(); }

    /** Sends a probe; gives the answer if it is there at once.

        @param slot    A free slot, in `[0, slots())`.
        @param target  What to probe; its protocol is not looked at.

        @return See @ref sonda::transport_policy.
    */
    probe_result start(slot_id slot, endpoint const& target)
    {
        return sources_.explained(prober_.start(slot, target), target, ready_);
    }

    /** Calls `f(slot, result)` for every pending slot whose result is there.

        @param f  Must neither throw nor call the transport.

        @return How many there were.
    */
    template<class F>
    std::size_t reap(F&& f)
    {
        return prober_.reap(std::forward<F>(f));
    }

    /// Asks for a pending slot to be freed; it comes back through the next `reap`.
    void cancel(slot_id slot) { prober_.cancel(slot); }

    /** Waits until `reap` may have something.

        @param token  Completion token. The transport must live until completion, or be destroyed, which completes the
        operation.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        @li `boost::asio::error::operation_aborted`  cancelled, or the transport was destroyed.

        @par Per-operation cancellation
        @li `terminal`, `partial`, `total`  ends the wait; the transport is unchanged.

        @par Thread safety
        Like any other call: not concurrently with one on the same transport.
    */
    template<boost::asio::completion_token_for<void(boost::system::error_code)> Token =
                 boost::asio::default_completion_token_t<executor_type>>
    auto async_ready(Token&& token = {})
    {
        return ready_.async_wait(boost::asio::posix::descriptor_base::wait_read, std::forward<Token>(token));
    }

private:
    detail::tcp_prober prober_;
    detail::source_question sources_;
    boost::asio::posix::basic_stream_descriptor<Executor> ready_;
};

#else

template<class Executor = boost::asio::any_io_executor>
using basic_tcp_connect = basic_asio_connect<Executor>;

#endif

/// @ref basic_tcp_connect on any executor.
using tcp_connect = basic_tcp_connect<>;

static_assert(transport_policy<tcp_connect>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_TCP_CONNECT_HPP
