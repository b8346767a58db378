// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: full.. and async_drain.token. of a sink belong together

#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/simulated.hpp>

struct small_sink
{
    void put(sonda::verdict const&) {}
#ifndef SONDA_CONTROL
    bool full() { return false; }
#endif
};

void scan(sonda::basic_scanner<sonda::transport::simulated<>>& scanner, sonda::target::target_space const& targets)
{
    scanner.async_scan(targets, small_sink(), [](boost::system::error_code, sonda::scan_summary const&) {});
}
