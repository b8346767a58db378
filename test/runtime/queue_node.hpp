// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_RUNTIME_QUEUE_NODE_HPP
#define SONDA_TEST_RUNTIME_QUEUE_NODE_HPP

#include <sonda/detail/runtime/runnable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace test {

// A node that does nothing but know its number, and notes what became of it.
struct queue_node : sonda::detail::runnable
{
    explicit queue_node(int its_number = 0, std::uint8_t its_level = 1)
        : runnable(&queue_node::call, its_level)
        , number(its_number)
    {}

    static void call(runnable* self, bool run)
    {
        auto* const node = static_cast<queue_node*>(self);
        (run ? node->runs : node->destroyed) += 1;
    }

    int number;
    int runs = 0;
    int destroyed = 0;
};

inline int number_of(sonda::detail::runnable* node)
{
    return node ? static_cast<queue_node*>(node)->number : -1;
}

// Nodes 0 to n - 1, which stay where they are.
struct queue_nodes
{
    explicit queue_nodes(int n, std::uint8_t level = 1)
    {
        all.reserve(static_cast<std::size_t>(n));
        for (int i = 0; i != n; ++i)
            all.push_back(std::make_unique<queue_node>(i, level));
    }

    queue_node& operator[](int i) { return *all[static_cast<std::size_t>(i)]; }

    std::vector<std::unique_ptr<queue_node>> all;
};

} // namespace test

#endif // SONDA_TEST_RUNTIME_QUEUE_NODE_HPP
