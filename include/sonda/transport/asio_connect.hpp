// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_ASIO_CONNECT_HPP
#define SONDA_TRANSPORT_ASIO_CONNECT_HPP

#include <sonda/detail/connect_state.hpp>
#include <sonda/error.hpp>
#include <sonda/transport/connect_options.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

namespace sonda::transport {

/** Probes TCP ports with one `async_connect` of Boost.Asio for each probe, on every system that it knows.

    The plain way: it is what @ref basic_tcp_connect is elsewhere than on Linux, and the yardstick there. No probe is
    answered at once, and an ICMP error is known by its errno only: `filtered`, `system`. Else what a probe is told is
    the same. It holds one descriptor for each probe in flight, two where a probe was connected with itself.

    The memory of the operations is kept with the slots.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe. The executor may have any number of threads.

    @tparam Executor  The executor of the sockets, and on which `async_ready` waits.

    @see connect_options, @ref sonda::transport_policy
*/
template<class Executor = boost::asio::any_io_executor>
class basic_asio_connect
{
public:
    /// The executor of the sockets.
    using executor_type = Executor;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The transport.
        using other = basic_asio_connect<OtherExecutor>;
    };

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::filtered;

    /** Makes a transport on an executor.

        @param executor  Where the sockets and `async_ready` wait.
        @param options   See @ref connect_options.

        @throws boost::system::system_error  `error::bad_option` for a number of slots out of range.
    */
    explicit basic_asio_connect(executor_type const& executor, connect_options const& options = {})
        : state_(std::make_shared<state_type>(executor, checked(options)))
    {}

    /// Makes a transport on the executor of an execution context; see above.
    template<class ExecutionContext>
        requires std::convertible_to<ExecutionContext&, boost::asio::execution_context&>
    explicit basic_asio_connect(ExecutionContext& context, connect_options const& options = {})
        : basic_asio_connect(executor_type(context.get_executor()), options)
    {}

    /// Takes over everything, probes in flight included.
    basic_asio_connect(basic_asio_connect&&) noexcept = default;

    /// Ends what this one has in flight and takes over everything of the other.
    basic_asio_connect& operator=(basic_asio_connect&& other) noexcept
    {
        basic_asio_connect taken(std::move(other));
        std::swap(state_, taken.state_);
        return *this;
    }

    /// Ends what is in flight.
    ~basic_asio_connect()
    {
        if (state_)
            state_->finish();
    }

    /// The executor.
    executor_type get_executor() noexcept { return state_->get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return state_->slots(); }

    /** Sends a probe.

        @param slot    A free slot, in `[0, slots())`.
        @param target  What to probe; its protocol is not looked at.

        @return `pending`, or why it could not be begun.
    */
    probe_result start(slot_id slot, endpoint const& target) { return state_->start(slot, target); }

    /** Calls `f(slot, result)` for every pending slot whose result is there.

        @param f  Must neither throw nor call the transport.

        @return How many there were.
    */
    template<class F>
    std::size_t reap(F&& f)
    {
        return state_->reap(std::forward<F>(f));
    }

    /// Asks for a pending slot to be freed; it comes back through a later `reap`.
    void cancel(slot_id slot) { state_->cancel(slot); }

    /** Waits until `reap` may have something.

        @param token  Completion token.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        @li `boost::asio::error::operation_aborted`  cancelled, or the transport was destroyed.

        @par Per-operation cancellation
        @li `terminal`, `partial`, `total`  end the wait; the probes go on.

        @par Thread safety
        Like any other call: not concurrently with one on the same transport.
    */
    template<boost::asio::completion_token_for<void(boost::system::error_code)> Token =
                 boost::asio::default_completion_token_t<executor_type>>
    auto async_ready(Token&& token = {})
    {
        return boost::asio::async_initiate<Token, void(boost::system::error_code)>(
            [](auto handler, std::shared_ptr<state_type> state) { state->wait(std::move(handler)); }, token, state_);
    }

private:
    using state_type = detail::connect_state<Executor>;

    static connect_options const& checked(connect_options const& options)
    {
        if (options.slots == 0 || options.slots > std::size_t{1} << 31)
            throw boost::system::system_error(error::bad_option, "slots");
        return options;
    }

    std::shared_ptr<state_type> state_;
};

/// @ref basic_asio_connect on any executor.
using asio_connect = basic_asio_connect<>;

static_assert(transport_policy<asio_connect>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_ASIO_CONNECT_HPP
