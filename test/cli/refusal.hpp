// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_CLI_REFUSAL_HPP
#define SONDA_TEST_CLI_REFUSAL_HPP

#include <sonda/cli/usage_error.hpp>

#include <string>

namespace test {

/// What `function` is refused with, or nothing if it is not.
template<class Function>
std::string refusal(Function const& function)
{
    try {
        function();
        return {};
    } catch (sonda::cli::usage_error const& error) {
        return error.what();
    }
}

} // namespace test

#endif // SONDA_TEST_CLI_REFUSAL_HPP
