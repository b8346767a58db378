// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What a debug build asserts is told to a handler here, that throws.
#define BOOST_ENABLE_ASSERT_HANDLER

#include <sonda/runtime/local_domain.hpp>
#include <sonda/runtime/priority_pool.hpp>

#include <boost/test/unit_test.hpp>

#include <exception>
#include <stdexcept>
#include <thread>

namespace {

struct assertion : std::logic_error
{
    using std::logic_error::logic_error;
};

} // namespace

namespace boost {

void assertion_failed(char const* expression, char const*, char const*, long)
{
    throw assertion(expression);
}

void assertion_failed_msg(char const*, char const* message, char const*, char const*, long)
{
    throw assertion(message);
}

} // namespace boost

namespace {

using sonda::runtime::local_domain;
using sonda::runtime::priority_pool;

// Calls a function on another thread; true if that asserted.
template<class Function>
bool asserts_elsewhere(Function function)
{
    bool asserted = false;
    std::thread([&] {
        try {
            function();
        } catch (assertion const&) {
            asserted = true;
        }
    }).join();
    return asserted;
}

} // namespace

BOOST_AUTO_TEST_SUITE(misuse_test)

BOOST_AUTO_TEST_CASE(a_domain_that_another_thread_drives_asserts)
{
    local_domain domain;
    BOOST_TEST(asserts_elsewhere([&] { domain.run_n(1); }));
    BOOST_TEST(asserts_elsewhere([&] { domain.poll(); }));
    domain.run_n(1);
}

BOOST_AUTO_TEST_CASE(waiting_for_a_task_that_was_not_spawned_asserts)
{
    auto const made = []() -> sonda::runtime::task<int> { co_return 1; };
    BOOST_CHECK_THROW(made().get(), assertion);
    BOOST_CHECK_THROW(made().fallible().get(), assertion);
    BOOST_CHECK_THROW(made()([](std::exception_ptr, int) {}), assertion);
}

BOOST_AUTO_TEST_CASE(a_local_spawn_of_another_thread_asserts)
{
    local_domain domain;
    BOOST_TEST(asserts_elsewhere([&] { domain.spawn_local([] {}).value().detach(); }));
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(steps_of_a_pool_with_threads_assert)
{
    priority_pool pool({.workers = 1});
    BOOST_CHECK_THROW(pool.step(), assertion);
}

BOOST_AUTO_TEST_SUITE_END()
