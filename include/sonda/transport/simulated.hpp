// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_SIMULATED_HPP
#define SONDA_TRANSPORT_SIMULATED_HPP

#include <sonda/detail/slot_queue.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace sonda::transport {

/// What a simulated network does with one probe.
struct simulated_reply
{
    probe_result result; ///< What the probe comes to; `pending` for silence.
    std::chrono::nanoseconds delay{0}; ///< After which time; 0 is an answer at once, from `start` itself.

    /// Never answers.
    static simulated_reply silence() noexcept { return {}; }

    /// Answers `open`, by default at once.
    static simulated_reply open(std::chrono::nanoseconds delay = {}) noexcept
    {
        return {probe_result::answered({port_state::open, reason_kind::syn_ack, 0, 0, 0, {}}), delay};
    }

    /// Answers `closed`, by default at once.
    static simulated_reply closed(std::chrono::nanoseconds delay = {}) noexcept
    {
        return {probe_result::answered({port_state::closed, reason_kind::refused, 0, 0, 0, {}}), delay};
    }
};

/** A transport without a network: a script says what comes of each probe.

    Answers that have a delay come when the clock says so; with @ref timer::manual_clock a whole scan, its losses,
    retries and late answers included, is a computation. An answer of an earlier probe in a slot is never taken for one
    of a later. A `Script` is called as `script(endpoint) -> simulated_reply`, once per probe, in the order in which
    they start; it may have a state, such as a random generator that loses probes.

    @tparam Script    What the network does.
    @tparam Clock     Measures the delays.
    @tparam Executor  Waits for them.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<class Script = std::function<simulated_reply(endpoint const&)>, class Clock = std::chrono::steady_clock,
         class Executor = boost::asio::any_io_executor>
class simulated
{
public:
    using executor_type = Executor; ///< Waits for delayed answers.
    using clock_type = Clock; ///< Measures the delays.
    static constexpr port_state silence = port_state::filtered; ///< As for TCP.

    /// The same network over another executor.
    template<class OtherExecutor>
    struct rebind_executor
    {
        using other = simulated<Script, Clock, OtherExecutor>; ///< The rebound type.
    };

    /// A network with `slots` probes in flight at most.
    simulated(Executor const& executor, std::size_t slots, Script script)
        : script_(std::move(script))
        , timer_(executor, (Clock::time_point::max)())
        , flights_(slots)
        , returned_(slots)
    {
        arrivals_.reserve(2 * slots + 1);
    }

    /// The executor.
    executor_type get_executor() { return timer_.get_executor(); }

    /// How many probes can be in flight.
    std::size_t slots() const noexcept { return flights_.size(); }

    /// Sends a probe. @see transport_policy
    probe_result start(slot_id slot, endpoint const& target)
    {
        simulated_reply const reply = script_(target);
        auto& flight = flights_[slot];
        if (reply.result.status != probe_status::pending && reply.delay <= reply.delay.zero())
            return reply.result;
        flight.result = reply.result;
        ++flight.number;
        flight.under_way = true;
        if (reply.result.status != probe_status::pending)
            expect({Clock::now() + std::chrono::duration_cast<typename Clock::duration>(reply.delay), slot,
                    flight.number});
        return probe_result::pending();
    }

    /// Hands over what has arrived. @see transport_policy
    template<class F>
    std::size_t reap(F f)
    {
        std::size_t n = 0;
        for (; !returned_.empty(); ++n) {
            slot_id const slot = returned_.pop();
            f(slot, std::exchange(flights_[slot].result, {}));
        }
        if (arrivals_.empty())
            return n;
        auto const now = Clock::now();
        while (auto const arrival = next_before(now)) {
            auto& flight = flights_[arrival->slot];
            flight.under_way = false;
            f(arrival->slot, std::exchange(flight.result, {}));
            ++n;
        }
        return n;
    }

    /// Waits for the next answer. @see transport_policy
    template<class CompletionToken = boost::asio::default_completion_token_t<Executor>>
    auto async_ready(CompletionToken&& token = CompletionToken())
    {
        wait_until(!returned_.empty()  ? (Clock::time_point::min)()
                   : arrivals_.empty() ? (Clock::time_point::max)()
                                       : arrivals_.front().at);
        return timer_.async_wait(std::forward<CompletionToken>(token));
    }

    /// Calls a probe back. @see transport_policy
    void cancel(slot_id slot)
    {
        auto& flight = flights_[slot];
        if (!flight.under_way)
            return;
        flight.under_way = false;
        if (!arrived(slot))
            flight.result = probe_result::cancelled();
        ++flight.number;
        returned_.push(slot);
        if (timer_.expiry() != (Clock::time_point::min)())
            wait_until((Clock::time_point::min)());
    }

private:
    struct flight_state
    {
        probe_result result;
        std::uint32_t number = 0;
        bool under_way = false;
    };

    struct scheduled
    {
        typename Clock::time_point at;
        slot_id slot;
        std::uint32_t number;
    };

    static bool later(scheduled const& a, scheduled const& b) noexcept { return a.at > b.at; }

    bool stale(scheduled const& a) const noexcept
    {
        return !flights_[a.slot].under_way || flights_[a.slot].number != a.number;
    }

    // Setting the expiry ends a wait that is under way, which then looks again: no arrival is overslept.
    void wait_until(typename Clock::time_point at) { timer_.expires_at(at); }

    void expect(scheduled const& next)
    {
        if (arrivals_.size() == arrivals_.capacity()) {
            std::erase_if(arrivals_, [this](scheduled const& a) { return stale(a); });
            std::make_heap(arrivals_.begin(), arrivals_.end(), later);
        }
        arrivals_.push_back(next);
        std::push_heap(arrivals_.begin(), arrivals_.end(), later);
        if (next.at < timer_.expiry())
            wait_until(next.at);
    }

    std::optional<scheduled> next_before(typename Clock::time_point now)
    {
        while (!arrivals_.empty() && arrivals_.front().at <= now) {
            scheduled const first = arrivals_.front();
            std::pop_heap(arrivals_.begin(), arrivals_.end(), later);
            arrivals_.pop_back();
            if (!stale(first))
                return first;
        }
        return std::nullopt;
    }

    // True if the answer of a slot is there though nobody reaped it. Only asked for slots that are called back.
    bool arrived(slot_id slot) const
    {
        auto const now = Clock::now();
        auto const& flight = flights_[slot];
        return std::any_of(arrivals_.begin(), arrivals_.end(), [&](scheduled const& a) {
            return a.slot == slot && a.number == flight.number && a.at <= now;
        });
    }

    Script script_;
    boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_;
    std::vector<flight_state> flights_;
    std::vector<scheduled> arrivals_;
    detail::slot_queue returned_;
};

static_assert(transport_policy<simulated<>>);

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_SIMULATED_HPP
