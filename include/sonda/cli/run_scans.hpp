// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUN_SCANS_HPP
#define SONDA_CLI_RUN_SCANS_HPP

#include <sonda/cli/interrupts.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/cli/transport_kit.hpp>
#include <sonda/detail/socket_handle.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/pacing/shared.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/scanner.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace sonda::detail {

inline void add_summary(scan_summary& sum, scan_summary const& part)
{
    sum.targets += part.targets;
    sum.verdicts += part.verdicts;
    sum.probes += part.probes;
    sum.shortages += part.shortages;
    sum.last_shortage = part.last_shortage != 0 ? part.last_shortage : sum.last_shortage;
    for (std::size_t i = 0; i != port_state_count; ++i)
        sum.counts[i] += part.counts[i];
    sum.duration = (std::max)(sum.duration, part.duration);
    if (!sum.failure)
        sum.failure = part.failure;
}

inline cli::usage_error no_descriptors()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return cli::usage_error("too few descriptors for a single probe: this process may have " +
                                std::to_string(limit.rlim_cur) + " open files; see ulimit -n",
                            cli::exit_status::nothing);
}

inline void check_descriptors(boost::system::error_code const& failed)
{
    if (failed == boost::system::errc::too_many_files_open)
        throw no_descriptors();
}

// Without one, every probe would wait for what never comes.
inline void check_descriptor_left()
{
    socket_handle const probe(::dup(STDIN_FILENO));
    if (!probe && errno == EMFILE)
        throw no_descriptors();
}

} // namespace sonda::detail

namespace sonda::cli {

/** Scans that run at once, into one sink, under one pacing.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe; the context is run by one thread.
*/
class scan_group
{
public:
    /// Of scans with a gap of `interval` between any two probes, into `output`, which must outlive it.
    scan_group(scan_output& output, std::chrono::nanoseconds interval)
        : output_(output)
        , pacing_(std::chrono::duration_cast<pacing::interval::duration>(interval))
    {}

    scan_group(scan_group const&) = delete;

    /** Adds a scan, which begins when its executor runs.

        @par Exception safety
        Strong: throws what the scanner throws.
    */
    template<transport_policy Transport>
    void start(Transport transport, target::target_space const& targets, scan_options const& options,
               scan_order const& order)
    {
        using pacing_type = pacing::shared<pacing::interval>;
        using scanner_type = basic_scanner<Transport, timer::deadline_queue<>, scan_order, pacing_type>;
        auto scanner = std::make_shared<scanner_type>(std::move(transport), options, order, pacing_type(pacing_));
        auto& signal = signals_[started_++];
        ++running_;
        auto on_done = [this, scanner](boost::system::error_code, scan_summary const& summary) {
            detail::add_summary(summary_, summary);
            done_ = --running_ == 0;
            if (summary.failure)
                cancel(boost::asio::cancellation_type::terminal);
        };
        scanner->async_scan(targets, output_, boost::asio::bind_cancellation_slot(signal.slot(), std::move(on_done)));
    }

    /// Cancels all of them.
    void cancel(boost::asio::cancellation_type how)
    {
        for (auto& signal : signals_)
            signal.emit(how);
    }

    /// True when all are done.
    bool const& done() const noexcept { return done_; }

    /// What they did together.
    scan_summary const& summary() const noexcept { return summary_; }

private:
    scan_output& output_;
    pacing::interval pacing_;
    std::array<boost::asio::cancellation_signal, 2> signals_;
    scan_summary summary_;
    std::size_t started_ = 0;
    std::size_t running_ = 0;
    bool done_ = false;
};

/** Adds the scans of a job over TCP and UDP, and sends nothing yet.

    @param group    What they are added to.
    @param context  What they run on.
    @param chosen   What the user asked for.
    @param job      What is scanned.
    @param plan     How.
    @param kit      Makes the transports; see @ref transport_kit.

    @par Exception safety
    Throws @ref usage_error if there can be no transport, e.g. for a source address that is not of this machine, or if
    it leaves no descriptor for a probe.
*/
template<class Kit>
void start_scans(scan_group& group, boost::asio::io_context& context, options const& chosen, scan_job const& job,
                 scan_plan const& plan, Kit const& kit)
{
    try {
        auto const executor = context.get_executor();
        if (job.tcp.size() != 0)
            group.start(kit.tcp(executor, chosen, plan.tcp.batch), job.tcp, plan.tcp, plan.order);
        if (job.udp.size() != 0)
            group.start(kit.udp(executor, chosen, plan.udp.batch), job.udp, plan.udp, plan.order);
    } catch (boost::system::system_error const& error) {
        detail::check_descriptors(error.code());
        throw usage_error("cannot scan: " + error.code().message() +
                          (chosen.source.is_unspecified() ? "" : "; from " + chosen.source.to_string()));
    }
    if (job.tcp.size() != 0)
        detail::check_descriptor_left();
}

/** Runs scans to their end, or until signals end them, and says what was done.

    @param context  What the scans run on; it is run.
    @param group    The scans.
    @param signals  End it early.
*/
inline scan_summary run_group(boost::asio::io_context& context, scan_group& group, interrupts& signals)
{
    signals.on_signal([&](boost::asio::cancellation_type how) { group.cancel(how); });
    detail::run_until(context, group.done());
    signals.ignore();
    return group.summary();
}

/** @ref start_scans and @ref run_group for whoever has nothing to do between them.

    @param context  What the scans run on; it is run.
    @param chosen   What the user asked for.
    @param job      What is scanned.
    @param plan     How.
    @param output   Where to; it is not told of the beginning and the end.
    @param signals  End it early.
    @param kit      Makes the transports; see @ref transport_kit.

    @par Exception safety
    As @ref start_scans.
*/
template<class Kit>
scan_summary run_scans(boost::asio::io_context& context, options const& chosen, scan_job const& job,
                       scan_plan const& plan, scan_output& output, interrupts& signals, Kit const& kit)
{
    scan_group group(output, chosen.interval);
    start_scans(group, context, chosen, job, plan, kit);
    return run_group(context, group, signals);
}

} // namespace sonda::cli

#endif // SONDA_CLI_RUN_SCANS_HPP
