// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/patience.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

using sonda::detail::patience;

BOOST_AUTO_TEST_SUITE(patience_test)

BOOST_AUTO_TEST_CASE(sees_at_once_what_is_there)
{
    patience waits(std::chrono::microseconds(5));
    int looks = 0;
    BOOST_TEST(waits.sees([&] { return ++looks == 1; }));
    BOOST_TEST(looks == 1);
}

BOOST_AUTO_TEST_CASE(gives_up_on_what_does_not_come)
{
    patience waits(std::chrono::microseconds(5));
    for (int i = 0; i != 200; ++i)
        BOOST_TEST(!waits.sees([] { return false; }));
}

BOOST_AUTO_TEST_CASE(looks_again_after_many_times_in_vain)
{
    patience waits(std::chrono::microseconds(5));
    for (int i = 0; i != 200; ++i)
        waits.sees([] { return false; });
    // The shortest time holds a few looks, unless the thread is put aside just then.
    bool seen = false;
    for (int i = 0; i != 100 && !seen; ++i) {
        int looks = 0;
        seen = waits.sees([&] { return ++looks == 2; });
    }
    BOOST_TEST(seen);
}

BOOST_AUTO_TEST_SUITE_END()
