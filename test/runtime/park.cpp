// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/park.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

namespace {

using sonda::detail::park;
using sonda::detail::woken;

} // namespace

BOOST_AUTO_TEST_SUITE(park_test)

BOOST_AUTO_TEST_CASE(keeps_a_notification_for_who_comes_later)
{
    park bed;
    BOOST_TEST((bed.notify() == woken::nobody));
    bed.sleep();
    BOOST_TEST((bed.notify() == woken::nobody));
    BOOST_TEST((bed.notify() == woken::nobody));
    bed.sleep();
}

BOOST_AUTO_TEST_CASE(says_whether_the_worker_is_to_search_or_to_help)
{
    park bed;
    bed.notify();
    BOOST_TEST(bed.sleep());
    bed.notify(false);
    BOOST_TEST(!bed.sleep());
}

BOOST_AUTO_TEST_CASE(does_not_sit_down_in_the_reactor_if_it_is_notified)
{
    park bed;
    bed.notify();
    BOOST_TEST(!bed.enter_reactor());
    bed.sleep();
    BOOST_TEST(bed.enter_reactor());
}

BOOST_AUTO_TEST_CASE(says_that_the_reactor_has_to_be_interrupted_and_keeps_the_notification)
{
    park bed;
    BOOST_REQUIRE(bed.enter_reactor());
    BOOST_TEST((bed.notify() == woken::reactor));
    bed.leave_reactor();
    bed.sleep();
}

BOOST_AUTO_TEST_CASE(leaves_the_reactor_without_a_trace)
{
    park bed;
    BOOST_REQUIRE(bed.enter_reactor());
    bed.leave_reactor();
    BOOST_TEST((bed.notify() == woken::nobody));
    bed.sleep();
}

BOOST_AUTO_TEST_CASE(wakes_a_thread_as_often_as_it_is_notified)
{
    park bed;
    std::atomic<int> woke = 0;
    std::thread sleeper([&] {
        for (int i = 0; i != 1000; ++i) {
            bed.sleep();
            woke.store(i + 1);
            woke.notify_one();
        }
    });
    for (int i = 0; i != 1000; ++i) {
        bed.notify();
        woke.wait(i);
    }
    sleeper.join();
    BOOST_TEST(woke == 1000);
}

BOOST_AUTO_TEST_SUITE_END()
