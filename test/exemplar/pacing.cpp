// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest pacing that does something, for doc/concepts/pacing_policy.adoc.

#include <sonda/conformance/pacing.hpp>
#include <sonda/pacing/shared.hpp>
#include <sonda/pacing_policy.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

namespace {

// tag::exemplar[]
// Lets 64 probes go at once, then none until 10 ms after that round began.
class rounds
{
public:
    using time_point = std::chrono::steady_clock::time_point;

    time_point ready_at(time_point) const { return sent_ < size ? begin_ : begin_ + length; }

    void sent(time_point now, std::uint64_t /*host*/)
    {
        if (now >= begin_ + length) {
            // On schedule, unless a whole round was missed.
            begin_ = now < begin_ + 2 * length ? begin_ + length : now;
            sent_ = 0;
        }
        ++sent_;
    }

private:
    static constexpr int size = 64;
    static constexpr std::chrono::milliseconds length{10};

    time_point begin_ = time_point::min();
    int sent_ = 0;
};

static_assert(sonda::pacing_policy<rounds>);
// end::exemplar[]

} // namespace

BOOST_AUTO_TEST_SUITE(pacing_exemplar)

BOOST_AUTO_TEST_CASE(is_a_pacing)
{
    // tag::check[]
    auto const result = sonda::conformance::check_pacing(rounds(), 64);
    BOOST_TEST(result.passed(), result);
    // end::check[]
    BOOST_TEST(!sonda::conformance::check_pacing(rounds(), 63).passed());
}

BOOST_AUTO_TEST_CASE(can_be_shared)
{
    // tag::shared[]
    rounds owned;
    sonda::pacing::shared tcp(owned);
    sonda::pacing::shared udp(owned);
    // end::shared[]
    auto const begin = rounds::time_point();
    for (int i = 0; i != 32; ++i) {
        tcp.sent(begin, 0);
        udp.sent(begin, 0);
    }
    BOOST_TEST((tcp.ready_at(begin) > begin));
}

BOOST_AUTO_TEST_SUITE_END()
