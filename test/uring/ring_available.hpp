// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_URING_RING_AVAILABLE_HPP
#define SONDA_TEST_URING_RING_AVAILABLE_HPP

#include <sonda/transport/uring_connect.hpp>

#include <iostream>
#include <string_view>

#include <support/net_namespace.hpp>

namespace test {

// Prints that a test is skipped, by its name, where there are no rings or no network namespaces; true if it is.
inline bool skip_without_ring(std::string_view name)
{
    auto const refusal = sonda::transport::uring_refusal();
    if (!refusal)
        return net_namespace::skip(name);
    std::cout << "SKIPPED: " << name << ": io_uring: " << refusal.message() << std::endl;
    return true;
}

} // namespace test

#endif // SONDA_TEST_URING_RING_AVAILABLE_HPP
