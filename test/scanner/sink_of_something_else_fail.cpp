// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: sink_or_callable

#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/simulated.hpp>

#ifdef SONDA_CONTROL
using found = sonda::verdict;
#else
using found = std::string;
#endif

void scan(sonda::basic_scanner<sonda::transport::simulated<>>& scanner, sonda::target::target_space const& targets)
{
    scanner.async_scan(
        targets, [](found const&) {}, [](boost::system::error_code, sonda::scan_summary const&) {});
}
