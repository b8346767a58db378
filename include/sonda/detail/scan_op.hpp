// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_OP_HPP
#define SONDA_DETAIL_SCAN_OP_HPP

#include <sonda/detail/baton.hpp>
#include <sonda/detail/scan_core.hpp>
#include <sonda/detail/scan_engine.hpp>
#include <sonda/detail/scan_report.hpp>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace sonda::detail {

// Posts the handler of an operation, after the operation itself is gone: nothing that came from the allocator of the
// handler is left by then. There is work on both executors until it is posted.
template<class Handler, class HandlerWork, class Work, class Results>
struct scan_completion
{
    Handler handler;
    HandlerWork handler_work;
    Work work;
    Results results;

    void operator()()
    {
        std::apply(
            [this](auto&&... values) {
                post_completion(handler_work.get_executor(), std::move(handler), std::move(values)...);
            },
            std::move(results));
    }
};

// The asynchronous half of a scan: runs the rounds of an engine, waits in between, and completes once everything that
// it waits with has come back. Its turns are serialised; on which thread of the executor each runs is all the same.
// `Report` says what the handler is called with.
template<class Engine, class Report, class Handler>
class scan_op final : public signalled, public std::enable_shared_from_this<scan_op<Engine, Report, Handler>>
{
    using core_type = typename Engine::core_type;
    using timer_type = typename core_type::timer_type;
    using time_point = typename Engine::time_point;
    using progress = typename Engine::progress;
    using handler_executor = boost::asio::associated_executor_t<Handler, typename core_type::executor_type>;
    using handler_work = boost::asio::executor_work_guard<handler_executor>;
    using work = boost::asio::executor_work_guard<typename core_type::executor_type>;
    using results = decltype(std::declval<Report const&>()(std::declval<Engine&>()));
    using completion = scan_completion<Handler, handler_work, work, results>;

public:
    scan_op(std::shared_ptr<Engine> engine, Report report, Handler&& handler)
        : engine_(std::move(engine))
        , report_(report)
        , handler_(std::move(handler))
        , handler_work_(boost::asio::get_associated_executor(handler_, core().transport.get_executor()))
        , work_(core().transport.get_executor())
    {}

    // The reference is gone before the first turn can run.
    static void start(std::shared_ptr<scan_op> self, std::uint64_t number)
    {
        if (auto slot = boost::asio::get_associated_cancellation_slot(self->handler_); slot.is_connected())
            slot.assign([core = std::weak_ptr(self->core_), number](boost::asio::cancellation_type type) {
                if (auto const alive = core.lock())
                    core_type::signal(alive, number, event_of(type));
            });
        auto first = self->expect(on_turn);
        self.reset();
        boost::asio::post(std::move(first));
    }

    bool arrive(scan_event what) noexcept override { return baton_.arrive(what); }

    // Until nothing more has arrived. The last that happens is the completion.
    void serve(std::shared_ptr<signalled> self) override
    {
        auto const core = core_;
        std::optional<completion> done;
        do
            take(baton_.take(), done);
        while (!core->lay_down(baton_, self));
        if (done)
            (*done)();
    }

private:
    static constexpr unsigned signals = on_stop | on_close | on_pause;

    static scan_event event_of(boost::asio::cancellation_type type) noexcept
    {
        using boost::asio::cancellation_type;
        if ((type & cancellation_type::terminal) != cancellation_type::none)
            return on_stop;
        return (type & cancellation_type::partial) != cancellation_type::none ? on_close : on_pause;
    }

    // The handler of all of its waits; allocates from the memory of the scanner.
    struct waited
    {
        using executor_type = typename core_type::wait_executor_type;
        using allocator_type = handler_allocator<void>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        executor_type get_executor() const noexcept { return core->wait_executor; }
        allocator_type get_allocator() const noexcept { return allocator_type(core->memory); }

        cancellation_slot_type get_cancellation_slot() const noexcept
        {
            switch (what) {
            case on_transport: return core->ready_signal.slot();
            case on_timer: return core->timer_signal.slot();
            case on_sink: return core->drain_signal.slot();
            default: return {};
            }
        }

        // A wait that fails or is cancelled is a reason to look again like any other. Only the sink's is more.
        void operator()(boost::system::error_code error = {})
        {
            if (what == on_sink)
                op->drained_ = error;
            if (core->tell(op, what))
                op->serve(std::move(op));
        }

        std::shared_ptr<scan_op> op;
        std::shared_ptr<core_type> core;
        scan_event what;
    };

    core_type& core() noexcept { return *core_; }

    waited expect(scan_event what)
    {
        outstanding_ |= what;
        return {this->shared_from_this(), core_, what};
    }

    void take(unsigned events, std::optional<completion>& done)
    {
        outstanding_ &= ~events;
        if (completed_)
            return;
        if ((events & on_sink) != 0 && drained_ && !finishing_)
            engine_->drain_failed(drained_);
        if ((events & signals) != 0)
            obey(events);
        if (!finishing_ && (outstanding_ & on_turn) == 0)
            run();
        if (finishing_ && outstanding_ == 0)
            complete(done);
    }

