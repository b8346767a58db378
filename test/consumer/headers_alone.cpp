// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda.hpp>

#include <string_view>

int main()
{
    return std::string_view(SONDA_VERSION_STRING).empty() ? 1 : 0;
}
