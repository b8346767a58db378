// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_OP_HPP
#define SONDA_DETAIL_SCAN_OP_HPP

#include <sonda/detail/scan_core.hpp>
#include <sonda/detail/scan_engine.hpp>
#include <sonda/detail/scan_report.hpp>
#include <sonda/error.hpp>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <chrono>
#include <memory>
#include <utility>

namespace sonda::detail {

// The asynchronous half of a scan: runs the rounds of an engine on the strand of the scanner, waits in between, and
// completes once everything that it waits with has come back. `Report` says how the handler is called.
template<class Engine, class Report, class Handler>
class scan_op : public std::enable_shared_from_this<scan_op<Engine, Report, Handler>>
{
    using core_type = typename Engine::core_type;
    using timer_type = typename core_type::timer_type;
    using clock_type = typename Engine::clock_type;
    using time_point = typename Engine::time_point;
    using progress = typename Engine::progress;
    using handler_executor = boost::asio::associated_executor_t<Handler, typename core_type::executor_type>;

public:
    scan_op(std::shared_ptr<Engine> engine, Report report, Handler&& handler)
        : engine_(std::move(engine))
        , report_(report)
        , handler_(std::move(handler))
        , work_(boost::asio::get_associated_executor(handler_, core().transport.get_executor()))
        , strand_work_(core().transport.get_executor())
    {}

    void start()
    {
        if (auto slot = boost::asio::get_associated_cancellation_slot(handler_); slot.is_connected())
            slot.assign([op = this->weak_from_this()](boost::asio::cancellation_type type) {
                if (auto const self = op.lock())
                    boost::asio::post(self->core().strand, [self, type] { self->cancel(type); });
            });
        resume();
    }

private:
    // What an operation can be waiting for.
    enum class event : std::uint8_t { turn, transport, waker, timer, sink };

    // The handler of all of its waits: runs on the strand, allocates from the memory of the scanner.
    struct waited
    {
        using executor_type = typename core_type::strand_type;
        using allocator_type = handler_allocator<void>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        executor_type get_executor() const noexcept { return op->core().strand; }
        allocator_type get_allocator() const noexcept { return allocator_type(op->core().memory); }

        cancellation_slot_type get_cancellation_slot() const noexcept
        {
            auto& core = op->core();
            switch (what) {
            case event::transport: return core.ready_signal.slot();
            case event::timer: return core.timer_signal.slot();
            case event::sink: return core.drain_signal.slot();
            default: return {};
            }
        }

        // A wait that fails or is cancelled is a reason to look again like any other.
        void operator()(boost::system::error_code = {}) { op->woken(what); }

        std::shared_ptr<scan_op> op;
        event what;
    };

    core_type& core() noexcept { return engine_->core(); }
    bool& outstanding(event what) noexcept { return outstanding_[static_cast<std::size_t>(what)]; }

    waited expect(event what)
    {
        outstanding(what) = true;
        return {this->shared_from_this(), what};
    }

    void resume() { boost::asio::post(expect(event::turn)); }

    void woken(event what)
    {
        outstanding(what) = false;
        if (finishing_)
            complete_if_quiet();
        else if (!outstanding(event::turn))
            run();
    }

    void run()
    {
        if (core().abandoned.load() && !engine_->cut_short())
            engine_->stop();
        time_point const began = engine_->begin_turn();
        auto const quantum = core().options.quantum;
        for (;;) {
            auto const made = engine_->paused() ? progress::paused : engine_->round();
            if (made == progress::finished || made == progress::paused)
                return finish();
            if (made == progress::none && wait())
                return;
            if (engine_->now() - began >= quantum)
                return resume();
        }
    }

    // Waits for whatever comes first. False if it is time to look again already.
    bool wait()
    {
        time_point const at = engine_->wake_at();
        if (at <= engine_->now())
            return false;
        wake_at(at);
        if (engine_->in_flight() && !outstanding(event::transport))
            core().transport.async_ready(expect(event::transport));
        if constexpr (self_waiting<timer_type>)
            if (engine_->in_flight() && !outstanding(event::timer))
                core().timer.async_wait(expect(event::timer));
        if constexpr (requires { engine_->sink().async_drain(std::declval<waited>()); })
            if (engine_->sink_full() && !outstanding(event::sink))
                engine_->sink().async_drain(expect(event::sink));
        return true;
    }

    // The waker may ring too early, for a deadline that an answer made void, but never too late.
    void wake_at(time_point at)
    {
        if (at == (time_point::max)() || (outstanding(event::waker) && waker_at_ <= at))
            return;
        if (outstanding(event::waker)) {
            core().waker.cancel(); // comes back as woken(event::waker), which looks again and sets the new time
            return;
        }
        waker_at_ = at;
        core().waker.expires_at(at);
        core().waker.async_wait(expect(event::waker));
    }

    void cancel(boost::asio::cancellation_type type)
    {
        using boost::asio::cancellation_type;
        if (finishing_)
            return;
        if ((type & cancellation_type::terminal) != cancellation_type::none)
            engine_->stop();
        else if ((type & cancellation_type::partial) != cancellation_type::none)
            engine_->close();
        else if (Report::resumable)
            return finish();
        if (!outstanding(event::turn))
            run();
    }

    void finish()
    {
        finishing_ = true;
        core().kick();
        complete_if_quiet();
    }

    void complete_if_quiet()
    {
        for (bool const still : outstanding_)
            if (still)
                return;
        if (std::exchange(completed_, true))
            return;
        boost::asio::get_associated_cancellation_slot(handler_).clear();
        core().waiting.store(false);
        auto engine = std::move(engine_);
        auto work = std::move(work_);
        auto strand_work = std::move(strand_work_);
        report_(std::move(engine), std::move(handler_), work.get_executor());
    }

    std::shared_ptr<Engine> engine_;
    Report report_;
    Handler handler_;
    boost::asio::executor_work_guard<handler_executor> work_;
    boost::asio::executor_work_guard<typename core_type::executor_type> strand_work_;
    std::array<bool, 5> outstanding_{};
    time_point waker_at_{};
    bool finishing_ = false;
    bool completed_ = false;
};

// Runs an operation on an engine; the memory comes from the allocator associated with the handler. Requires that
// `waiting` of the core was claimed for it.
template<class Engine, class Report, class Handler>
void start_scan_op(std::shared_ptr<Engine> engine, Report report, Handler&& handler)
{
    using op_type = scan_op<Engine, Report, std::decay_t<Handler>>;
    auto const allocator = boost::asio::get_associated_allocator(handler);
    std::allocate_shared<op_type>(allocator, std::move(engine), report, std::move(handler))->start();
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
    engine->core().waiting.store(true);
    start_scan_op(std::move(engine), no_report(), [](auto...) {});
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_OP_HPP
