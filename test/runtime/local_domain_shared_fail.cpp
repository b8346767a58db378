// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: static.assert

#include <sonda/runtime/local_domain.hpp>

#ifndef SONDA_CONTROL
static_assert(sonda::runtime::sendable<sonda::runtime::local_domain*>);
#endif
static_assert(sonda::runtime::sendable<sonda::runtime::local_spawner>);
