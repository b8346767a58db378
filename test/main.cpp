// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#define BOOST_TEST_MODULE sonda
#include <boost/test/unit_test.hpp>
