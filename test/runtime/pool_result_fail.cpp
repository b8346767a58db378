// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: sendable

#include <sonda/runtime/priority_pool.hpp>

struct result
{
#ifndef SONDA_CONTROL
    using stays_on_thread = void;
#endif
};

void send(sonda::runtime::priority_pool::spawner const& spawner)
{
    spawner.spawn(sonda::runtime::priority::normal, [] { return result(); }).value().detach();
}
