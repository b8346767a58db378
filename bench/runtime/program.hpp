// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_PROGRAM_HPP
#define SONDA_BENCH_RUNTIME_PROGRAM_HPP

#include <exception>

#include "meter.hpp"

namespace bench {

/// A numbered workload of one side.
struct workload_row
{
    unsigned number;
    void (*run)(meter const&);
};

/// What the command line asks for.
struct program_options
{
    unsigned row = 0; ///< 0 for all.
    meter measure;
};

/// Reads `--row N --quick --budget-ms B`.
inline program_options parse_program(std::string contestant, int argc, char** argv)
{
    program_options result;
    result.measure.contestant = std::move(contestant);
    for (int i = 1; i < argc; ++i) {
        std::string_view const option = argv[i];
        if (option == "--quick")
            result.measure.quick = true;
        else if (option == "--row" && i + 1 < argc)
            result.row = static_cast<unsigned>(std::atoi(argv[++i]));
        else if (option == "--budget-ms" && i + 1 < argc)
            result.measure.budget = std::chrono::milliseconds(std::atoi(argv[++i]));
        else
            throw std::runtime_error("unknown option: " + std::string(option));
    }
    return result;
}

/// Runs what is asked for of `rows`; the status is 1 if a result was wrong.
inline int run_program(std::string contestant, std::vector<workload_row> const& rows, int argc, char** argv)
try {
    auto const options = parse_program(std::move(contestant), argc, argv);
    for (auto const& each : rows) {
        auto measure = options.measure;
        measure.row = each.number;
        if (options.row == 0 || options.row == each.number)
            each.run(measure);
    }
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_PROGRAM_HPP
