// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Asio, compiled once for all tests of the CMake build. Those of b2, the examples and the benchmarks have it header-only.

#include <boost/asio/impl/src.hpp>
