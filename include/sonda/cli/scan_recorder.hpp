// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_RECORDER_HPP
#define SONDA_CLI_SCAN_RECORDER_HPP

#include <sonda/cli/checkpoint.hpp>
#include <sonda/cli/checkpoint_text.hpp>
#include <sonda/cli/checkpoint_writer.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_order.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/detail/add_summary.hpp>
#include <sonda/detail/run_list.hpp>
#include <sonda/detail/ticker.hpp>
#include <sonda/scan_frontier.hpp>

#include <boost/asio/io_context.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/** A checkpoint that is being kept: its file, and how far the scan had come when this run of it began.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct recording
{
    checkpoint_file file; ///< Where it is kept.
    checkpoint_job job; ///< What the scan is.
    checkpoint_state state; ///< How far it had come; nothing for one that begins.
};

/** Keeps the checkpoint of a scan: notes every verdict that was written, and writes down twice a second how far the scan
    has come.

    What it says is done was written before: the outputs are flushed per record and their sizes are part of it. As soon
    as an output cannot be written any more nothing is recorded, so that what it lost is found again. It must be
    destroyed before the context that it runs on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class scan_recorder
{
public:
    /// So often: twice in the second that a kill may cost, as the disk takes its time too.
    static constexpr std::chrono::milliseconds period{500};

    /** Begins nothing yet.

        @param context   What its timer runs on.
        @param output    What was written; must outlive it, like `say` and `targets`.
        @param say       Is told of what cannot be written.
        @param kept      The checkpoint.
        @param targets   What is scanned.
        @param order     In which order.
        @param parts     In how many parts each protocol is scanned, for a scan that begins.

        @par Exception safety
        Throws @ref usage_error if the checkpoint is not of these targets.
    */
    scan_recorder(boost::asio::io_context& context, scan_output& output, messages& say, recording kept,
                  scan_job const& targets, scan_order const& order, std::array<std::size_t, 2> parts)
        : ticks_(context)
        , output_(output)
        , say_(say)
        , targets_(targets)
        , writer_(std::move(kept.file))
        , job_(std::move(kept.job))
        , job_text_(checkpoint_text(job_))
        , state_(std::move(kept.state))
        , scans_{progress_of(protocol::tcp, order, parts), progress_of(protocol::udp, order, parts)}
        , before_(state_.summary)
    {}

    scan_recorder(scan_recorder const&) = delete;

    /// What is left of each protocol.
    std::array<rest_of_scan, 2> rest() const
    {
        return {of(protocol::tcp).frontier.rest(), of(protocol::udp).frontier.rest()};
    }

    /// What was done by the runs before this one.
    scan_summary const& before() const noexcept { return before_; }

    /** Writes the first checkpoint, tells the outputs that the scan begins or goes on, and keeps it from here on.

        @par Exception safety
        Throws @ref usage_error if it cannot be written, or if an output is not what it was; and what the outputs throw.
    */
    void begin(sink::scan_info info)
    {
        info.started = job_.started;
        info.arguments = job_.arguments;
        if (!state_.begun)
            save_first();
        output_.on_written([this](verdict const& found, bool shown) { note(found, shown); });
        if (state_.begun) {
            output_.go_on(info, past(), before_, state_.outputs);
        } else {
            output_.begin(info);
            state_.begun = true;
        }
        save_first();
        began_ = std::chrono::steady_clock::now();
        ticks_.start(period, [this] {
            save();
            return true;
        });
    }

    /** Writes how far the scan has come, before the outputs get their ends.

        @param run  What this run did.

        @return What all runs did.
    */
    scan_summary end(scan_summary const& run)
    {
        ticks_.stop();
        auto whole = before_;
        auto const passed = run.duration;
        sonda::detail::add_summary(whole, run);
        whole.duration = before_.duration + passed;
        if (state_.begun && !output_.failed())
            tell_failure(writer_.save_now(text(), files()));
        return whole;
    }

    /// Writes that the scan is over. Its outputs have their ends by now.
    void finish()
    {
        if (output_.failed())
            return;
        state_.finished = true;
        tell_failure(writer_.save_now(text(), files()));
    }

    /// The file.
    std::string const& path() const noexcept { return writer_.path(); }

    /// True if something could not be written down, so that a resumed scan would begin further back.
    bool failed() const noexcept { return failed_; }

