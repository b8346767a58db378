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
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <memory>
#include <utility>

namespace sonda::detail {

// The asynchronous half of a scan: runs the rounds of an engine, waits in between, and completes once everything that
// it waits with has come back. Its turns are serialised; on which thread of the executor each runs is all the same.
// `Report` says how the handler is called.
template<class Engine, class Report, class Handler>
class scan_op final : public abandonable, public std::enable_shared_from_this<scan_op<Engine, Report, Handler>>
{
    using core_type = typename Engine::core_type;
    using timer_type = typename core_type::timer_type;
    using time_point = typename Engine::time_point;
    using progress = typename Engine::progress;
    using handler_executor = boost::asio::associated_executor_t<Handler, typename core_type::executor_type>;

public:
    scan_op(std::shared_ptr<Engine> engine, Report report, Handler&& handler)
        : engine_(std::move(engine))
        , report_(report)
        , handler_(std::move(handler))
        , handler_work_(boost::asio::get_associated_executor(handler_, core().transport.get_executor()))
        , work_(core().transport.get_executor())
    {}

    void start()
    {
        if (auto slot = boost::asio::get_associated_cancellation_slot(handler_); slot.is_connected())
            slot.assign([op = this->weak_from_this()](boost::asio::cancellation_type type) {
                if (auto const self = op.lock())
                    self->signal(event_of(type));
            });
        boost::asio::post(expect(turn));
    }

    // The scanner or the stream was destroyed, on any thread.
    void abandon() override { signal(stop); }

private:
    // What can happen to an operation: the end of one of its waits, or a signal from outside.
    enum event : unsigned {
        turn = 1,
        transport = 2,
        waker = 4,
        timer = 8,
        sink = 16,
        stop = 32,
        close = 64,
        pause = 128
    };

    static constexpr unsigned signals = stop | close | pause;

    static event event_of(boost::asio::cancellation_type type) noexcept
    {
        using boost::asio::cancellation_type;
        if ((type & cancellation_type::terminal) != cancellation_type::none)
            return stop;
        return (type & cancellation_type::partial) != cancellation_type::none ? close : pause;
    }

    // The handler of all of its waits and signals; allocates from the memory of the scanner.
    struct happened
    {
        using executor_type = typename core_type::wait_executor_type;
        using allocator_type = handler_allocator<void>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        executor_type get_executor() const noexcept { return core->wait_executor; }
        allocator_type get_allocator() const noexcept { return allocator_type(core->memory); }

        cancellation_slot_type get_cancellation_slot() const noexcept
        {
            switch (what) {
            case event::transport: return core->ready_signal.slot();
            case event::timer: return core->timer_signal.slot();
            case event::sink: return core->drain_signal.slot();
            default: return {};
            }
        }

        // A wait that fails or is cancelled is a reason to look again like any other.
        void operator()(boost::system::error_code = {}) { op->happen(what); }

        std::shared_ptr<scan_op> op;
        std::shared_ptr<core_type> core;
        event what;
    };

    core_type& core() noexcept { return *core_; }

    happened handler_of(event what) { return {this->shared_from_this(), core_, what}; }

    happened expect(event what)
    {
        outstanding_ |= what;
        return handler_of(what);
    }

    void signal(event what) { boost::asio::post(handler_of(what)); }

    void happen(event what)
    {
        if (!baton_.arrive(what))
            return;
        do
            serve(baton_.take());
        while (!baton_.leave());
    }

    void serve(unsigned events)
    {
        outstanding_ &= ~events;
        if (completed_)
            return;
        if ((events & signals) != 0 && !finishing_)
            obey(events);
        if (finishing_)
            complete_if_quiet();
        else if ((outstanding_ & turn) == 0)
            run();
    }

    void obey(unsigned events)
    {
        if ((events & stop) != 0)
            engine_->stop();
        else if ((events & close) != 0)
            engine_->close();
        else if (Report::resumable)
            finish();
    }

    void run()
    {
        time_point const began = engine_->begin_turn();
        for (;;) {
            auto const made = engine_->paused() ? progress::paused : engine_->round();
            if (made == progress::finished || made == progress::paused) {
                finish();
                return complete_if_quiet();
            }
            if (made == progress::none && wait())
                return;
            if (engine_->now() - began >= core().options.quantum)
                return boost::asio::post(expect(turn));
        }
    }

    // Waits for whatever comes first. False if it is time to look again already.
    bool wait()
    {
        time_point const at = engine_->wake_at();
        if (at <= engine_->now())
            return false;
        wake_at(at);
        if (engine_->in_flight() && (outstanding_ & transport) == 0)
            core().transport.async_ready(expect(transport));
        if constexpr (self_waiting<timer_type>)
            if (engine_->in_flight() && (outstanding_ & timer) == 0)
                core().timer.async_wait(expect(timer));
        if constexpr (requires { engine_->sink().async_drain(std::declval<happened>()); })
            if (engine_->sink_full() && (outstanding_ & sink) == 0)
                engine_->sink().async_drain(expect(sink));
        return true;
    }

    // The waker may ring too early, for a deadline that an answer made void, but never too late.
    void wake_at(time_point at)
    {
        bool const set = (outstanding_ & waker) != 0;
        if (at == (time_point::max)() || (set && waker_at_ <= at))
            return;
        if (set) {
            core().waker.cancel(); // which happens at once, and the turn that it brings sets the new time
            return;
        }
        waker_at_ = at;
        core().waker.expires_at(at);
        core().waker.async_wait(expect(waker));
    }

    void finish()
    {
        finishing_ = true;
        core().end_waits();
    }

    void complete_if_quiet()
    {
        if (outstanding_ != 0)
            return;
        completed_ = true;
        boost::asio::get_associated_cancellation_slot(handler_).clear();
        core().leave();
        auto const executor = handler_work_.get_executor();
        report_(std::move(engine_), std::move(handler_), executor);
        handler_work_.reset();
        work_.reset();
    }

    std::shared_ptr<Engine> engine_;
    std::shared_ptr<core_type> core_ = engine_->shared_core();
    Report report_;
    Handler handler_;
    boost::asio::executor_work_guard<handler_executor> handler_work_;
    boost::asio::executor_work_guard<typename core_type::executor_type> work_;
    baton baton_;
    unsigned outstanding_ = 0;
    time_point waker_at_{};
    bool finishing_ = false;
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
    auto const op = std::allocate_shared<op_type>(allocator, std::move(engine), report, std::move(handler));
    core->enter(op);
    op->start();
    return true;
}

// Ends a scan between two of its operations. Most transports give their slots back at once; for the others an
// operation waits until they do, and keeps the scanner claimed so long.
template<class Engine>
void discard_scan(std::shared_ptr<Engine> engine)
{
    engine->stop();
    engine->round();
    if (!engine->in_flight())
        return;
    auto ignore = [](auto...) {};
    start_scan_op(std::move(engine), no_report(), ignore);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_OP_HPP
