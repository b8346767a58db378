// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_PARALLEL_OP_HPP
#define SONDA_DETAIL_PARALLEL_OP_HPP

#include <sonda/detail/add_summary.hpp>
#include <sonda/detail/guarded_allocator.hpp>
#include <sonda/detail/parallel_core.hpp>
#include <sonda/detail/parallel_sink.hpp>
#include <sonda/detail/scan_op.hpp>
#include <sonda/detail/scan_report.hpp>
#include <sonda/detail/shared_positions.hpp>
#include <sonda/target_source.hpp>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace sonda::detail {

// The targets of an operation, for one of its parts; they never change, and their positions are shared.
template<target_source Targets, ordering_policy Ordering>
class referred_targets
{
public:
    referred_targets(Targets const& targets, shared_positions<Ordering>& positions, std::size_t part) noexcept
        : targets_(&targets)
        , positions_(&positions)
        , part_(part)
    {}

    std::uint64_t size() const noexcept { return targets_->size(); }
    endpoint at(std::uint64_t index) const noexcept { return targets_->at(index); }
    std::uint64_t host_of(std::uint64_t index) const noexcept { return targets_->host_of(index); }
    void enlist(Ordering const& order) { positions_->enlist(part_, order); }
    taken_positions<Ordering> take() { return positions_->take(part_); }

private:
    Targets const* targets_;
    shared_positions<Ordering>* positions_;
    std::size_t part_;
};

// One scan in parts. Whatever is under way for it has a share in it, and whoever gives up the last one ends it: by then
// no other thread knows of it any more, so all of its memory is back before its handler is posted.
template<class Core, target_source Targets, class Sink, class Handler>
class parallel_op final : private Core::loser
{
    using executor_type = typename Core::executor_type;
    using ordering_type = typename Core::scanner_type::ordering_type;
    using handler_allocator_type = boost::asio::associated_allocator_t<Handler>;
    using op_allocator = typename std::allocator_traits<handler_allocator_type>::template rebind_alloc<parallel_op>;
    using handler_work = boost::asio::executor_work_guard<boost::asio::associated_executor_t<Handler, executor_type>>;
    using work = boost::asio::executor_work_guard<executor_type>;
    using results = std::tuple<boost::system::error_code, scan_summary>;
    using completion = scan_completion<Handler, handler_work, work, results>;

public:
    static constexpr bool drains = drained_sink<Sink>;

    static void start(std::shared_ptr<Core> core, Targets targets, Sink sink, Handler handler)
    {
        op_allocator memory(boost::asio::get_associated_allocator(handler));
        parallel_op* place = nullptr;
        try {
            place = std::allocator_traits<op_allocator>::allocate(memory, 1);
            new (place) parallel_op(core, std::move(targets), std::move(sink), std::move(handler));
        } catch (...) {
            if (place)
                std::allocator_traits<op_allocator>::deallocate(memory, place, 1);
            core->claimed.store(false);
            throw;
        }
        core.reset();
        share(*place)->begin();
    }

    // For the sinks of the parts.
    parallel_sink<Sink>& sink() noexcept { return sink_; }
    parallel_batch& batch(std::size_t part) noexcept { return batches_[part]; }

    // A part waits until the sink has room.
    template<class Waiting>
    void wait_for_room(Waiting handler, std::size_t part)
    {
        auto& here = *core_->parts[part].here;
        here.gate.wait(std::move(handler));
        bool const waits = sink_.drain([&] {
            drainer_ = part;
            return drained(*this, here.drain_executor);
        });
        if (!waits)
            here.gate.open();
    }

private:
    class share
    {
    public:
        explicit share(parallel_op& op) noexcept
            : op_(&op)
        {
            op.shares_.fetch_add(1, std::memory_order_relaxed);
        }

        share(share&& other) noexcept
            : op_(std::exchange(other.op_, nullptr))
        {}

        share& operator=(share&&) = delete;

        ~share()
        {
            if (op_ && op_->shares_.fetch_sub(1, std::memory_order_acq_rel) == 1)
                finish(op_);
        }

        explicit operator bool() const noexcept { return op_ != nullptr; }
        parallel_op* operator->() const noexcept { return op_; }

    private:
        parallel_op* op_;
    };

    // The handler of a part. If it is destroyed uncalled, with its execution context, the operation is lost.
    struct part_done
    {
        using allocator_type = guarded_allocator<void, handler_allocator_type>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        part_done(parallel_op& to, std::size_t number) noexcept
            : op(to)
            , part(number)
        {}

        part_done(part_done&&) noexcept = default;

        ~part_done()
        {
            if (op && !called)
                op->lose(part);
        }

        allocator_type get_allocator() const noexcept { return op->part_allocator(); }
        cancellation_slot_type get_cancellation_slot() const noexcept { return op->core_->parts[part].signal.slot(); }

        void operator()(boost::system::error_code, scan_summary const& summary)
        {
            called = true;
            op->end_part(part, summary);
        }

        share op;
        std::size_t part;
        bool called = false;
    };

    // The handler of the wait for the sink, which goes on for all parts.
    struct drained
    {
        using executor_type = boost::asio::strand<typename Core::executor_type>;
        using cancellation_slot_type = boost::asio::cancellation_slot;

        drained(parallel_op& to, executor_type const& where)
            : op(to)
            , executor(where)
        {}

