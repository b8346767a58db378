// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_BEST_CONNECT_HPP
#define SONDA_TRANSPORT_BEST_CONNECT_HPP

#include <sonda/transport/connect_options.hpp>
#include <sonda/transport/tcp_connect.hpp>
#include <sonda/transport/uring_connect.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <concepts>
#include <cstddef>
#include <utility>
#include <variant>

namespace sonda::transport {

/** Probes TCP ports with @ref basic_uring_connect where the system grants a ring, else with @ref basic_tcp_connect.

    A ring is refused by kernels that are too old, by `kernel.io_uring_disabled`, and by the filters of system calls that
    containers are run under. The system is asked once, by making one. Like @ref basic_uring_connect it needs liburing
    to be linked.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe. Calls may come from any thread, one at a time.

    @tparam Executor  The executor on which `async_ready` waits.

    @see connect_options, connect_way, uring_refusal
*/
template<class Executor = boost::asio::any_io_executor>
class basic_best_connect
{
    using ring = basic_uring_connect<Executor>;
    using portable = basic_tcp_connect<Executor>;
    using either = std::variant<portable, ring>;

public:
    /// The executor on which `async_ready` waits.
    using executor_type = Executor;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The transport.
        using other = basic_best_connect<OtherExecutor>;
    };

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::filtered;

    /** Makes the better transport that can be had.

        @param executor  Where `async_ready` waits.
        @param options   See @ref connect_options.
        @param way       See @ref connect_way.

        @throws boost::system::system_error  What the constructor of the one that is taken throws.
    */
    explicit basic_best_connect(executor_type const& executor, connect_options const& options = {},
                                connect_way way = connect_way::best)
        : taken_(choose(executor, options, way))
    {}

    /// Makes a transport on the executor of an execution context; see above.
    template<class ExecutionContext>
        requires std::convertible_to<ExecutionContext&, boost::asio::execution_context&>
    explicit basic_best_connect(ExecutionContext& context, connect_options const& options = {},
                                connect_way way = connect_way::best)
        : basic_best_connect(executor_type(context.get_executor()), options, way)
    {}

    /// True if it is the one with io_uring.
    bool uses_uring() const noexcept { return std::holds_alternative<ring>(taken_); }

    /// The executor.
    executor_type get_executor() noexcept
    {
        return with([](auto& taken) { return taken.get_executor(); });
    }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept
    {
        auto const* const taken = std::get_if<ring>(&taken_);
        return taken ? taken->slots() : std::get_if<portable>(&taken_)->slots();
    }

    /** Sends or queues a probe; may give the answer at once.

        @param slot    A free slot, in `[0, slots())`.
        @param target  What to probe; its protocol is not looked at.

        @return See @ref sonda::transport_policy.
    */
    probe_result start(slot_id slot, endpoint const& target)
    {
        return with([&](auto& taken) { return taken.start(slot, target); });
    }

    /** Sends what is queued, and calls `f(slot, result)` for every pending slot whose result is there.

        @param f  Must neither throw nor call the transport.

        @return How many there were.
    */
    template<class F>
    std::size_t reap(F&& f)
    {
        return with([&](auto& taken) { return taken.reap(f); });
    }

    /// Asks for a pending slot to be freed; it comes back through a later `reap`.
    void cancel(slot_id slot)
    {
        with([&](auto& taken) { taken.cancel(slot); });
    }

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
        return with([&](auto& taken) { return taken.async_ready(std::forward<Token>(token)); });
    }

private:
    static either choose(executor_type const& executor, connect_options const& options, connect_way way)
    {
        if (way != connect_way::portable) {
            try {
                return either(std::in_place_type<ring>, executor, options);
            } catch (boost::system::system_error const&) {
                // What is wrong with the options the other one will say, too.
                if (way == connect_way::uring)
                    throw;
            }
        }
        return either(std::in_place_type<portable>, executor, options);
    }

    template<class F>
    decltype(auto) with(F&& f)
    {
        if (auto* const taken = std::get_if<ring>(&taken_))
            return f(*taken);
        return f(*std::get_if<portable>(&taken_));
    }

    either taken_;
};

/// @ref basic_best_connect on any executor.
using best_connect = basic_best_connect<>;

static_assert(transport_policy<best_connect>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_BEST_CONNECT_HPP
