// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SONDA_TEST_SHADOW_MEMORY
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SONDA_TEST_SHADOW_MEMORY
#endif
#endif

#if !defined(SONDA_TEST_SHADOW_MEMORY)

namespace {

// Leaves the process this much address space more than it has, for as long as it lives.
class little_space
{
public:
    explicit little_space(rlim_t more)
    {
        std::ifstream file("/proc/self/statm");
        rlim_t pages = 0;
        file >> pages;
        ::getrlimit(RLIMIT_AS, &before_);
        auto limit = before_;
        limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + more;
        ::setrlimit(RLIMIT_AS, &limit);
    }

    little_space(little_space const&) = delete;
    little_space& operator=(little_space const&) = delete;
    ~little_space() { ::setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

long threads()
{
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;)
        if (word == "Threads:") {
            long count = 0;
            file >> count;
            return count;
        }
    return 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_threads_test)

BOOST_AUTO_TEST_CASE(a_pool_whose_threads_do_not_all_start_joins_those_that_did)
{
    auto const before = threads();
    {
        little_space const limit(60 * 1024 * 1024); // a stack has 8 megabytes
        BOOST_CHECK_THROW(sonda::runtime::priority_pool({.workers = 40}), std::system_error);
    }
    // The kernel takes a joined thread off its list a little later.
    for (int i = 0; i != 1000 && threads() != before; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    BOOST_TEST(threads() == before);
    BOOST_CHECK_NO_THROW(sonda::runtime::priority_pool({.workers = 2}));
}

BOOST_AUTO_TEST_SUITE_END()

#endif
