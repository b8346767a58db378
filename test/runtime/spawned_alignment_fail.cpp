// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: a coroutine has no room for a function of this alignment

#include <sonda/runtime/local_domain.hpp>

#ifdef SONDA_CONTROL
struct function
#else
struct alignas(64) function
#endif
{
    void operator()() const {}
};

void start(sonda::runtime::local_domain& domain)
{
    domain.spawn_local(function()).value().detach();
}
