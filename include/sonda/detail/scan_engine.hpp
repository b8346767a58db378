// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_ENGINE_HPP
#define SONDA_DETAIL_SCAN_ENGINE_HPP

#include <sonda/detail/host_clocks.hpp>
#include <sonda/detail/scan_core.hpp>
#include <sonda/detail/scan_window.hpp>
#include <sonda/detail/shortage_clock.hpp>
#include <sonda/detail/told_sink.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink_policy.hpp>

#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

namespace sonda::detail {

// One scan: joins the window to a transport, a timer, a pacing and a sink. It goes round by round and never waits;
// scan_op asks it what to wait for. Nothing in it allocates after construction.
template<class Core, target_source Targets, class Sink>
class scan_engine
{
public:
    using core_type = Core;
    using clock_type = typename Core::clock_type;
    using time_point = typename clock_type::time_point;
    using duration = typename clock_type::duration;

    // Probes started in one go: few enough that no answer is kept waiting by the sending of others.
    static constexpr std::size_t chunk = 64;

    enum class progress { made, none, finished, paused };

    template<class S>
    scan_engine(scan_claim<Core> claim, Targets targets, S&& sink)
        : core_(std::move(claim))
        , sink_(std::forward<S>(sink))
        , window_(std::move(targets), core_->ordering, core_->slots(), core_->options.tries)
        , shortage_(core_->options.patience)
        , hosts_(std::chrono::duration_cast<duration>(core_->options.host_timeout))
    {
        summary_.targets = window_.size();
    }

    Core& core() noexcept { return *core_; }
    std::shared_ptr<Core> const& shared_core() const noexcept { return core_.shared(); }
    Sink& sink() noexcept { return sink_.get(); }
    scan_summary const& summary() const noexcept { return summary_; }
    bool cut_short() const noexcept { return window_.closed(); }
    bool stopped() const noexcept { return stopped_; }

    // Before the rounds of one turn. Gives the time.
    time_point begin_turn()
    {
        now_ = clock_type::now();
        if (!std::exchange(begun_, true)) {
            core_->timer.open(window_.slots(), core_->wait_executor);
            began_ = now_;
        }
        return now_;
    }

    // Starts what may start, takes what is there, ends what is due.
    progress round()
    {
        std::size_t const started = launch();
        std::size_t const settled = settle_launched(started);
        now_known_ = false;
        answers_ = 0;
        std::size_t const reaped =
            core_->transport.reap([this](slot_id slot, probe_result const& result) { reap(slot, result); });
        if (answers_ != 0) {
            window_.heard(answers_);
            looks_ = 0;
        }
        now_ = clock_type::now();
        arm_launched(started);
        std::size_t const expired = expire();
        sink_.end_round(summary_.failure);
        if (summary_.failure && !window_.closed())
            stop();
        if (window_.done()) {
            summary_.duration = now_ - began_;
            return progress::finished;
        }
        return started == chunk || settled || reaped || expired || left_ ? progress::made : progress::none;
    }

    // True if the sink has what it was waiting for. A scan that is stopped pauses no more: it has to take back what is
    // in flight.
    bool paused() const
    {
        if constexpr (requires { sink_.get().paused(); })
            return sink_.get().paused() && !stopped_;
        else
            return false;
    }

    // When to look again though nothing was heard; (time_point::max)() for never.
    time_point wake_at()
    {
        time_point at = core_->timer_wake(now_);
        if (window_.ready() && !full_) {
            time_point const next = shortage_.resume_at(now_);
            at = (std::min)(at, next > now_ ? next : core_->pacing.ready_at(now_));
        }
        return at;
    }

    // True if the event loop should be looked at before more is sent, for answers that are there already. After two
    // such looks, of which Asio needs one to find what is ready and one to tell of it, the window is wider instead.
    bool look_first() noexcept
    {
        if (full_ || !window_.held())
            return false;
        if (++looks_ <= 2)
            return true;
        looks_ = 0;
        window_.widen();
        return false;
    }

    // The sink was waited for and that failed. If it has no room still, waiting again would be for nothing.
    void drain_failed(boost::system::error_code error)
    {
        if (!sink_.full() || stopped_)
            return;
        if (!summary_.failure)
            summary_.failure = std::make_exception_ptr(boost::system::system_error(error, "sink"));
        stop();
    }

