// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_TRANSPORT_HPP
#define SONDA_CONFORMANCE_TRANSPORT_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sonda::conformance {

/// What @ref check_transport probes: three endpoints that stay as they are while it runs.
struct transport_targets
{
    endpoint open; ///< Answers that it is open, however often it is asked.
    endpoint closed; ///< Answers that it is closed.
    endpoint silent; ///< Never answers.
};

namespace detail {

// Probes by hand what a scan would probe, and counts what comes back for each slot.
template<transport_policy Transport>
class transport_check
{
public:
    static constexpr slot_id slots = 16;

    template<class Make>
    transport_check(boost::asio::io_context& context, Make& make, transport_targets const& targets,
                    std::chrono::milliseconds patience)
        : context_(context)
        , transport_(make(std::size_t{slots}))
        , targets_(targets)
        , patience_(patience)
        , results_(slots)
    {}

    report run(std::size_t rounds)
    {
        if (!result_.expect(transport_.slots() >= slots, "slots() is at least what was asked for"))
            return std::move(result_);
        check_states();
        check_cancel();
        check_wake_up();
        check_cancelled_wait();
        check_full_window();
        check_reuse(rounds);
        check_destruction();
        return std::move(result_);
    }

private:
    struct slot_results
    {
        bool pending = false;
        std::size_t count = 0; // of results since the start
        probe_result last;
    };

    void expect(bool holds, std::string sentence) { result_.expect(holds, std::move(sentence)); }

    void start(slot_id slot, endpoint const& target)
    {
        auto& here = results_[slot];
        here.last = transport_.start(slot, target);
        here.pending = here.last.status == probe_status::pending;
        here.count = here.pending ? 0 : 1;
    }

    std::size_t reap()
    {
        std::size_t calls = 0;
        auto const told = transport_.reap([&](slot_id slot, probe_result const& result) {
            ++calls;
            if (slot >= slots)
                return expect(false, "reap() gives slots that were started");
            auto& here = results_[slot];
            ++here.count;
            here.last = result;
            if (!std::exchange(here.pending, false))
                expect(false, "reap() gives pending slots only, each once");
            if (result.status == probe_status::pending)
                expect(false, "what reap() gives is not pending");
        });
        expect(told == calls, "reap() gives the number of slots that it handed over");
        return calls;
    }

    // A handler may outlive the check, if its wait never ends.
    struct wait
    {
        std::shared_ptr<bool> done = std::make_shared<bool>(false);

        template<class... Results>
        void operator()(Results const&...) const
        {
            *done = true;
        }
    };

    // Runs the context until the wait is over; false if that never happens.
    bool finishes(wait const& under_way)
    {
        auto const limit = std::chrono::steady_clock::now() + patience_;
        context_.restart();
        while (!*under_way.done && std::chrono::steady_clock::now() < limit)
            context_.run_one_until(limit);
        abandoned_ = abandoned_ || !*under_way.done;
        return *under_way.done;
    }

    bool ready()
    {
        if (abandoned_)
            return false;
        wait under_way;
        transport_.async_ready(under_way);
        return finishes(under_way);
    }

    // Waits and reaps until a slot is not pending any more.
    bool settle(slot_id slot)
    {
        auto const limit = std::chrono::steady_clock::now() + patience_;
        reap();
        while (results_[slot].pending) {
            if (!ready() || std::chrono::steady_clock::now() > limit)
                return false;
            reap();
        }
        return true;
    }

    // The state of a target; a probe that says nothing about it is sent again.
    std::optional<port_state> probe(slot_id slot, endpoint const& target)
    {
        for (int tries = 0; tries != 100; ++tries) {
            start(slot, target);
            if (!settle(slot))
                return std::nullopt;
            if (results_[slot].last.status == probe_status::answered)
                return results_[slot].last.answer.state;
        }
        return std::nullopt;
    }

    bool cancelled(slot_id slot)
    {
        transport_.cancel(slot);
        return settle(slot) && results_[slot].count == 1 && results_[slot].last.status == probe_status::cancelled;
    }

    void check_states()
    {
        expect(reap() == 0, "reap() gives nothing before anything was started");
        expect(probe(0, targets_.open) == port_state::open, "a target that is open is found open");
        expect(probe(1, targets_.closed) == port_state::closed, "a target that is closed is found closed");
        expect(probe(1, targets_.open) == port_state::open, "a slot whose target was closed serves an open one");
        expect(probe(0, targets_.closed) == port_state::closed, "a slot whose target was open serves a closed one");
        expect(reap() == 0, "a result is given once");
    }

    void check_cancel()
    {
        start(2, targets_.silent);
        expect(results_[2].pending, "a probe of a silent target is pending");
        reap();
        expect(results_[2].pending, "a silent target has no result before it is cancelled");
        expect(cancelled(2), "a cancelled slot comes back, as cancelled, once");
        expect(reap() == 0, "a cancelled slot does not come back again");
        expect(probe(2, targets_.closed) == port_state::closed, "a slot that was cancelled serves the next probe");
        start(2, targets_.closed);
        if (results_[2].pending)
            transport_.cancel(2);
        expect(settle(2), "a slot that was cancelled while its answer was on the way comes back");
    }