    // A stop counts even where this wait was about to end: what is in flight has to come back first.
    void obey(unsigned events)
    {
        if ((events & on_stop) != 0)
            stop();
        else if (finishing_)
            return;
        else if ((events & on_close) != 0)
            engine_->close();
        else if (Report::resumable)
            finish();
    }

    void stop()
    {
        if (engine_->stopped())
            return;
        engine_->stop();
        finishing_ = false;
    }

    void run()
    {
        time_point const began = engine_->begin_turn();
        if (core().closed.load() && !engine_->stopped())
            engine_->stop();
        for (;;) {
            auto const made = engine_->paused() ? progress::paused : engine_->round();
            if (made == progress::finished || made == progress::paused)
                return finish();
            if (made == progress::none && wait())
                return;
            if (engine_->now() - began >= core().options.quantum)
                return boost::asio::post(expect(on_turn));
        }
    }

    // Waits for whatever comes first. False if it is time to look again already.
    bool wait()
    {
        bool const look = engine_->look_first();
        time_point const at = engine_->wake_at();
        if (at <= engine_->now())
            return false;
        wake_at(at);
        if (engine_->in_flight() && (outstanding_ & on_transport) == 0)
            core().transport.async_ready(expect(on_transport));
        if constexpr (self_waiting<timer_type>)
            if (engine_->in_flight() && (outstanding_ & on_timer) == 0)
                core().timer.async_wait(expect(on_timer));
        wait_for_sink();
        if (look)
            boost::asio::post(expect(on_turn));
        return true;
    }

    void wait_for_sink()
    {
        constexpr bool can_be_full = requires { engine_->sink().full(); };
        constexpr bool can_drain = requires { engine_->sink().async_drain(std::declval<waited>()); };
        static_assert(can_be_full == can_drain, "full() and async_drain(token) of a sink belong together");
        if constexpr (can_drain)
            if (engine_->sink_full() && (outstanding_ & on_sink) == 0)
                engine_->sink().async_drain(boost::asio::bind_executor(core().drain_executor, expect(on_sink)));
    }

    // The waker may ring too early, for a deadline that an answer made void, but never too late.
    void wake_at(time_point at)
    {
        bool const set = (outstanding_ & on_waker) != 0;
        if (at == (time_point::max)() || (set && waker_at_ <= at))
            return;
        if (set) {
            core().waker.cancel(); // which happens at once, and the turn that it brings sets the new time
            return;
        }
        waker_at_ = at;
        core().waker.expires_at(at);
        core().waker.async_wait(expect(on_waker));
    }

    void finish()
    {
        finishing_ = true;
        core_type::end_waits(core_, (outstanding_ & on_sink) != 0);
    }

    void complete(std::optional<completion>& done)
    {
        if (!core().leave()) { // its owner counts on it to take everything back
            stop();
            if (!finishing_)
                return boost::asio::post(expect(on_turn));
            core().leave();
        }
        completed_ = true;
        done.emplace(completion{std::move(handler_), std::move(handler_work_), std::move(work_), report_(*engine_)});
        engine_.reset();
    }

    std::shared_ptr<Engine> engine_;
    std::shared_ptr<core_type> core_ = engine_->shared_core();
    Report report_;
    Handler handler_;
    handler_work handler_work_;
    work work_;
    baton baton_;
    unsigned outstanding_ = 0;
    boost::system::error_code drained_; // how the last wait for the sink ended; written before it arrives
    time_point waker_at_{};
    bool finishing_ = false; // the scan or this wait is over, and its own waits are coming back
    bool completed_ = false;
};

// Runs an operation on an engine; the memory comes from the allocator associated with the handler. False if another
// one is under way, and then the handler is left alone.
template<class Engine, class Report, class Handler>
bool start_scan_op(std::shared_ptr<Engine> engine, Report report, Handler& handler)
{
    using op_type = scan_op<Engine, Report, Handler>;
    auto const core = engine->shared_core();
    if (core->busy())
        return false;
    auto const allocator = boost::asio::get_associated_allocator(handler);
    auto op = std::allocate_shared<op_type>(allocator, std::move(engine), report, std::move(handler));
    auto const number = core->enter(op);
    op_type::start(std::move(op), number);
    return true;
}

// Ends a scan between two of its operations. Most transports give their slots back at once; for the others an
// operation waits until they do, and keeps the scanner claimed so long.
template<class Engine>
void discard_scan(std::shared_ptr<Engine> engine)
{
    engine->stop();
    if (engine->in_flight())
        engine->round();
    if (!engine->in_flight())
        return;
    auto ignore = [](auto...) {};
    start_scan_op(std::move(engine), no_report(), ignore);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_OP_HPP