    time_point now() const noexcept { return now_; }
    bool in_flight() const noexcept { return window_.in_flight() != 0; }

    // What the sink said in the last round. It is asked once a round: somebody else may empty it at any moment.
    bool sink_full() const noexcept { return full_; }

    // Starts no more; what is in flight may end as it will.
    void close() noexcept { window_.close(); }

    // Starts no more and calls back what is in flight.
    void stop()
    {
        window_.close();
        stopped_ = true;
        if (!begun_)
            return;
        for (slot_id slot = 0; slot != window_.slots(); ++slot) {
            auto const state = window_[slot].state;
            if (state == slot_state::flying)
                core_->timer.disarm(slot);
            if (state != slot_state::flying && state != slot_state::starting)
                continue;
            window_.stopping(slot);
            core_->transport.cancel(slot);
        }
    }

private:
    using window_type = scan_window<Targets, typename Core::ordering_type, time_point>;
    using slot_state = typename window_type::slot_state;

    // The pacing answers and notes in one, as it must where several scans ask it at the same time.
    static constexpr bool admits =
        requires(typename Core::pacing_type& pacing, time_point now) { pacing.admit(now, std::uint64_t()); };

    // So many empty results in a row are a lack of local ports and not bad luck.
    static constexpr unsigned voids_allowed = 16;

    struct launched
    {
        slot_id slot;
        probe_result result;
    };

    std::size_t launch()
    {
        std::size_t n = 0;
        left_ = 0;
        full_ = sink_.full();
        if (!window_.ready() || full_)
            return n;
        time_point const now = now_ = clock_type::now();
        if (shortage_.resume_at(now) > now)
            return n;
        while (n != chunk && left_ != chunk && window_.ready()) {
            if (hosts_.on() && leave_host(now))
                continue;
            if (!admitted(now))
                break;
            slot_id const slot = window_.next();
            auto& started = launched_[n++];
            started.slot = slot;
            started.result = core_->transport.start(slot, window_[slot].target);
            if (hosts_.on())
                hosts_.begin(window_.host_of(slot), now);
            if (started.result.status == probe_status::shortage)
                break;
            ++summary_.probes;
            count_sent(now, slot);
        }
        return n;
    }

    // The next target is of a host that was waited for too long: it has its verdict without a probe.
    bool leave_host(time_point now)
    {
        if (!hosts_.over(window_.next_host(), now))
            return false;
        ++left_;
        emit(window_.settle(window_.next(), {port_state::error, reason_kind::host_timeout, 0, 0, 0, {}},
                            duration::zero()));
        return true;
    }

    bool admitted(time_point now)
    {
        if constexpr (admits)
            return core_->pacing.admit(now, window_.next_host());
        else
            return core_->pacing.ready_at(now) <= now;
    }

    // A probe of several packets is paced as so many; of one that was admitted the first is counted already.
    void count_sent(time_point now, slot_id slot)
    {
        std::size_t packets = 1;
        if constexpr (requires { core_->transport.packets(window_[slot].target); })
            packets = core_->transport.packets(window_[slot].target);
        for (std::size_t counted = admits ? 1 : 0; counted < packets; ++counted)
            core_->pacing.sent(now, window_.host_of(slot));
    }

    // What was answered at once shares the time that the chunk took: its mean is the round trip of each.
    std::size_t settle_launched(std::size_t n)
    {
        if (n == 0)
            return 0;
        time_point const before = std::exchange(now_, clock_type::now());
        auto const mean = (now_ - before) / static_cast<typename duration::rep>(n);
        std::size_t settled = 0;
        for (std::size_t i = 0; i != n; ++i) {
            auto const& [slot, result] = launched_[i];
            if (result.status == probe_status::pending) {
                window_.sent(slot, now_);
                continue;
            }
            take(slot, result, mean);
            ++settled;
        }
        return settled;
    }

    void reap(slot_id slot, probe_result const& result)
    {
        if (!now_known_) {
            now_ = clock_type::now();
            now_known_ = true;
        }
        if (window_[slot].state == slot_state::flying)
            core_->timer.disarm(slot);
        take(slot, result, now_ - window_[slot].sent);
    }