    void check_wake_up()
    {
        if (abandoned_)
            return;
        start(3, targets_.silent);
        wait under_way;
        transport_.async_ready(under_way);
        transport_.cancel(3);
        expect(finishes(under_way), "a cancelled slot completes an async_ready that is under way");
        expect(settle(3), "a cancelled slot comes back");
        start(3, targets_.silent);
        transport_.cancel(3);
        expect(ready(), "a cancelled slot completes an async_ready that is begun afterwards");
        expect(settle(3), "a cancelled slot comes back");
        for (int i = 0; i != 200 && !abandoned_; ++i) {
            start(3, i % 2 ? targets_.closed : targets_.open);
            if (i % 3 == 0)
                reap();
            expect(!results_[3].pending || ready(), "what gets ready between reap() and async_ready completes it");
            expect(settle(3), "what is answered is reaped");
        }
    }

    void check_cancelled_wait()
    {
        if (abandoned_)
            return;
        start(4, targets_.silent);
        boost::asio::cancellation_signal stop;
        // It may complete for nothing, e.g. for an event that was there already; then it is begun again.
        wait under_way;
        for (int i = 0; i != 3 && !abandoned_; ++i) {
            under_way = wait();
            transport_.async_ready(boost::asio::bind_cancellation_slot(stop.slot(), under_way));
            context_.restart();
            context_.poll();
            if (!*under_way.done)
                break;
            reap();
        }
        stop.emit(boost::asio::cancellation_type::terminal);
        expect(finishes(under_way), "terminal cancellation ends async_ready");
        expect(results_[4].pending, "cancelling the wait does not cancel probes");
        expect(cancelled(4), "a probe whose wait was cancelled can still be cancelled");
    }

    void check_full_window()
    {
        for (slot_id slot = 0; slot != slots; ++slot)
            start(slot, slot % 4 == 0 ? targets_.closed : targets_.silent);
        for (slot_id slot = 0; slot != slots; ++slot)
            if (slot % 4 != 0)
                transport_.cancel(slot);
        for (slot_id slot = 0; slot != slots; ++slot) {
            expect(settle(slot), "every slot of a full window comes back");
            expect(results_[slot].count == 1, "every slot of a full window comes back once");
        }
    }

    void check_reuse(std::size_t rounds)
    {
        auto const before = descriptors();
        for (std::size_t i = 0; i != rounds && !abandoned_; ++i) {
            auto const slot = static_cast<slot_id>(i % 7);
            switch (i % 3) {
            case 0: expect(probe(slot, targets_.open) == port_state::open, "a slot in use for long finds open"); break;
            case 1: expect(probe(slot, targets_.closed) == port_state::closed, "and closed"); break;
            default: start(slot, targets_.silent); expect(results_[slot].pending && cancelled(slot), "and silence");
            }
        }
        expect(descriptors() <= before + 2 * slots, "descriptors stay bounded by the number of slots");
    }

    // 0 where the system does not list them.
    static std::size_t descriptors()
    {
        std::error_code failed;
        std::size_t count = 0;
        for (std::filesystem::directory_iterator i("/proc/self/fd", failed), end; !failed && i != end;
             i.increment(failed))
            ++count;
        return count;
    }

    void check_destruction()
    {
        for (slot_id slot = 0; slot != slots; ++slot)
            start(slot, targets_.silent);
        wait under_way;
        {
            Transport doomed(std::move(transport_));
            if (!abandoned_)
                doomed.async_ready(under_way);
        }
        expect(finishes(under_way), "destruction with everything in flight completes async_ready");
    }

    boost::asio::io_context& context_;
    Transport transport_;
    transport_targets targets_;
    std::chrono::milliseconds patience_;
    std::vector<slot_results> results_;
    report result_;
    bool abandoned_ = false; // a wait never ended: no other may be begun
};

} // namespace detail

/** Checks that a transport keeps what @ref sonda::transport_policy says in words.

    @param context  What the transports run on; nobody else runs it meanwhile.
    @param make     Called as `make(slots)`; gives a transport on `context` with at least so many slots.
    @param targets  What is probed.
    @param rounds   How many probes slots are used for in a row, with results of all kinds in turn.
    @param patience How long a wait may take; longer than any takes that ends at all.

    @return What was found.
*/
template<class Make>
report check_transport(boost::asio::io_context& context, Make make, transport_targets const& targets,
                       std::size_t rounds = 10000, std::chrono::milliseconds patience = std::chrono::seconds(10))
{
    using transport_type = decltype(make(std::size_t{1}));
    return detail::transport_check<transport_type>(context, make, targets, patience).run(rounds);
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_TRANSPORT_HPP
