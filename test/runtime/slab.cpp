// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/slab.hpp>

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

using sonda::detail::slab;

BOOST_AUTO_TEST_SUITE(slab_test)

BOOST_AUTO_TEST_CASE(gives_the_block_that_was_freed_last)
{
    for (std::size_t size : {1u, 48u, 49u, 112u, 240u, 496u}) {
        auto* const first = slab::allocate(size);
        std::memset(first, 1, size);
        slab::deallocate(first);
        auto* const second = slab::allocate(size);
        BOOST_TEST(first == second);
        slab::deallocate(second);
    }
}

BOOST_AUTO_TEST_CASE(blocks_do_not_overlap_and_are_aligned)
{
    std::set<char*> starts;
    std::vector<void*> blocks;
    for (int i = 0; i != 500; ++i) {
        auto* const block = static_cast<char*>(slab::allocate(200));
        BOOST_TEST(reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t) == 0u);
        std::memset(block, i & 0xff, 200);
        auto const after = starts.insert(block).first;
        if (after != starts.begin())
            BOOST_TEST(*after - *std::prev(after) >= 200);
        blocks.push_back(block);
    }
    for (int i = 0; i != 500; ++i) {
        BOOST_TEST(*static_cast<unsigned char*>(blocks[static_cast<std::size_t>(i)]) == (i & 0xff));
        slab::deallocate(blocks[static_cast<std::size_t>(i)]);
    }
}

BOOST_AUTO_TEST_CASE(what_is_too_large_comes_from_elsewhere)
{
    auto* const block = slab::allocate(slab::largest + 1);
    std::memset(block, 1, slab::largest + 1);
    slab::deallocate(block);
}

BOOST_AUTO_TEST_CASE(blocks_that_another_thread_frees_come_back)
{
    constexpr int many = 96; // more than another thread keeps before it sends them home
    std::set<void*> mine;
    std::vector<void*> blocks;
    for (int round = 0; round != 20; ++round) {
        for (int i = 0; i != many; ++i) {
            blocks.push_back(slab::allocate(100));
            mine.insert(blocks.back());
        }
        std::thread([&blocks] {
            for (auto* const block : blocks)
                slab::deallocate(block);
        }).join();
        blocks.clear();
    }
    // A round and a batch or so of them, not twenty rounds.
    BOOST_TEST(mine.size() <= 2u * many + 64u);
}

BOOST_AUTO_TEST_CASE(the_slab_of_a_thread_that_has_ended_serves_the_next)
{
    std::set<void*> seen;
    for (int i = 0; i != 50; ++i)
        std::thread([&seen] {
            auto* const block = slab::allocate(300);
            seen.insert(block);
            slab::deallocate(block);
        }).join();
    BOOST_TEST(seen.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_thread_may_allocate_and_free_while_it_ends)
{
    struct late
    {
        ~late()
        {
            slab::deallocate(block);
            slab::deallocate(slab::allocate(40));
        }
        void* block = nullptr;
    };
    std::thread([] {
        static thread_local late object; // destroyed after the slab is
        object.block = nullptr;
        auto& made_before = object;
        made_before.block = slab::allocate(40);
    }).join();
}

BOOST_AUTO_TEST_SUITE_END()
