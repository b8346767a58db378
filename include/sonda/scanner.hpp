// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SCANNER_HPP
#define SONDA_SCANNER_HPP

#include <sonda/ordering/serial.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/verdict_stream.hpp>

#include <boost/asio/execution_context.hpp>
#include <boost/system/system_error.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

namespace sonda {

namespace detail {

// Options of a transport of which only the number of slots is said.
struct slots_only
{
    std::size_t slots;

    template<class Options>
        requires requires(Options options, std::size_t n) { options.slots = n; }
    operator Options() const
    {
        Options options;
        options.slots = slots;
        return options;
    }
};

} // namespace detail

/** Scans targets: sends a probe to each, waits for answers, and hands one verdict per target to a sink.

    It is an I/O object of Boost.Asio assembled from policies: the transport says how a probe is sent, the timer how
    deadlines are kept, the ordering in which order targets are visited and the pacing how fast. It keeps at most
    `scan_options::batch` probes in flight and allocates nothing per probe. Its turns on its executor are serialised,
    as on a strand, and in them it calls the sink; any number of threads may run the executor.

    A scanner may be moved and destroyed while a scan is under way. Destroying it ends the scan as `terminal`
    cancellation does.

    @tparam Transport  How probes are sent.
    @tparam Timer      How deadlines are kept; its clock is the clock of the scan.
    @tparam Ordering   In which order, and which targets.
    @tparam Pacing     When the next probe may start.
    @tparam Executor   The executor of the transport.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @par Example
    @code
    sonda::basic_scanner scanner(sonda::transport::tcp_connect(context.get_executor(), {.slots = 256}));
    scanner.async_scan(targets, [](sonda::verdict const& found) { print(found); }, token);
    @endcode
*/
template<transport_policy Transport, timer_policy Timer = timer::deadline_queue<>,
         ordering_policy Ordering = ordering::serial, class Pacing = pacing::unlimited,
         class Executor = typename Transport::executor_type>
class basic_scanner
{
    static_assert(pacing_policy<Pacing, typename Timer::clock_type>, "Pacing does not satisfy pacing_policy");
    static_assert(std::same_as<Executor, typename Transport::executor_type>, "the transport has another executor");

    using core_type = detail::scan_core<Transport, Timer, Ordering, Pacing, Executor>;

public:
    using executor_type = Executor; ///< The executor that the scan runs on.
    using transport_type = Transport; ///< How probes are sent.
    using timer_type = Timer; ///< How deadlines are kept.
    using ordering_type = Ordering; ///< In which order targets are visited.
    using pacing_type = Pacing; ///< How fast.
    using clock_type = typename Timer::clock_type; ///< The clock of the scan.

    /// The same scanner over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The rebound type.
        using other = basic_scanner<typename Transport::template rebind_executor<OtherExecutor>::other, Timer, Ordering,
                                    Pacing, OtherExecutor>;
    };

    /** Assembles a scanner.

        @param transport  Sends the probes; its executor is the scanner's.
        @param options    Batch, timeout, tries.
        @param order      The rule by which targets are ordered.
        @param pace       When the next probe may start.
        @param timer      Keeps the deadlines.

        @par Error codes
        Throws `boost::system::system_error` with `error::bad_option` if the batch or the tries are 0, or a time is
        negative.
    */
    explicit basic_scanner(Transport transport, scan_options const& options = {}, Ordering order = Ordering(),
                           Pacing pace = Pacing(), Timer timer = Timer())
        : core_(std::make_shared<core_type>(std::move(transport), std::move(timer), std::move(order), std::move(pace),
                                            checked(options)))
    {}

    /** Assembles a scanner whose transport needs no more than an executor and a number of slots.

        @param executor  The executor of the transport and the scanner.
        @param options   Batch, timeout, tries; the transport gets as many slots as the batch.
        @param order     The rule by which targets are ordered.
        @param pace      When the next probe may start.
        @param timer     Keeps the deadlines.

        @par Error codes
        As above; and what the construction of the transport throws.
    */
    explicit basic_scanner(Executor const& executor, scan_options const& options = {}, Ordering order = Ordering(),
                           Pacing pace = Pacing(), Timer timer = Timer())
        requires std::constructible_from<Transport, Executor const&, detail::slots_only>
        : basic_scanner(Transport(executor, detail::slots_only{checked(options).batch}), options, std::move(order),
                        std::move(pace), std::move(timer))
    {}

    /// The same, on the executor of an execution context.
    template<class ExecutionContext>
        requires std::convertible_to<ExecutionContext&, boost::asio::execution_context&>
    explicit basic_scanner(ExecutionContext& context, scan_options const& options = {}, Ordering order = Ordering(),
                           Pacing pace = Pacing(), Timer timer = Timer())
        requires std::constructible_from<Transport, Executor const&, detail::slots_only>
        : basic_scanner(Executor(context.get_executor()), options, std::move(order), std::move(pace), std::move(timer))
    {}

