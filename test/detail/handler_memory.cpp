// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/handler_memory.hpp>

#include <boost/test/unit_test.hpp>

#include <set>
#include <vector>

BOOST_AUTO_TEST_SUITE(handler_memory)

BOOST_AUTO_TEST_CASE(gives_a_block_that_came_back_again)
{
    sonda::detail::handler_memory subject;
    void* const first = subject.allocate(100);
    subject.deallocate(first);
    BOOST_TEST(subject.allocate(200) == first);
    subject.deallocate(first);
}

BOOST_AUTO_TEST_CASE(gives_no_block_twice_and_goes_on_when_it_has_none_left)
{
    sonda::detail::handler_memory subject;
    std::set<void*> blocks;
    for (int i = 0; i != 50; ++i)
        BOOST_TEST(blocks.insert(subject.allocate(64)).second);
    for (void* const block : blocks)
        subject.deallocate(block);
}

BOOST_AUTO_TEST_CASE(serves_what_is_larger_than_a_block)
{
    sonda::detail::handler_memory subject;
    auto* const bytes = static_cast<std::byte*>(subject.allocate(10'000));
    bytes[9'999] = std::byte(1);
    subject.deallocate(bytes);
}

BOOST_AUTO_TEST_CASE(lives_as_long_as_an_allocator)
{
    auto memory = std::make_shared<sonda::detail::handler_memory>();
    sonda::detail::handler_allocator<int> subject(memory);
    std::weak_ptr const alive = memory;
    memory.reset();
    int* const number = subject.allocate(3);
    number[2] = 1;
    BOOST_TEST(!alive.expired());
    subject.deallocate(number, 3);
}

BOOST_AUTO_TEST_SUITE_END()
