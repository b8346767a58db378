// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest transport that does something, for doc/concepts/transport_policy.adoc.

#include <sonda/conformance/transport.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

// tag::exemplar[]
// A network of one host that is known by heart: even ports are open, odd ones closed, port 9 is silent.
class memory
{
public:
    using executor_type = boost::asio::any_io_executor;

    template<class OtherExecutor>
    struct rebind_executor
    {
        using other = memory; // it takes every executor as it is
    };

    static constexpr sonda::port_state silence = sonda::port_state::filtered;

    memory(executor_type const& executor, std::size_t slots)
        : slots_(slots)
        , signal_(executor, never)
    {
        cancelled_.reserve(slots);
    }

    executor_type get_executor() { return signal_.get_executor(); }
    std::size_t slots() const noexcept { return slots_; }

    sonda::probe_result start(sonda::slot_id, sonda::endpoint const& target)
    {
        using sonda::port_state, sonda::reason_kind;
        if (target.port() == 9)
            return sonda::probe_result::pending(); // comes back through reap() only
        auto const open = target.port() % 2 == 0;
        return sonda::probe_result::answered({open ? port_state::open : port_state::closed,
                                              open ? reason_kind::syn_ack : reason_kind::refused,
                                              0,
                                              0,
                                              0,
                                              {}});
    }

    void cancel(sonda::slot_id slot)
    {
        cancelled_.push_back(slot);
        signal_.expires_at(at_once); // whoever waits shall reap
    }

    template<class F>
    std::size_t reap(F f)
    {
        auto const count = cancelled_.size();
        for (auto const slot : cancelled_)
            f(slot, sonda::probe_result::cancelled());
        cancelled_.clear();
        return count;
    }

    template<class Token>
    auto async_ready(Token&& token)
    {
        if (cancelled_.empty())
            signal_.expires_at(never);
        return signal_.async_wait(std::forward<Token>(token));
    }

private:
    static constexpr auto never = std::chrono::steady_clock::time_point::max();
    static constexpr auto at_once = std::chrono::steady_clock::time_point::min();

    std::size_t slots_;
    boost::asio::steady_timer signal_;
    std::vector<sonda::slot_id> cancelled_;
};

static_assert(sonda::transport_policy<memory>);
// end::exemplar[]

} // namespace

BOOST_AUTO_TEST_SUITE(transport_exemplar)

BOOST_AUTO_TEST_CASE(is_a_transport)
{
    // tag::check[]
    boost::asio::io_context context;
    auto const at = [](std::uint16_t port) { return sonda::endpoint::v4(0x7f000001, port); };
    sonda::conformance::transport_targets const targets{.open = at(80), .closed = at(81), .silent = at(9)};
    auto const result = sonda::conformance::check_transport(
        context, [&](std::size_t slots) { return memory(context.get_executor(), slots); }, targets);
    BOOST_TEST(result.passed(), result);
    // end::check[]
}

BOOST_AUTO_TEST_SUITE_END()
