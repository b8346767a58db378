// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_ODR_EVERYTHING_HPP
#define SONDA_TEST_ODR_EVERYTHING_HPP

// Every header of the library, after hostile macros. What is not ours comes first: it is not on trial here.
// (boost-no-inspect: the macros are meant.)

#include <boost/asio.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/json.hpp>
#include <boost/program_options.hpp>
#include <boost/system/result.hpp>

#include <bits/stdc++.h>

#if __has_include(<liburing.h>)
#include <liburing.h>
#endif

#define min(a, b) hostile_macro_min
#define max(a, b) hostile_macro_max
#define small hostile_macro_small

#include <sonda.hpp>

#undef min
#undef max
#undef small

#endif // SONDA_TEST_ODR_EVERYTHING_HPP
