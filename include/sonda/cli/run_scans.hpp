// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUN_SCANS_HPP
#define SONDA_CLI_RUN_SCANS_HPP

#include <sonda/cli/interrupts.hpp>
#include <sonda/cli/relay_output.hpp>
#include <sonda/cli/run_pacing.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/cli/transport_kit.hpp>
#include <sonda/cli/worker_threads.hpp>
#include <sonda/detail/add_summary.hpp>
#include <sonda/detail/socket_handle.hpp>
#include <sonda/parallel_scan.hpp>
#include <sonda/scan_summary.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace sonda::detail {

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

/** Scans that run at once, on one thread or several, into one sink, under one pacing.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class scan_group
{
public:
    /** Without scans.

        @param context   What the first part of each scan runs on, and where verdicts go into `output`; it is run by
                         @ref run_group.
        @param output    Where to; must outlive it.
        @param pacing    How fast all of them together are.
        @param workers   Scan beside the thread that runs the context; must outlive it. They are stopped when it goes.
    */
    scan_group(boost::asio::io_context& context, scan_output& output, run_pacing pacing, worker_threads& workers)
        : context_(context)
        , output_(output)
        , pacing_(std::move(pacing))
        , workers_(workers)
        , relay_(std::make_shared<relay_output>(output, context))
    {}

    scan_group(scan_group const&) = delete;

    /// Stops the threads.
    ~scan_group() { workers_.stop(); }

    /// In how many parts a scan is done, on so many threads.
    static std::size_t parts_of(std::size_t threads, scan_options const& options) noexcept
    {
        return (std::min)(threads, options.batch);
    }

    /** Adds a scan; nothing is sent before @ref run.

        @param proto    Over what; of each there is one scan.
        @param make     Makes the transport of a part, of an executor and a number of slots.
        @param targets  What is scanned.
        @param options  How; the batch is of all parts together.
        @param order    In which order.

        @par Exception safety
        Strong: throws what `make` throws.
    */
    template<class Make>
    void add(protocol proto, Make make, target::target_space const& targets, scan_options const& options,
             rest_of_scan const& order)
    {
        using transport_type = decltype(make(context_.get_executor(), options.batch));
        using scan_type = basic_parallel_scan<transport_type, timer::deadline_queue<>, rest_of_scan, run_pacing>;
        auto const parts = parts_of(workers_.size() + 1, options);
        std::vector<transport_type> transports;
        transports.reserve(parts);
        for (std::size_t i = 0; i != parts; ++i)
            transports.push_back(make((i == 0 ? context_ : workers_.context(i - 1)).get_executor(),
                                      options.batch / parts + (i < options.batch % parts ? 1 : 0)));
        auto scan = std::make_shared<scan_type>(std::move(transports), options, order, pacing_.of(proto));
        scans_.push_back([this, scan, &targets](boost::asio::cancellation_slot slot) {
            auto done = boost::asio::bind_cancellation_slot(
                slot, [this](boost::system::error_code, scan_summary const& summary) { end_scan(summary); });
            if (workers_.size() == 0)
                scan->async_scan(targets, output_, std::move(done));
            else
                scan->async_scan(targets, *relay_, std::move(done));
        });
    }

    /// Begins all scans, which complete in turns of the context.
    void start()
    {
        running_ = scans_.size();
        for (std::size_t i = 0; i != scans_.size(); ++i)
            scans_[i](signals_[i].slot());
        if (ended_)
            cancel(boost::asio::cancellation_type::terminal);
        workers_.run();
    }

    /// Cancels all of them, also those that have not begun.
    void cancel(boost::asio::cancellation_type how)
    {
        ended_ = true;
        for (auto& signal : signals_)
            signal.emit(how);
    }

    /// True when all are done.
    bool const& done() const noexcept { return done_; }

    /// What they did together; when all are done.
    scan_summary const& finish()
    {
        workers_.join();
        relay_->finish();
        return summary_;
    }

