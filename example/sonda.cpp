// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The command. To assemble one around transports of your own, give `run` a kit like sonda::cli::transport_kit.

#include <sonda/cli/run.hpp>

int main(int argc, char** argv)
{
    return sonda::cli::run(argc, argv);
}
