// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/target_space.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

using sonda::target::address_set;
using sonda::target::ip_range;
using sonda::target::port_set;
using sonda::target::target_selection;
using sonda::target::target_space;

namespace {

std::size_t allocations = 0;
std::size_t allocated = 0;

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    allocated += size;
    if (auto* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

BOOST_AUTO_TEST_SUITE(target_memory)

BOOST_AUTO_TEST_CASE(the_whole_internet_costs_what_a_single_host_does)
{
    auto const cost = [](ip_range const& range) {
        auto const before = allocated;
        address_set set;
        set.insert(range);
        auto const space = *target_space::make(set, port_set::all());
        BOOST_TEST(space.size() >= 65535u);
        return allocated - before;
    };
    auto const one = cost(ip_range::v4(0x7f000001, 0x7f000001));
    BOOST_TEST(one > 0u);
    BOOST_TEST(one < 4096u);
    BOOST_TEST(cost(ip_range::v4(0, 0xffffffff)) == one);
}

BOOST_AUTO_TEST_CASE(asking_allocates_nothing)
{
    target_selection from;
    for (std::uint32_t i = 0; i != 100; ++i) {
        from.include(ip_range::v4(i * 3, i * 3 + 1));
        from.include(ip_range::v4(i * 3 + 2, i * 3 + 2), static_cast<std::uint16_t>(1 + i));
    }
    from.ports.insert(80);
    from.ports.insert(443);
    auto const space = *target_space::make(from);
    auto const before = allocations;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i != space.size(); ++i)
        sum += *space.index_of(space.at(i)) + space.host_of(i);
    BOOST_TEST(allocations == before);
    BOOST_TEST(sum > 0u);
}

BOOST_AUTO_TEST_CASE(many_endpoints_share_their_ports)
{
    auto const before = allocated;
    target_selection from;
    for (std::uint32_t i = 0; i != 10000; ++i)
        from.include(ip_range::v4(i * 2, i * 2), 80);
    auto const space = *target_space::make(from);
    BOOST_TEST(space.size() == 10000u);
    BOOST_TEST(allocated - before < 10000u * 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