private:
    void end_scan(scan_summary const& summary)
    {
        sonda::detail::add_summary(summary_, summary);
        done_ = --running_ == 0;
        if (summary.failure)
            cancel(boost::asio::cancellation_type::terminal);
    }

    boost::asio::io_context& context_;
    scan_output& output_;
    run_pacing pacing_;
    worker_threads& workers_;
    std::shared_ptr<relay_output> relay_;
    std::array<boost::asio::cancellation_signal, 2> signals_;
    std::vector<std::function<void(boost::asio::cancellation_slot)>> scans_;
    scan_summary summary_;
    std::size_t running_ = 0;
    bool ended_ = false;
    bool done_ = false;
};

/** Adds the scans of a job over TCP and UDP, and sends nothing yet.

    @param group   What they are added to.
    @param chosen  What the user asked for; must outlive the group, like `job`.
    @param job     What is scanned.
    @param plan    How.
    @param kit     Makes the transports; see @ref transport_kit.
    @param rest    What is left of each protocol.

    @par Exception safety
    Throws @ref usage_error if there can be no transport, e.g. for a source address that is not of this machine, or if
    it leaves no descriptor for a probe.
*/
template<class Kit>
void add_scans(scan_group& group, options const& chosen, scan_job const& job, scan_plan const& plan, Kit const& kit,
               std::array<rest_of_scan, 2> const& rest)
{
    auto const tcp = [&](auto const& executor, std::size_t slots) { return kit.tcp(executor, chosen, slots); };
    auto const udp = [&](auto const& executor, std::size_t slots) { return kit.udp(executor, chosen, slots); };
    try {
        if (job.tcp.size() != 0)
            group.add(protocol::tcp, tcp, job.tcp, plan.tcp, rest[0]);
        if (job.udp.size() != 0)
            group.add(protocol::udp, udp, job.udp, plan.udp, rest[1]);
    } catch (std::bad_alloc const&) {
        auto const batch = (std::max)(plan.tcp.batch, plan.udp.batch);
        throw usage_error("not enough memory for a batch of " + std::to_string(batch), exit_status::nothing);
    } catch (boost::system::system_error const& error) {
        detail::check_descriptors(error.code());
        throw usage_error("cannot scan: " + error.code().message() +
                          (chosen.source.is_unspecified() ? "" : "; from " + chosen.source.to_string()));
    }
    if (job.tcp.size() != 0)
        detail::check_descriptor_left();
}

/** Runs scans to their end, or until signals end them, and says what was done.

    @param context  That of the group; it is run.
    @param group    The scans.
    @param signals  End it early.
*/
inline scan_summary run_group(boost::asio::io_context& context, scan_group& group, interrupts& signals)
{
    signals.on_signal([&](boost::asio::cancellation_type how) { group.cancel(how); });
    group.start();
    detail::run_until(context, group.done());
    signals.ignore();
    return group.finish();
}

/** @ref add_scans and @ref run_group for whoever has nothing to do between them.

    @param context  What the scans run on; it is run.
    @param chosen   What the user asked for.
    @param job      What is scanned.
    @param plan     How.
    @param output   Where to; it is not told of the beginning and the end.
    @param signals  End it early.
    @param kit      Makes the transports; see @ref transport_kit.
    @param threads  How many threads scan.

    @par Exception safety
    As @ref add_scans.
*/
template<class Kit>
scan_summary run_scans(boost::asio::io_context& context, options const& chosen, scan_job const& job,
                       scan_plan const& plan, scan_output& output, interrupts& signals, Kit const& kit,
                       std::size_t threads = 1)
{
    worker_threads workers(threads - 1);
    scan_group group(context, output, run_pacing(chosen.interval, chosen.rate), workers);
    add_scans(group, chosen, job, plan, kit, {rest_of_scan(plan.order), rest_of_scan(plan.order)});
    return run_group(context, group, signals);
}

} // namespace sonda::cli

#endif // SONDA_CLI_RUN_SCANS_HPP
