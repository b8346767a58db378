// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda.hpp>

#include <boost/json/value.hpp>
#include <boost/program_options/options_description.hpp>

int main()
{
    boost::program_options::options_description options(SONDA_VERSION_STRING);
    boost::json::value const version(SONDA_VERSION_STRING);
    return version.is_string() && options.options().empty() ? 0 : 1;
}
