// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: use of deleted function|call to deleted constructor

#include <sonda/runtime/local_domain.hpp>

#include <utility>

#ifdef SONDA_CONTROL
using domain_type = sonda::runtime::local_spawner;
#else
using domain_type = sonda::runtime::local_domain;
#endif

domain_type give(domain_type& domain)
{
    return std::move(domain);
}
