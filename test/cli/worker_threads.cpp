// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/worker_threads.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <iostream>
#include <set>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using sonda::cli::worker_threads;

namespace {

// What a process without rights gets when its user may have one thread more than itself; -1 if that cannot be tried.
int workers_of_a_limited_user()
{
    auto const child = ::fork();
    if (child == 0) {
        rlimit const limit{2, 2};
        if (::setrlimit(RLIMIT_NPROC, &limit) != 0 || ::setuid(64'231) != 0)
            ::_exit(100);
        worker_threads workers(4);
        std::size_t ran = 0;
        for (std::size_t i = 0; i != workers.size(); ++i)
            boost::asio::post(workers.context(i), [&ran] { ++ran; });
        workers.run();
        workers.join();
        ::_exit(ran == workers.size() ? static_cast<int>(ran) : 101);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 102;
    return WEXITSTATUS(status) == 100 ? -1 : WEXITSTATUS(status);
}

} // namespace

BOOST_AUTO_TEST_SUITE(worker_threads_)

BOOST_AUTO_TEST_CASE(each_context_has_a_thread_of_its_own)
{
    worker_threads workers(3);
    BOOST_TEST(workers.size() == 3u);
    std::thread::id ids[3];
    for (std::size_t i = 0; i != 3; ++i)
        boost::asio::post(workers.context(i), [&ids, i] { ids[i] = std::this_thread::get_id(); });
    BOOST_CHECK(ids[0] == std::thread::id());
    workers.run();
    workers.join();
    BOOST_TEST(std::set<std::thread::id>(ids, ids + 3).size() == 3u);
    BOOST_TEST((std::set<std::thread::id>(ids, ids + 3).count(std::this_thread::get_id()) == 0));
}

BOOST_AUTO_TEST_CASE(they_may_go_without_having_run)
{
    bool ran = false;
    {
        worker_threads workers(2);
        boost::asio::post(workers.context(1), [&ran] { ran = true; });
    }
    BOOST_TEST(!ran);
}

BOOST_AUTO_TEST_CASE(there_are_fewer_where_the_system_gives_no_more)
{
    auto const workers = workers_of_a_limited_user();
    if (workers < 0)
        std::cout << "SKIPPED: there_are_fewer_where_the_system_gives_no_more: not root" << std::endl;
    else
        BOOST_TEST(workers == 1);
}

BOOST_AUTO_TEST_SUITE_END()
