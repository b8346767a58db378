// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/brief_lock.hpp>

#include <boost/test/unit_test.hpp>

#include <mutex>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(brief_lock_test)

BOOST_AUTO_TEST_CASE(lets_one_thread_in_at_a_time)
{
    constexpr int each = 20'000;
    sonda::detail::brief_lock lock;
    long count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i != each; ++i) {
                std::lock_guard const guard(lock);
                ++count;
            }
        });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(count == 4L * each);
}

BOOST_AUTO_TEST_SUITE_END()