    void take(slot_id slot, probe_result const& result, duration rtt)
    {
        if (hosts_.on() && result.status != probe_status::pending)
            hosts_.end(window_.host_of(slot), now_);
        switch (result.status) {
        case probe_status::answered: return answered(slot, result.answer, rtt);
        case probe_status::cancelled: return cancelled(slot);
        case probe_status::again: return again(slot);
        case probe_status::shortage: return short_of(slot, result.error);
        case probe_status::pending: return;
        }
    }

    void answered(slot_id slot, outcome const& answer, duration rtt)
    {
        shortage_.over();
        window_.grow();
        ++answers_;
        bool const heard = answer.reason != reason_kind::no_response && answer.reason != reason_kind::system;
        if (answer.reason == reason_kind::no_response)
            return lost(slot, answer);
        if constexpr (requires { core_->pacing.answered(std::uint64_t(), rtt); })
            core_->pacing.answered(window_.host_of(slot), rtt);
        emit(window_.settle(slot, answer, heard ? rtt : duration::zero()));
    }

    void cancelled(slot_id slot)
    {
        switch (window_[slot].state) {
        case slot_state::expiring:
            shortage_.over();
            window_.grow();
            return lost(slot, {Core::transport_type::silence, reason_kind::no_response, 0, 0, 0, {}});
        case slot_state::stopping: return window_.release(slot);
        default: window_.put_back(slot); // nobody asked for it
        }
    }

    // Silence is an answer only after the last try.
    void lost(slot_id slot, outcome const& silence)
    {
        if constexpr (requires { core_->pacing.lost(std::uint64_t()); })
            core_->pacing.lost(window_.host_of(slot));
        if (!window_.retry(slot))
            emit(window_.settle(slot, silence, duration::zero()));
    }

    void again(slot_id slot)
    {
        if (window_[slot].voids >= voids_allowed)
            return short_of(slot, EADDRNOTAVAIL);
        window_.put_back(slot);
    }

    void short_of(slot_id slot, int error)
    {
        ++summary_.shortages;
        summary_.last_shortage = error;
        if constexpr (requires { core_->pacing.shortage(); })
            core_->pacing.shortage();
        if (shortage_.lasting(now_)) {
            emit(window_.settle(slot, {port_state::error, reason_kind::system, 0, 0, error, {}}, duration::zero()));
            return;
        }
        window_.put_back(slot);
        window_.shrink();
        if (window_.in_flight() == 0)
            shortage_.back_off(now_);
    }

    void arm_launched(std::size_t n)
    {
        for (std::size_t i = 0; i != n; ++i) {
            slot_id const slot = launched_[i].slot;
            if (window_[slot].state != slot_state::starting)
                continue;
            window_.armed(slot);
            core_->timer.arm(slot, core_->deadline(now_));
        }
    }

    std::size_t expire()
    {
        if (core_->timer.next_deadline() > now_)
            return 0;
        return core_->timer.expire(now_, [this](slot_id slot) {
            window_.expired(slot);
            core_->transport.cancel(slot);
        });
    }

    void emit(verdict const& found)
    {
        if (!sink_.put(found, summary_.failure))
            return;
        ++summary_.verdicts;
        if (found.outcome.reason == reason_kind::host_timeout)
            ++summary_.skipped;
        ++summary_.counts[static_cast<std::size_t>(found.state())];
        summary_.duration = now_ - began_;
    }

    scan_claim<Core> core_;
    told_sink<Sink> sink_;
    window_type window_;
    shortage_clock<clock_type> shortage_;
    host_clocks<time_point> hosts_;
    scan_summary summary_;
    time_point began_{};
    time_point now_{};
    std::size_t answers_ = 0; // in this round, not counting those that were there at once
    std::size_t left_ = 0; // targets of hosts that were left, in this round
    unsigned looks_ = 0; // at the event loop in a row, without an answer
    bool now_known_ = false;
    bool begun_ = false;
    bool stopped_ = false;
    bool full_ = false;
    std::array<launched, chunk> launched_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_ENGINE_HPP
