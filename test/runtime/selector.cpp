// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/selector.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace {

std::string turns(sonda::detail::selector chosen, int count)
{
    std::string all;
    for (; count != 0; --count)
        all += "HNB"[chosen.next()];
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(selector_test)

BOOST_AUTO_TEST_CASE(gives_each_class_its_weight_of_turns_and_begins_anew)
{
    BOOST_TEST(turns(sonda::detail::selector(), 26) == "HHHHHHHHNNNNBHHHHHHHHNNNNB");
    BOOST_TEST(turns(sonda::detail::selector({1, 1, 3}), 10) == "HNBBBHNBBB");
}

BOOST_AUTO_TEST_CASE(sends_a_class_to_the_injector_after_its_burst)
{
    sonda::detail::burst_bound bursts;
    int const expected[] = {8, 16, 64};
    for (std::size_t level = 0; level != 3; ++level) {
        int count = 0;
        while (!bursts.reached(level)) {
            bursts.took_own(level);
            ++count;
        }
        BOOST_TEST(count == expected[level]);
        BOOST_TEST(!bursts.reached(level));
    }
}

BOOST_AUTO_TEST_CASE(begins_a_burst_anew_after_an_injected_node)
{
    sonda::detail::burst_bound bursts;
    for (int i = 0; i != 8; ++i)
        bursts.took_own(0);
    bursts.took_injected(0, 0);
    for (int i = 0; i != 8; ++i) {
        BOOST_TEST(!bursts.reached(0));
        bursts.took_own(0);
    }
    BOOST_TEST(bursts.reached(0));
}

BOOST_AUTO_TEST_CASE(does_not_count_the_rest_of_a_batch_as_its_own)
{
    sonda::detail::burst_bound bursts;
    bursts.took_injected(0, 32);
    for (int i = 0; i != 32 + 8; ++i) {
        BOOST_TEST(!bursts.reached(0));
        bursts.took_own(0);
    }
    BOOST_TEST(bursts.reached(0));
}

BOOST_AUTO_TEST_SUITE_END()
