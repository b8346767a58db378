// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: target_source

#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/simulated.hpp>

#include <vector>

#ifdef SONDA_CONTROL
using targets_type = sonda::target::target_space;
#else
using targets_type = std::vector<sonda::endpoint>;
#endif

void scan(sonda::basic_scanner<sonda::transport::simulated<>>& scanner, targets_type const& targets)
{
    scanner.async_scan(
        targets, [](sonda::verdict const&) {}, [](boost::system::error_code, sonda::scan_summary const&) {});
}
