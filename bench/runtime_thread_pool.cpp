// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What asio::thread_pool makes of the workloads of the runtimes. It has no loop that a host drives: no rows 5-11 and 24.

#include "runtime/asio_side.hpp"
#include "runtime/pool_rows.hpp"

int main(int argc, char** argv)
{
    return bench::run_program("thread_pool", bench::pool_rows<bench::asio_side<boost::asio::thread_pool>>(), argc,
                              argv);
}
