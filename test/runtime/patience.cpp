// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/patience.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace {

using namespace std::chrono_literals;
using sonda::detail::patience;
using sonda::timer::manual_clock;
using manual_patience = sonda::detail::basic_patience<manual_clock>;

// Each look takes 50 ns. How many there are before it gives up; the wait ends with that.
int vain_looks(manual_patience waits)
{
    int looks = 0;
    waits.sees([&] {
        ++looks;
        manual_clock::advance(50ns);
        return false;
    });
    return looks;
}

// A wait of about this length, most of it asleep.
void waited(manual_patience& waits, std::chrono::nanoseconds length)
{
    waits.sees([] {
        manual_clock::advance(50ns);
        return false;
    });
    manual_clock::advance(length);
    waits.over();
}

} // namespace

BOOST_AUTO_TEST_SUITE(patience_test)

BOOST_AUTO_TEST_CASE(sees_at_once_what_is_there)
{
    patience waits(5us);
    int looks = 0;
    BOOST_TEST(waits.sees([&] { return ++looks == 1; }));
    BOOST_TEST(looks == 1);
}

BOOST_AUTO_TEST_CASE(gives_up_on_what_does_not_come)
{
    patience waits(5us);
    for (int i = 0; i != 200; ++i)
        BOOST_TEST(!waits.sees([] { return false; }));
}

BOOST_AUTO_TEST_CASE(looks_less_and_less_for_what_takes_long)
{
    manual_patience waits(5us);
    int const looks = vain_looks(waits);
    waited(waits, 1ms);
    int const fewer = vain_looks(waits);
    BOOST_TEST(fewer < looks);
    for (int i = 0; i != 20; ++i)
        waited(waits, 1ms);
    int const fewest = vain_looks(waits);
    BOOST_TEST(fewest < fewer);
    BOOST_TEST(fewest > 1);
}

BOOST_AUTO_TEST_CASE(looks_long_again_after_a_sleep_that_it_would_have_saved)
{
    manual_patience waits(5us);
    int const looks = vain_looks(waits);
    for (int i = 0; i != 20; ++i)
        waited(waits, 1ms);
    for (int i = 0; i != 2; ++i)
        waited(waits, 1us);
    BOOST_TEST(vain_looks(waits) == looks);
}

// As where both threads have one processor: it comes soon after the look has ended, however long that was.
BOOST_AUTO_TEST_CASE(stops_looking_long_for_what_comes_only_afterwards)
{
    manual_patience waits(5us);
    int const looks = vain_looks(waits);
    int long_ones = 0;
    for (int i = 0; i != 1000; ++i) {
        long_ones += vain_looks(waits) == looks;
        waited(waits, 500ns);
    }
    BOOST_TEST(long_ones > 10);
    BOOST_TEST(long_ones < 30);
}

BOOST_AUTO_TEST_CASE(learns_nothing_from_what_was_there_at_once)
{
    manual_patience waits(5us);
    int const looks = vain_looks(waits);
    manual_clock::advance(1ms);
    BOOST_TEST(waits.sees([] { return true; }));
    waits.over();
    BOOST_TEST(vain_looks(waits) == looks);
}

BOOST_AUTO_TEST_SUITE_END()
