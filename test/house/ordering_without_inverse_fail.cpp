// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: order\.inverse\(i\).* invalid

#include <sonda/ordering/serial.hpp>

#include <cstdint>

struct one_way : private sonda::ordering::serial
{
    using serial::serial, serial::size, serial::at;

    static one_way over(std::uint64_t n) { return one_way(n); }
};

template<sonda::ordering_policy Ordering>
std::uint64_t first_of(Ordering const& order)
{
    return order.at(0);
}

#ifdef SONDA_CONTROL
using subject = sonda::ordering::serial;
#else
using subject = one_way;
#endif

std::uint64_t first(subject const& order)
{
    return first_of(order);
}
