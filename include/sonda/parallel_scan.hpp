// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PARALLEL_SCAN_HPP
#define SONDA_PARALLEL_SCAN_HPP

#include <sonda/detail/parallel_op.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/pacing/concurrent.hpp>
#include <sonda/scanner.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sonda {

namespace detail {

// A pacing under which scans on several threads may be: itself if it is one, or says nothing at all.
template<class Pacing>
struct pacing_of_parts
{
    using type = pacing::concurrent<Pacing>;
};

template<class Pacing>
    requires requires(Pacing& pacing, std::chrono::steady_clock::time_point now) { pacing.admit(now, std::uint64_t()); }
struct pacing_of_parts<Pacing>
{
    using type = Pacing;
};

template<class Pacing>
struct pacing_of_parts<pacing::concurrent<Pacing>>
{
    using type = pacing::concurrent<Pacing>;
};

template<>
struct pacing_of_parts<pacing::unlimited>
{
    using type = pacing::unlimited;
};

// What a part visits: a shard, unless the ordering has as many parts of its own.
template<class Ordering>
ordering::shard<Ordering> order_of_part(Ordering const& order, std::uint64_t part, std::uint64_t count)
{
    if constexpr (requires { order.part(part); })
        if (order.parts() == count)
            return {0, 1, order.part(part)};
    return {part, count, order};
}

} // namespace detail

/** One scan on several executors at once: as many parts as there are transports, and one sink, summary and handler.

    Each part is a scan of its own, with a transport and a timer of its own, over one @ref ordering::shard of the same
    ordering, or over a part that the ordering has of its own, if it has as many (@ref ordering::remaining). So the
    parts are disjoint and visit all targets together. One that has come to its end takes over some of what others
    have not begun yet, so that all end together. Nothing else is shared by them but the sink and the pacing. To
    make use of several processors, each executor runs on a thread of its own; the parts of a thread pool may all have
    its one executor. It starts no threads.

    It may be moved and destroyed while a scan is under way. Destroying it ends the scan as `terminal` cancellation
    does.

    @tparam Transport  How probes are sent.
    @tparam Timer      How deadlines are kept; each part has a copy.
    @tparam Ordering   In which order, and which targets.
    @tparam Pacing     When the next probe of any part may start.
    @tparam Executor   The executor of the transports.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    `example/10_parallel_scan.cpp` is a whole program.

    @see basic_scanner
*/
template<transport_policy Transport, timer_policy Timer = timer::deadline_queue<>,
         ordering_policy Ordering = ordering::serial, class Pacing = pacing::unlimited,
         class Executor = typename Transport::executor_type>
class basic_parallel_scan
{
    using part_pacing = typename detail::pacing_of_parts<Pacing>::type;
    using part_scanner = basic_scanner<Transport, Timer, ordering::shard<Ordering>, part_pacing, Executor>;
    using core_type = detail::parallel_core<part_scanner>;

public:
    using executor_type = Executor; ///< The executor of the first part, which is that of handlers that have none.
    using transport_type = Transport; ///< How probes are sent.
    using timer_type = Timer; ///< How deadlines are kept.
    using ordering_type = Ordering; ///< In which order targets are visited.
    using pacing_type = Pacing; ///< How fast.
    using clock_type = typename Timer::clock_type; ///< The clock of the scan.

