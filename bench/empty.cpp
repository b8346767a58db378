// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A program that does nothing, linked like the command: what the system takes to start and end one. It names something of
// each library that the command uses, as linkers leave out what is not needed, and uses none of it.

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/program_options/options_description.hpp>

#include <iostream>

namespace {

bool volatile wanted = false;

void use_libraries()
{
    std::cout << boost::json::serialize(boost::json::value(1)) << boost::program_options::options_description();
}

} // namespace

int main()
{
    if (wanted)
        use_libraries();
}
