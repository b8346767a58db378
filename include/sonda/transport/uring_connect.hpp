// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_URING_CONNECT_HPP
#define SONDA_TRANSPORT_URING_CONNECT_HPP

#include <sonda/detail/connect_setup.hpp>
#include <sonda/detail/source_question.hpp>
#include <sonda/detail/uring_prober.hpp>
#include <sonda/detail/uring_ring.hpp>
#include <sonda/transport/connect_options.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/posix/descriptor_base.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace sonda::transport {

/** Asks the system whether it grants a ring of io_uring.

    @return Nothing if it does; else its reason, e.g. `ENOSYS` for a kernel that is too old, `EPERM` where it is forbidden.
*/
inline boost::system::error_code uring_refusal()
{
    try {
        detail::uring_ring const granted(1);
        return {};
    } catch (boost::system::system_error const& refusal) {
        return refusal.code();
    }
}

/** Probes TCP ports with `connect`, without privileges, in a ring of io_uring: one system call for a batch of probes.

    Needs Linux 5.17 or newer, and a system that grants rings; liburing has to be linked (`sonda::uring` in CMake). No
    other header of the library includes this one but @ref basic_best_connect, which takes it where it can be had. The
    ring needs neither a thread of its own nor another back-end of Boost.Asio: the executor waits for its descriptor.

    What a probe is told is the same as of @ref basic_tcp_connect, but that no probe is answered by `start`.

    It holds two descriptors, and one for each probe that was ever in flight at a time.

    @par Requirements
    The function given to `reap` does not throw.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe. Calls may come from any thread, one at a time. When a
    thread ends, what it has sent is put back (`again`) once its answer comes, or is cancelled as ever.

    @tparam Executor  The executor on which `async_ready` waits.

    @see connect_options, @ref sonda::transport_policy
*/
template<class Executor = boost::asio::any_io_executor>
class basic_uring_connect
{
public:
    /// The executor on which `async_ready` waits.
    using executor_type = Executor;

    /// The same transport over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The transport.
        using other = basic_uring_connect<OtherExecutor>;
    };

    /// The state of a target that never answered.
    static constexpr port_state silence = port_state::filtered;

    /** Makes a transport on an executor.

        @param executor  Where `async_ready` waits.
        @param options   See @ref connect_options.

        @throws boost::system::system_error  `error::bad_option` for a number of slots out of range; an error of the
        system if it grants no ring (`ENOSYS`: its kernel is too old; `EPERM`: it is forbidden here) or the source
        address is not one of this machine's.
    */
    explicit basic_uring_connect(executor_type const& executor, connect_options const& options = {})
        : prober_(detail::checked(options))
        , sources_(options.source)
        , ready_(executor, detail::duplicate(prober_.descriptor()))
    {}

    /// Makes a transport on the executor of an execution context; see above.
    template<class ExecutionContext>
        requires std::convertible_to<ExecutionContext&, boost::asio::execution_context&>
    explicit basic_uring_connect(ExecutionContext& context, connect_options const& options = {})
        : basic_uring_connect(executor_type(context.get_executor()), options)
    {}

    /// The executor.
    executor_type get_executor() noexcept { return ready_.get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return prober_.slots(); }

    /** Queues a probe, which the next `reap` or `async_ready` sends.

        @param slot    A free slot, in `[0, slots())`.
        @param target  What to probe; its protocol is not looked at.

        @return `pending`, or why it could not be begun.
    */
    probe_result start(slot_id slot, endpoint const& target) { return prober_.start(slot, target); }

    /** Sends what is queued, and calls `f(slot, result)` for every pending slot whose result is there.

        @param f  Must neither throw nor call the transport.

        @return How many there were.
    */
    template<class F>
    std::size_t reap(F&& f)
    {
        return prober_.reap([&](slot_id slot, probe_result const& result, endpoint const& target) {
            f(slot, sources_.explained(result, target, ready_));
        });
    }

    /// Asks for a pending slot to be freed; it comes back through a later `reap`, and its socket serves the next probe.
    void cancel(slot_id slot) { prober_.cancel(slot); }

    /** Sends what is queued, and waits until `reap` may have something.

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
        using boost::asio::posix::descriptor_base;
        // A ring is writable while it has room; that wakes at once for what the kernel would not take now.
        auto const what = prober_.hand_over() ? descriptor_base::wait_read : descriptor_base::wait_write;
        return ready_.async_wait(what, std::forward<Token>(token));
    }

private:
    detail::uring_prober prober_;
    detail::source_question sources_;
    boost::asio::posix::basic_stream_descriptor<Executor> ready_;
};

/// @ref basic_uring_connect on any executor.
using uring_connect = basic_uring_connect<>;

static_assert(transport_policy<uring_connect>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_URING_CONNECT_HPP