    /// Moves a scanner, and the scan that it runs; the moved-from one may only be destroyed or assigned to.
    basic_scanner(basic_scanner&&) noexcept = default;

    /// Ends the scan of this one, as its destructor does, and takes over the other and its scan.
    basic_scanner& operator=(basic_scanner&& other) noexcept
    {
        if (this != &other) {
            basic_scanner const ended(std::move(*this));
            core_ = std::move(other.core_);
        }
        return *this;
    }

    /// Ends the scan under way, or the stream: its handler is called with `operation_aborted`.
    ~basic_scanner()
    {
        if (!core_)
            return;
        core_->closed.store(true);
        core_type::abandon(core_);
    }

    /// The executor.
    executor_type get_executor() const { return core_->transport.get_executor(); }

    /// What the scanner was told.
    scan_options const& options() const noexcept { return core_->options; }

    /** Scans all targets and hands the verdicts to a sink.

        Completes when every target has its verdict and the sink has them. The verdicts come in the order in which they
        are found. The scan lets the other work of its executor run every `scan_options::quantum`.

        @param targets  What is scanned: a @ref target_source, moved or copied in.
        @param sink     A @ref sink_policy or a callable that takes a @ref verdict. An lvalue is held by reference and
                        must live until completion; an rvalue is moved in. It is called in the turns of the scan, never
                        twice at a time, and must not call this scanner.
        @param token    Any completion token.

        @par Completion signature
        @code void(boost::system::error_code, sonda::scan_summary) @endcode
        The summary counts what was done in every case.

        @par Error codes
        @li `error::in_progress`  a scan or a stream of this scanner is under way.
        @li `error::sink_failed`  the sink threw; `scan_summary::failure` has the exception.
        @li `boost::asio::error::operation_aborted`  it was cancelled, or the scanner destroyed, before it was complete.

        @par Per-operation cancellation
        @li `terminal`  starts nothing more and calls back what is in flight; the scanner can scan again.
        @li `partial`  starts nothing more, and waits for what is in flight; the scanner can scan again.
        @li `total`  not supported.

        @par Thread safety
        Shared objects: unsafe; the cancellation signal may be emitted on any thread that does not also touch it.

        @par Exception safety
        Strong: throws only what the copying of arguments or an allocation throws, before anything was sent.
    */
    template<target_source Targets, detail::sink_or_callable Sink,
             class CompletionToken = boost::asio::default_completion_token_t<executor_type>>
    auto async_scan(Targets targets, Sink&& sink, CompletionToken&& token = CompletionToken())
    {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code, scan_summary)>(
            [](auto handler, std::shared_ptr<core_type> core, Targets what, auto where) {
                initiate(std::move(handler), std::move(core), std::move(what), std::move(where));
            },
            token, core_, std::move(targets), detail::hold_sink(std::forward<Sink>(sink)));
    }

    /** Makes a scan whose verdicts are pulled, by coroutines above all.

        Nothing is sent before the first @ref verdict_stream::async_next.

        @par Error codes
        Throws `boost::system::system_error` with `error::in_progress` if a scan or a stream of this scanner is under
        way.
    */
    template<target_source Targets>
    verdict_stream<core_type, Targets> stream(Targets targets)
    {
        using engine_type = detail::scan_engine<core_type, Targets, detail::pulled_sink>;
        detail::scan_claim<core_type> claim(core_);
        if (!claim)
            throw boost::system::system_error(error::in_progress);
        auto sink = detail::pulled_sink(core_->slots() + 2 * engine_type::chunk);
        return {core_, std::make_shared<engine_type>(std::move(claim), std::move(targets), std::move(sink))};
    }

private:
    static scan_options const& checked(scan_options const& options)
    {
        using std::chrono::nanoseconds;
        if (options.batch == 0 || options.tries == 0 || options.timeout < nanoseconds::zero() ||
            options.quantum < nanoseconds::zero() || options.patience < nanoseconds::zero() ||
            options.host_timeout < nanoseconds::zero())
            throw boost::system::system_error(error::bad_option);
        return options;
    }

    template<class Handler, class Targets, class Sink>
    static void initiate(Handler handler, std::shared_ptr<core_type> core, Targets targets, Sink sink)
    {
        using engine_type = detail::scan_engine<core_type, Targets, Sink>;
        detail::scan_claim<core_type> claim(core);
        if (!claim) {
            auto const executor = boost::asio::get_associated_executor(handler, core->transport.get_executor());
            return detail::post_completion(executor, std::move(handler), make_error_code(error::in_progress),
                                           scan_summary());
        }
        auto const allocator = boost::asio::get_associated_allocator(handler);
        auto engine =
            std::allocate_shared<engine_type>(allocator, std::move(claim), std::move(targets), std::move(sink));
        detail::start_scan_op(std::move(engine), detail::whole_scan(), handler);
    }

    std::shared_ptr<core_type> core_;
};

} // namespace sonda

#endif // SONDA_SCANNER_HPP
