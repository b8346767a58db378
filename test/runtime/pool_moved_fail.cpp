// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: use of deleted function|call to deleted constructor

#include <sonda/runtime/priority_pool.hpp>

#include <utility>

#ifdef SONDA_CONTROL
using pool_type = sonda::runtime::priority_pool::spawner;
#else
using pool_type = sonda::runtime::priority_pool;
#endif

pool_type give(pool_type& pool)
{
    return std::move(pool);
}
