// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>

#include <boost/asio/post.hpp>

#include <functional>
#include <memory>
#include <vector>

#include "support/simulated_scan.hpp"

// How many probes a scan has in flight, where its batch allows more.

BOOST_AUTO_TEST_SUITE(width)

using namespace test;
using clock = sonda::timer::manual_clock;
using sonda::port_state;

// A transport whose answers are there at once, but heard by the event loop alone, as those of the sockets of Asio.
// `silent` says of a port that it never answers.
class looped_network
{
public:
    using executor_type = asio::io_context::executor_type;
    static constexpr port_state silence = port_state::filtered;

    struct record
    {
        std::size_t in_flight = 0;
        std::size_t most = 0;
        std::uint64_t started = 0;
    };

    looped_network(executor_type const& executor, std::size_t slots, std::function<bool(sonda::endpoint const&)> silent,
                   record& seen)
        : state_(std::make_unique<state>(executor, slots, std::move(silent), seen))
    {}

    executor_type get_executor() { return state_->bell.get_executor(); }
    std::size_t slots() const noexcept { return state_->slots; }

    sonda::probe_result start(sonda::slot_id slot, sonda::endpoint const& target)
    {
        auto& seen = state_->seen;
        ++seen.started;
        seen.most = std::max(seen.most, ++seen.in_flight);
        if (!state_->silent(target))
            asio::post(get_executor(), [this_ = state_.get(), slot] { this_->arrive(slot, true); });
        return sonda::probe_result::pending();
    }

    template<class F>
    std::size_t reap(F f)
    {
        auto const all = std::exchange(state_->arrived, {});
        state_->seen.in_flight -= all.size();
        for (auto const& [slot, answered] : all)
            f(slot, answered
                        ? sonda::probe_result::answered({port_state::closed, sonda::reason_kind::refused, 0, 0, 0, {}})
                        : sonda::probe_result::cancelled());
        return all.size();
    }

    template<class Token>
    auto async_ready(Token&& token)
    {
        state_->bell.expires_at(state_->arrived.empty() ? clock::time_point::max() : clock::time_point::min());
        return state_->bell.async_wait(std::forward<Token>(token));
    }

    void cancel(sonda::slot_id slot) { state_->arrive(slot, false); }

private:
    struct state
    {
        state(executor_type const& executor, std::size_t count, std::function<bool(sonda::endpoint const&)> which,
              record& into)
            : bell(executor, clock::time_point::max())
            , slots(count)
            , silent(std::move(which))
            , seen(into)
        {}

        void arrive(sonda::slot_id slot, bool answered)
        {
            arrived.emplace_back(slot, answered);
            bell.expires_at(clock::time_point::min());
        }

        asio::basic_waitable_timer<clock, asio::wait_traits<clock>, executor_type> bell;
        std::size_t slots;
        std::function<bool(sonda::endpoint const&)> silent;
        record& seen;
        std::vector<std::pair<sonda::slot_id, bool>> arrived;
    };

    std::unique_ptr<state> state_;
};

static_assert(sonda::transport_policy<looped_network>);

struct looped_scan : simulated_scan<>
{
    auto scanner(std::function<bool(sonda::endpoint const&)> silent, sonda::scan_options const& options)
    {
        return sonda::basic_scanner(looped_network(context.get_executor(), options.batch, std::move(silent), seen),
                                    options, sonda::ordering::serial(), sonda::pacing::unlimited(),
                                    sonda::timer::deadline_queue<clock>());
    }

    looped_network::record seen;
};

bool never(sonda::endpoint const&)
{
    return false;
}

bool always(sonda::endpoint const&)
{
    return true;
}

BOOST_FIXTURE_TEST_CASE(is_small_while_answers_come_at_once, looped_scan)
{
    auto subject = scanner(never, {.batch = 4500});
    scan(subject, 50'000);
    BOOST_TEST(summary->count(port_state::closed) == 50'000u);
    BOOST_TEST(seen.most <= 256u);
}

BOOST_FIXTURE_TEST_CASE(is_never_more_than_the_batch, looped_scan)
{
    for (std::size_t batch : {1u, 64u, 255u, 256u, 257u, 1000u}) {
        seen = {};
        summary.reset();
        auto subject = scanner(always, {.batch = batch, .timeout = 1ms});
        scan(subject, 5000);
        BOOST_TEST(seen.most == batch);
    }
}

BOOST_FIXTURE_TEST_CASE(is_the_batch_at_once_while_hosts_are_silent, looped_scan)
{
    auto subject = scanner(always, {.batch = 4500, .timeout = 20ms, .tries = 2});
    subject.async_scan(port_list{20'000}, keep(), on_done());
    poll();
    BOOST_TEST(seen.in_flight == 4500u); // though no time has passed
    run();
    BOOST_TEST((summary->duration == 2 * 5 * 20ms)); // five waves, of which the last is short, twice
    BOOST_TEST(seen.started == 40'000u);
}

BOOST_FIXTURE_TEST_CASE(is_small_again_after_a_silent_stretch, looped_scan)
{
    auto subject =
        scanner([](auto const& target) { return target.port() <= 18'000; }, {.batch = 4500, .timeout = 20ms});
    std::size_t most_at_the_end = 0;
    std::uint64_t found = 0;
    subject.async_scan(
        port_list{60'000},
        [&](sonda::verdict const&) {
            if (++found == 35'000)
                seen.most = 0;
        },
        on_done());
    run();
    most_at_the_end = seen.most;
    BOOST_TEST(summary->complete());
    BOOST_TEST(most_at_the_end <= 256u);
}

// Silent ports do not wait behind those that answer, whether they are tried first or again.
BOOST_FIXTURE_TEST_CASE(grows_for_the_silent_among_those_that_answer, looped_scan)
{
    auto subject = scanner([](auto const& target) { return target.port() % 2 == 0; },
                           {.batch = 4500, .timeout = 20ms, .tries = 3});
    subject.async_scan(port_list{9000}, keep(), on_done());
    poll();
    BOOST_TEST(seen.in_flight == 4500u);
    run();
    BOOST_TEST(summary->complete());
    BOOST_TEST((summary->duration == 3 * 20ms));
}

BOOST_AUTO_TEST_SUITE_END()