private:
    struct progress_of_scan
    {
        scan_frontier<scan_order> frontier;
        sonda::detail::run_list open;
    };

    progress_of_scan& of(protocol proto) noexcept { return scans_[static_cast<std::size_t>(proto)]; }
    progress_of_scan const& of(protocol proto) const noexcept { return scans_[static_cast<std::size_t>(proto)]; }

    progress_of_scan progress_of(protocol proto, scan_order const& order, std::array<std::size_t, 2> const& parts) const
    {
        auto const number = static_cast<std::size_t>(proto);
        auto const& saved = state_.scans[number];
        std::vector<ordering::done_set> lanes(saved.lanes.empty() ? parts[number] : saved.lanes.size());
        for (std::size_t i = 0; i != saved.lanes.size(); ++i)
            for (auto const& run : saved.lanes[i])
                lanes[i].insert(run);
        progress_of_scan made{scan_frontier<scan_order>(order, targets_.of(proto).size(), std::move(lanes)), {}};
        for (auto const& run : saved.open)
            for (auto index = run.first; index <= run.last; ++index)
                made.open.insert(index);
        return made;
    }

    // What outputs are told of the runs before.
    sink::scan_past past()
    {
        sink::scan_past told;
        told.records = state_.records;
        told.trips = state_.trips;
        if (state_.last)
            told.last = targets_.of(state_.last->proto).at(state_.last->index);
        told.open = [this](std::function<void(endpoint const&)> const& each) {
            for (auto const proto : {protocol::tcp, protocol::udp})
                for (auto const& run : of(proto).open.runs())
                    for (auto index = run.first; index <= run.last; ++index)
                        each(targets_.of(proto).at(index));
        };
        return told;
    }

    void note(verdict const& found, bool shown)
    {
        auto const proto = found.endpoint.protocol();
        of(proto).frontier.put(found);
        ++state_.summary.verdicts;
        ++state_.summary.targets;
        ++state_.summary.counts[static_cast<std::size_t>(found.state())];
        bool const skipped = found.outcome.reason == reason_kind::host_timeout;
        state_.summary.skipped += skipped ? 1 : 0;
        state_.summary.probes += found.tries - (skipped ? 1 : 0);
        if (found.state() == port_state::open && output_.tells_open_ports())
            of(proto).open.insert(found.index);
        changed_ = true;
        if (!shown)
            return;
        ++state_.records;
        state_.last = target_place{proto, found.index};
        state_.trips.add(found.rtt);
    }

    void save()
    {
        tell_failure(writer_.failure());
        if (!std::exchange(changed_, false) || output_.failed())
            return;
        writer_.save(text(), files());
    }

    void save_first()
    {
        if (auto const failure = writer_.save_now(text(), files()); !failure.empty())
            throw usage_error(failure, exit_status::output);
    }

    void tell_failure(std::string_view failure)
    {
        if (!failure.empty() && !std::exchange(failed_, true))
            say_.say(std::string(failure) + "; the scan goes on without");
        failed_ = failed_ && !failure.empty();
    }

    std::string text()
    {
        for (auto const proto : {protocol::tcp, protocol::udp}) {
            auto& saved = state_.scans[static_cast<std::size_t>(proto)];
            saved.lanes.clear();
            for (auto const& lane : of(proto).frontier.lanes())
                saved.lanes.push_back(lane.runs());
            auto const open = of(proto).open.runs();
            saved.open.assign(open.begin(), open.end());
        }
        if (!state_.finished) {
            state_.outputs = output_.files().sizes();
            state_.summary.duration = before_.duration;
            if (began_ != std::chrono::steady_clock::time_point())
                state_.summary.duration += std::chrono::steady_clock::now() - began_;
        }
        return checkpoint_text(job_text_, state_);
    }

    std::vector<int> files() const { return output_.files().descriptors(); }

    sonda::detail::ticker ticks_;
    scan_output& output_;
    messages& say_;
    scan_job const& targets_;
    checkpoint_writer writer_;
    checkpoint_job job_;
    std::string job_text_;
    checkpoint_state state_;
    std::array<progress_of_scan, 2> scans_;
    scan_summary before_;
    std::chrono::steady_clock::time_point began_{};
    bool changed_ = false;
    bool failed_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_RECORDER_HPP
