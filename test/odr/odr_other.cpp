// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include "everything.hpp"

std::string_view version_of_the_other_unit();

std::string_view version_of_the_other_unit()
{
    return SONDA_VERSION_STRING;
}
