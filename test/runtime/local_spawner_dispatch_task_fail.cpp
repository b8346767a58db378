// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: sendable

#include <sonda/runtime/local_domain.hpp>

#ifdef SONDA_CONTROL
using held = int;
#else
struct held
{
    using stays_on_thread = void;
};
#endif

void send(sonda::runtime::local_spawner const& spawner)
{
    (void)spawner.dispatch_task([]() -> sonda::runtime::task<held> { co_return held(); });
}
