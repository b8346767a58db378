// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_RELUCTANT_NETWORK_HPP
#define SONDA_TEST_SUPPORT_RELUCTANT_NETWORK_HPP

#include <sonda/timer/manual_clock.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <utility>
#include <vector>

namespace test {

// A transport on the manual clock that takes a millisecond for everything, for giving a cancelled slot back too, as one
// whose cancelling is a request to the system does. Ports below `silent_from` are open. It notices a slot that is
// started while it is in use.
class reluctant_network
{
public:
    using clock = sonda::timer::manual_clock;
    using executor_type = boost::asio::io_context::executor_type;
    static constexpr sonda::port_state silence = sonda::port_state::filtered;
    static constexpr clock::duration pace = std::chrono::milliseconds(1);

    reluctant_network(executor_type const& executor, std::size_t slots, int silent_from)
        : timer_(executor, (clock::time_point::max)())
        , slots_(slots)
        , silent_from_(silent_from)
    {}

    executor_type get_executor() { return timer_.get_executor(); }
    std::size_t slots() const noexcept { return slots_.size(); }

    sonda::probe_result start(sonda::slot_id slot, sonda::endpoint const& target)
    {
        BOOST_TEST(!slots_[slot].used, "a slot is started that is in use");
        bool const open = target.port() < silent_from_;
        auto const answer = sonda::outcome{sonda::port_state::open, sonda::reason_kind::syn_ack, 0, 0, 0, {}};
        slots_[slot] = {true, open ? soon() : (clock::time_point::max)(),
                        open ? sonda::probe_result::answered(answer) : sonda::probe_result::pending()};
        return sonda::probe_result::pending();
    }

    template<class F>
    std::size_t reap(F f)
    {
        std::size_t count = 0;
        for (sonda::slot_id slot = 0; slot != slots_.size(); ++slot) {
            if (!slots_[slot].used || slots_[slot].due > clock::now())
                continue;
            slots_[slot].used = false;
            ++count;
            f(slot, slots_[slot].result);
        }
        return count;
    }

    template<class Token>
    auto async_ready(Token&& token)
    {
        auto next = (clock::time_point::max)();
        for (auto const& slot : slots_)
            if (slot.used)
                next = (std::min)(next, slot.due);
        timer_.expires_at(next);
        return timer_.async_wait(std::forward<Token>(token));
    }

    void cancel(sonda::slot_id slot)
    {
        if (slots_[slot].result.status == sonda::probe_status::pending)
            slots_[slot] = {true, soon(), sonda::probe_result::cancelled()};
    }

private:
    struct state
    {
        bool used = false;
        clock::time_point due{};
        sonda::probe_result result;
    };

    clock::time_point soon()
    {
        auto const due = clock::now() + pace;
        if (due < timer_.expiry())
            timer_.expires_at(due); // whoever waits looks again
        return due;
    }

    boost::asio::basic_waitable_timer<clock, boost::asio::wait_traits<clock>, executor_type> timer_;
    std::vector<state> slots_;
    int silent_from_;
};

static_assert(sonda::transport_policy<reluctant_network>);

} // namespace test

#endif // SONDA_TEST_SUPPORT_RELUCTANT_NETWORK_HPP
