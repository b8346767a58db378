// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_VERSION_HPP
#define SONDA_VERSION_HPP

/// The version of the library: major * 10000 + minor * 100 + patch.
#define SONDA_VERSION 100

/// The version of the library as text.
#define SONDA_VERSION_STRING "0.1.0"

#endif // SONDA_VERSION_HPP
