// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The command. To assemble one around transports of your own, give `run` a kit like sonda::cli::transport_kit.
// SONDA_COMMAND_HAS_URING and SONDA_COMMAND_HAS_ARES are of the build files of this program, which define them where they
// link liburing and c-ares.

#include <sonda/cli/run.hpp>

#if defined(SONDA_COMMAND_HAS_URING)
#include <sonda/cli/uring_kit.hpp>
using plain_kit = sonda::cli::uring_kit;
#else
using plain_kit = sonda::cli::transport_kit;
#endif

#if defined(SONDA_COMMAND_HAS_ARES)
#include <sonda/cli/ares_kit.hpp>
using kit = sonda::cli::ares_kit<plain_kit>;
#else
using kit = plain_kit;
#endif

int main(int argc, char** argv)
{
    return sonda::cli::run(argc, argv, kit());
}
