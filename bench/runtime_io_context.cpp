// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What asio::io_context makes of the workloads of the runtimes, with threads that run it or driven by its host.

#include "runtime/asio_side.hpp"
#include "runtime/domain_rows.hpp"
#include "runtime/io_context_domain.hpp"
#include "runtime/pool_rows.hpp"

int main(int argc, char** argv)
{
    auto rows = bench::pool_rows<bench::asio_side<bench::threaded_io_context>>();
    auto const local = bench::domain_rows<bench::io_context_domain>();
    rows.insert(rows.end(), local.begin(), local.end());
    return bench::run_program("io_context", rows, argc, argv);
}
