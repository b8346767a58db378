// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/descriptor_budget.hpp>

#include <boost/test/unit_test.hpp>

#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace sonda::cli;

namespace {

// Puts the limit back that a test changed.
struct limit_kept
{
    limit_kept() { ::getrlimit(RLIMIT_NOFILE, &before); }
    ~limit_kept() { ::setrlimit(RLIMIT_NOFILE, &before); }

    rlimit before{};
};

} // namespace

BOOST_AUTO_TEST_SUITE(descriptor_budget_)

BOOST_AUTO_TEST_CASE(counts_what_is_open)
{
    limit_kept const kept;
    auto const before = find_descriptor_budget().open;
    int const more[] = {::dup(0), ::dup(0), ::dup(0)};
    BOOST_TEST(find_descriptor_budget().open == before + 3);
    for (int const descriptor : more)
        ::close(descriptor);
    BOOST_TEST(find_descriptor_budget().open == before);
}

BOOST_AUTO_TEST_CASE(raises_the_soft_limit_to_the_hard_one)
{
    limit_kept const kept;
    auto low = kept.before;
    low.rlim_cur = 64;
    ::setrlimit(RLIMIT_NOFILE, &low);
    BOOST_TEST(find_descriptor_budget().limit == kept.before.rlim_max);
    rlimit after{};
    ::getrlimit(RLIMIT_NOFILE, &after);
    BOOST_TEST(after.rlim_cur == kept.before.rlim_max);
}

BOOST_AUTO_TEST_CASE(goes_no_further_than_is_asked_for)
{
    limit_kept const kept;
    BOOST_TEST(find_descriptor_budget(100).limit == 100u);
}

BOOST_AUTO_TEST_CASE(leaves_some_for_other_things)
{
    BOOST_TEST((descriptor_budget{100, 10}.probes()) == 90u - defaults::spare_descriptors);
    BOOST_TEST((descriptor_budget{10, 10}.probes()) == 1u);
    BOOST_TEST((descriptor_budget{0, 10}.probes()) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
