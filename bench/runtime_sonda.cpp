// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What our own runtimes make of their workloads: a priority_pool, a local_domain, and our tasks on both.

#include "runtime/domain_rows.hpp"
#include "runtime/local_domain_side.hpp"
#include "runtime/pool_rows.hpp"
#include "runtime/priority_pool_side.hpp"

int main(int argc, char** argv)
{
    auto rows = bench::pool_rows<bench::priority_pool_side>();
    auto const local = bench::domain_rows<bench::local_domain_side>();
    rows.insert(rows.end(), local.begin(), local.end());
    return bench::run_program("sonda", rows, argc, argv);
}
