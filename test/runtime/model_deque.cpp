// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/work_deque.hpp>

#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>
#include <vector>

#include "interleavings.hpp"
#include "model_atomic.hpp"
#include "queue_node.hpp"

#if !defined(SONDA_TEST_NO_CONTEXTS)

namespace {

using test::interleavings;
using test::model_atomic;
using test::number_of;

// The owner puts three in, beyond the first ring, and takes what it gets; thieves steal. Each node goes to one.
template<int Thieves>
struct deque_model
{
    std::vector<std::function<void()>> threads()
    {
        std::vector<std::function<void()>> all(Thieves, [this] { steal(); });
        all.push_back([this] { own(); });
        return all;
    }

    void own()
    {
        for (int i = 0; i != 3; ++i) {
            if (deque.has_room() || deque.make_room())
                deque.push(nodes[i], i != 1);
            if (i == 1)
                take(deque.pop());
        }
        while (auto* const node = deque.pop())
            take(node);
    }

    void steal()
    {
        auto const loot = deque.steal();
        for (std::size_t i = 0; i != loot.count; ++i)
            take(loot.nodes[i]);
    }

    void take(sonda::detail::runnable* node)
    {
        if (node)
            ++taken[number_of(node)];
    }

    std::string check() const
    {
        for (int const times : taken)
            if (times != 1)
                return times == 0 ? "a node was lost" : "a node was taken twice";
        return "";
    }

    sonda::detail::basic_work_deque<model_atomic> deque{false, 2};
    test::queue_nodes nodes{3};
    int taken[3] = {};
};

} // namespace

BOOST_AUTO_TEST_SUITE(model_deque_test)

BOOST_AUTO_TEST_CASE(gives_each_node_to_one_thread)
{
    BOOST_TEST(interleavings::explore<deque_model<1>>().fault == "");
    auto const two = interleavings::explore<deque_model<2>>();
    BOOST_TEST(two.fault == "");
    BOOST_TEST_MESSAGE(two.states << " states in " << two.runs << " runs");
    BOOST_TEST(two.states > 1000U);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