        drained(drained&&) noexcept = default;

        ~drained()
        {
            if (op && !called)
                op->cancel();
        }

        executor_type get_executor() const noexcept { return executor; }
        cancellation_slot_type get_cancellation_slot() const noexcept { return op->drain_signal_.slot(); }

        void operator()(boost::system::error_code error = {})
        {
            called = true;
            op->end_drain(error);
        }

        share op;
        executor_type executor;
        bool called = false;
    };

    parallel_op(std::shared_ptr<Core> const& core, Targets&& targets, Sink&& sink, Handler&& handler)
        : core_(core)
        , targets_(std::move(targets))
        , sink_(std::move(sink))
        , batches_(core_->parts.size())
        , positions_(core_->parts.size())
        , handler_(std::move(handler))
        , handler_work_(boost::asio::get_associated_executor(handler_, core_->executor()))
        , work_(core_->executor())
    {}

    ~parallel_op() { core_->claimed.store(false); }

    auto part_allocator() const noexcept
    {
        return guarded_allocator<void, handler_allocator_type>(boost::asio::get_associated_allocator(handler_),
                                                               {core_, &core_->memory});
    }

    // Nobody ends the operation before all parts have begun.
    void begin()
    {
        std::lock_guard const lock(core_->mutex);
        number_ = core_->enter(*this);
        if (auto slot = boost::asio::get_associated_cancellation_slot(handler_); slot.is_connected())
            slot.assign([core = std::weak_ptr(core_), number = number_](boost::asio::cancellation_type how) {
                if (auto const alive = core.lock())
                    alive->cancel(number, how);
            });
        std::size_t begun = 0;
        beginning_ = true;
        try {
            for (; begun != core_->parts.size(); ++begun)
                core_->parts[begun].here.value().scanner.async_scan(targets_of(begun), part_sink(*this, begun),
                                                                    part_done(*this, begun));
        } catch (...) {
            cancel();
            std::lock_guard const merging(merge_);
            ended_ += core_->parts.size() - begun;
            summary_.failure = std::current_exception();
            error_ = boost::asio::error::no_memory;
        }
        beginning_ = false;
    }

    auto targets_of(std::size_t part) noexcept
    {
        return referred_targets<Targets, ordering_type>(targets_, positions_, part);
    }

    void cancel() { core_->cancel(number_, boost::asio::cancellation_type::terminal); }

    // Its handler will not be called: it might be of the context that is being destroyed.
    void lose(std::size_t part) override
    {
        cancel();
        std::lock_guard const lock(core_->mutex);
        if (beginning_)
            return;
        core_->lose(part);
        lost_ = true;
        handler_work_.reset();
        work_.reset();
    }

    void end_drain(boost::system::error_code error)
    {
        if (sink_.drained() && error) {
            {
                std::lock_guard const lock(merge_);
                if (!summary_.failure && ended_ != core_->parts.size())
                    summary_.failure = std::make_exception_ptr(boost::system::system_error(error, "sink"));
            }
            cancel();
        }
        core_->open_gates();
    }

    void end_part(std::size_t part, scan_summary summary)
    {
        auto const& taken = batches_[part].taken;
        summary.verdicts = taken.verdicts;
        summary.counts = taken.counts;
        core_->end_part(part);
        bool last;
        {
            std::lock_guard const lock(merge_);
            add_summary(summary_, summary);
            last = ++ended_ == core_->parts.size();
        }
        if (summary.failure)
            cancel();
        if (last)
            sink_.if_draining([this] { call_back_drain(); });
    }

    // In the place where its handler is going to be called.
    void call_back_drain()
    {
        std::lock_guard const lock(core_->mutex);
        if (auto const& here = core_->parts[drainer_].here)
            boost::asio::post(boost::asio::bind_executor(here->drain_executor, [op = share(*this)] {
                op->sink_.if_draining([&] { op->drain_signal_.emit(boost::asio::cancellation_type::terminal); });
            }));
    }

    results result() const { return {error_ ? error_ : scan_error(summary_, true), summary_}; }

    static void finish(parallel_op* op)
    {
        op->core_->leave(); // from here on no context that goes tells it
        std::optional<completion> done;
        if (!op->lost_)
            done.emplace(
                completion{std::move(op->handler_), std::move(op->handler_work_), std::move(op->work_), op->result()});
        op_allocator memory(done ? boost::asio::get_associated_allocator(done->handler)
                                 : boost::asio::get_associated_allocator(op->handler_));
        op->~parallel_op();
        std::allocator_traits<op_allocator>::deallocate(memory, op, 1);
        if (done)
            (*done)();
    }

    std::shared_ptr<Core> core_;
    Targets targets_;
    parallel_sink<Sink> sink_;
    std::vector<parallel_batch> batches_;
    shared_positions<ordering_type> positions_;
    Handler handler_;
    handler_work handler_work_;
    work work_;
    std::mutex merge_;
    scan_summary summary_;
    boost::system::error_code error_;
    boost::asio::cancellation_signal drain_signal_;
    std::uint64_t number_ = 0;
    std::size_t drainer_ = 0; // the part on whose executor the sink is waited for
    std::size_t ended_ = 0;
    std::atomic<std::size_t> shares_ = 0;
    bool beginning_ = false;
    bool lost_ = false; // an execution context went away
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_PARALLEL_OP_HPP