    /// The same scan over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        /// The rebound type.
        using other = basic_parallel_scan<typename Transport::template rebind_executor<OtherExecutor>::other, Timer,
                                          Ordering, Pacing, OtherExecutor>;
    };

    /** Assembles a scan.

        @param transports  One for each part, with the executor that the part runs on.
        @param options     Batch, timeout, tries. The batch is that of the whole scan: the parts share it, and if it is
                           smaller than their number only so many of them are used.
        @param order       The rule by which targets are ordered.
        @param pace        When the next probe may start, whichever part it is of.
        @param timer       Keeps the deadlines; each part has a copy.

        @par Error codes
        Throws `boost::system::system_error` with `error::bad_option` if there is no transport, the batch or the tries
        are 0, or a time is negative.
    */
    explicit basic_parallel_scan(std::vector<Transport> transports, scan_options const& options = {},
                                 Ordering const& order = Ordering(), Pacing pace = Pacing(),
                                 Timer const& timer = Timer())
        : core_(std::make_shared<core_type>())
    {
        auto const count = (std::min)(transports.size(), options.batch);
        if (count == 0)
            throw boost::system::system_error(error::bad_option);
        part_pacing const common(std::move(pace));
        for (std::size_t i = 0; i != count; ++i)
            core_->parts.emplace_back(part_scanner(std::move(transports[i]), part_options(options, i, count),
                                                   detail::order_of_part(order, i, count), common, timer));
        core_type::watch(core_);
    }

    /** Assembles a scan whose transports need no more than an executor and a number of slots.

        @param executors  One for each part.
        @param options    Batch, timeout, tries; as above.
        @param order      The rule by which targets are ordered.
        @param pace       When the next probe may start, whichever part it is of.
        @param timer      Keeps the deadlines; each part has a copy.

        @par Error codes
        As above; and what the construction of the transports throws.
    */
    explicit basic_parallel_scan(std::vector<Executor> const& executors, scan_options const& options = {},
                                 Ordering const& order = Ordering(), Pacing pace = Pacing(),
                                 Timer const& timer = Timer())
        requires std::constructible_from<Transport, Executor const&, detail::slots_only>
        : basic_parallel_scan(transports_on(executors, options), options, order, std::move(pace), timer)
    {}

    /// Moves a scan, also while it runs; the moved-from one may only be destroyed or assigned to.
    basic_parallel_scan(basic_parallel_scan&&) noexcept = default;

    /// Ends the scan of this one, as its destructor does, and takes over the other and its scan.
    basic_parallel_scan& operator=(basic_parallel_scan&& other) noexcept
    {
        if (this != &other) {
            basic_parallel_scan const ended(std::move(*this));
            core_ = std::move(other.core_);
        }
        return *this;
    }

    /// Ends the scan under way: its handler is called with `operation_aborted`.
    ~basic_parallel_scan()
    {
        if (core_)
            core_->close();
    }

    /// The executor of the first part.
    executor_type get_executor() const { return core_->executor(); }

    /// How many parts there are.
    std::size_t parts() const noexcept { return core_->parts.size(); }

    /** Scans all targets and hands the verdicts to a sink.

        Completes when every target has its verdict and the sink has them. Each part hands over what it found once a
        round, which is a chunk of at most 64 probes and the answers that came meanwhile.

        @param targets  What is scanned: a @ref target_source, moved or copied in; the parts read it at the same time.
        @param sink     A @ref sink_policy or a callable that takes a @ref verdict. An lvalue is held by reference and
                        must live until completion; an rvalue is moved in. It is called in the turns of the parts, on
                        their threads, never twice at a time, and must not call this scan.
        @param token    Any completion token.

        @par Completion signature
        @code void(boost::system::error_code, sonda::scan_summary) @endcode
        The summary is that of all parts: sums, and the longest of their durations. It counts the verdicts that the sink
        has taken.

        @par Error codes
        @li `error::in_progress`  a scan is under way.
        @li `error::sink_failed`  the sink threw; `scan_summary::failure` has the exception. All parts were ended.
        @li `boost::asio::error::no_memory`  not all parts could begin; `scan_summary::failure` says why.
        @li `boost::asio::error::operation_aborted`  it was cancelled, or destroyed, before it was complete.

        If one of the execution contexts is destroyed meanwhile, also one whose part has ended already, the other parts
        are ended and the handler is destroyed without having been called. The scan object may go before or after.

        @par Per-operation cancellation
        @li `terminal`  no part starts anything more, and what is in flight is called back; it can scan again.
        @li `partial`  no part starts anything more, and what is in flight is waited for; it can scan again.
        @li `total`  not supported.

        @par Thread safety
        Shared objects: unsafe; the cancellation signal may be emitted on any thread that does not also touch it.

        @par Exception safety
        Throws only what the copying of arguments or the allocation of the operation throws, before anything was sent.
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

private:
    // The parts of the batch differ by one at most, as those of the targets do.
    static scan_options part_options(scan_options options, std::size_t part, std::size_t count)
    {
        options.batch = options.batch / count + (part < options.batch % count ? 1 : 0);
        return options;
    }

    static std::vector<Transport> transports_on(std::vector<Executor> const& executors, scan_options const& options)
    {
        auto const count = (std::min)(executors.size(), options.batch);
        std::vector<Transport> made;
        made.reserve(count);
        for (std::size_t i = 0; i != count; ++i)
            made.push_back(Transport(executors[i], detail::slots_only{part_options(options, i, count).batch}));
        return made;
    }

    template<class Handler, class Targets, class Sink>
    static void initiate(Handler handler, std::shared_ptr<core_type> core, Targets targets, Sink sink)
    {
        if (core->claimed.exchange(true)) {
            auto const executor = boost::asio::get_associated_executor(handler, core->executor());
            return detail::post_completion(executor, std::move(handler), make_error_code(error::in_progress),
                                           scan_summary());
        }
        detail::parallel_op<core_type, Targets, Sink, Handler>::start(std::move(core), std::move(targets),
                                                                      std::move(sink), std::move(handler));
    }

    std::shared_ptr<core_type> core_;
};

/// Scans TCP ports on several executors, in the order of the targets and as fast as the batch allows.
using parallel_tcp_scan = basic_parallel_scan<transport::tcp_connect>;

} // namespace sonda

#endif // SONDA_PARALLEL_SCAN_HPP
