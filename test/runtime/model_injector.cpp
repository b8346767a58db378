// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/injector.hpp>

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

// Two are put in, by one thread or by two; workers take a batch each. Nothing is lost, taken twice or overtaken; and
// once all is put in, an injector that says that it is empty has given everything away.
template<int Takers, int Producers>
struct injector_model
{
    std::vector<std::function<void()>> threads()
    {
        std::vector<std::function<void()>> all(Takers, [this] { take(); });
        if (Producers == 1)
            all.push_back([this] { put(0, 2); });
        for (int i = 0; i != Producers && Producers != 1; ++i)
            all.push_back([this, i] { put(i, i + 1); });
        return all;
    }

    void put(int from, int to)
    {
        for (; from != to; ++from) {
            queue.push(nodes[from]);
            ++pushed;
            queue.leave();
        }
        bool const all_in = pushed == 2;
        if (queue.empty() && all_in && handed_out != 2 && Takers == 1) // of two, one may be about to return it
            lied = true;
    }

    void take()
    {
        auto batch = queue.take(33, false);
        handed_out += static_cast<int>(batch.count);
        for (auto* node = batch.first; batch.count != 0; --batch.count) {
            auto* const following = node->next;
            order.push_back(number_of(node));
            node = following;
        }
    }

    std::string check()
    {
        while (!queue.empty())
            take();
        if (lied)
            return "it was not empty";
        if (!queue.nobody_inside())
            return "somebody is said to be inside";
        if (order.size() != 2)
            return "a node was lost, or taken twice";
        std::size_t at[2];
        for (std::size_t i = 0; i != 2; ++i)
            at[order[i]] = i;
        return at[0] < at[1] || Takers + Producers > 2 ? "" : "the second has overtaken the first";
    }

    sonda::detail::basic_injector<model_atomic> queue;
    test::queue_nodes nodes{2};
    std::vector<int> order;
    int pushed = 0;
    int handed_out = 0;
    bool lied = false;
};

} // namespace

BOOST_AUTO_TEST_SUITE(model_injector_test)

BOOST_AUTO_TEST_CASE(loses_nothing_and_says_so)
{
    BOOST_TEST((interleavings::explore<injector_model<1, 1>>().fault == ""));
    auto const many = interleavings::explore<injector_model<1, 2>>();
    BOOST_TEST(many.fault == "");
    BOOST_TEST(many.states > 100U);
    auto const two = interleavings::explore<injector_model<2, 1>>();
    BOOST_TEST(two.fault == "");
    BOOST_TEST_MESSAGE(two.states << " states in " << two.runs << " runs");
    BOOST_TEST(two.states > 100U);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
