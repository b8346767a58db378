// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/transport.hpp>
#include <sonda/transport/simulated.hpp>

#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using sonda::endpoint;
using sonda::probe_result;
using sonda::probe_status;
using sonda::slot_id;
using sonda::transport::simulated_reply;

simulated_reply reply(endpoint const& target)
{
    using namespace std::chrono_literals;
    if (target.port() == 9)
        return simulated_reply::silence();
    return target.port() == 7 ? simulated_reply::closed(1us) : simulated_reply::open();
}

enum class fault {
    none,
    result_twice,
    result_repeated_after_start,
    wrong_count,
    pending_from_reap,
    open_for_closed,
    cancel_ignored,
    cancel_twice,
    cancel_as_answer,
    no_wake_up,
    no_wake_up_for_cancel,
    wait_not_cancellable,
    silence_answered
};

// The simulated network, with one promise broken.
class broken : public sonda::transport::simulated<>
{
    using base = sonda::transport::simulated<>;

public:
    broken(boost::asio::any_io_executor const& executor, std::size_t slots, fault what)
        : base(executor, slots, reply)
        , what_(what)
    {}

    probe_result start(slot_id slot, endpoint const& target)
    {
        if (what_ == fault::silence_answered && target.port() == 9)
            return base::start(slot, endpoint::v4(0x7f000001, 7));
        auto result = base::start(slot, target);
        if (what_ == fault::open_for_closed && result.status == probe_status::pending && target.port() == 7)
            base::cancel(slot);
        if (what_ == fault::result_repeated_after_start && result.status == probe_status::answered)
            repeated_.emplace_back(slot, result);
        return result;
    }

    template<class F>
    std::size_t reap(F f)
    {
        std::size_t count = 0;
        for (auto const& [slot, result] : std::exchange(repeated_, {})) {
            f(slot, result);
            ++count;
        }
        count += base::reap([&](slot_id slot, probe_result result) {
            if (what_ == fault::open_for_closed)
                result = probe_result::answered({sonda::port_state::open, {}, 0, 0, 0, {}});
            if (what_ == fault::cancel_as_answer && result.status == probe_status::cancelled)
                result = probe_result::answered({});
            if (what_ == fault::pending_from_reap)
                result = probe_result::pending();
            if (what_ == fault::result_twice ||
                (what_ == fault::cancel_twice && result.status == probe_status::cancelled))
                repeated_.emplace_back(slot, result);
            f(slot, result);
        });
        return what_ == fault::wrong_count ? count + 1 : count;
    }

    void cancel(slot_id slot)
    {
        if (what_ == fault::no_wake_up_for_cancel)
            silently_.push_back(slot);
        else if (what_ != fault::cancel_ignored)
            base::cancel(slot);
    }

    template<class Token>
    auto async_ready(Token&& token)
    {
        if (what_ == fault::no_wake_up)
            return lost_.async_wait(std::forward<Token>(token));
        using plain_handler = std::function<void(boost::system::error_code)>;
        if constexpr (std::is_constructible_v<plain_handler, Token>)
            if (what_ == fault::wait_not_cancellable)
                return base::async_ready(plain_handler(std::forward<Token>(token)));
        return base::async_ready(std::forward<Token>(token));
    }

private:
    fault what_;
    std::vector<std::pair<slot_id, probe_result>> repeated_;
    std::vector<slot_id> silently_;
    boost::asio::steady_timer lost_{get_executor(), (std::chrono::steady_clock::time_point::max)()};
};

sonda::conformance::report check(fault what)
{
    boost::asio::io_context context;
    auto const make = [&](std::size_t slots) { return broken(context.get_executor(), slots, what); };
    auto const at = [](std::uint16_t port) { return endpoint::v4(0x7f000001, port); };
    return sonda::conformance::check_transport(context, make, {at(80), at(7), at(9)}, 30,
                                               std::chrono::milliseconds(50));
}

} // namespace

BOOST_AUTO_TEST_SUITE(broken_transports)

BOOST_AUTO_TEST_CASE(nothing_broken_passes)
{
    auto const found = check(fault::none);
    BOOST_TEST(found.passed(), found);
}

BOOST_AUTO_TEST_CASE(each_broken_promise_is_found)
{
    for (auto number = 1; number <= static_cast<int>(fault::silence_answered); ++number)
        BOOST_TEST_CONTEXT("fault " << number)
    BOOST_TEST(!check(static_cast<fault>(number)).passed());
}

BOOST_AUTO_TEST_SUITE_END()
