// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Does a probe of a large scan cost more than one of a small scan? A scan of 2^N simulated targets, each answered at once:
// nanoseconds of processor time a probe.
//
//     simulated_size [--exponent N] [--order serial|random]

#include <sonda/ordering/random.hpp>
#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/simulated.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <string_view>

#include "workload.hpp"

namespace {

struct answers_at_once
{
    sonda::transport::simulated_reply operator()(sonda::endpoint const&) const noexcept
    {
        return sonda::transport::simulated_reply::closed();
    }
};

using network =
    sonda::transport::simulated<answers_at_once, std::chrono::steady_clock, boost::asio::io_context::executor_type>;

// At most 1,024 ports, and as many hosts as that takes.
sonda::target::target_space targets(unsigned exponent)
{
    auto const ports = exponent < 10 ? exponent : 10u;
    sonda::target::address_set hosts;
    hosts.insert(sonda::target::ip_range::v4(0x7f000000, 0x7f000000 + (1u << (exponent - ports)) - 1));
    sonda::target::port_set chosen(sonda::target::port_range{1, static_cast<std::uint16_t>(1u << ports)});
    return sonda::target::target_space::make(std::move(hosts), std::move(chosen)).value();
}

double processor_ns()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template<class Ordering>
void measure(unsigned exponent, Ordering const& order)
{
    boost::asio::io_context context(1);
    sonda::scan_options options;
    options.batch = 256;
    sonda::basic_scanner scanner(network(context.get_executor(), options.batch, answers_at_once()), options, order);
    auto const space = targets(exponent);
    auto const begin = processor_ns();
    std::uint64_t verdicts = 0;
    scanner.async_scan(
        space, [&](sonda::verdict const&) { ++verdicts; },
        [](boost::system::error_code, sonda::scan_summary const&) {});
    context.run();
    auto const took = processor_ns() - begin;
    if (verdicts != std::uint64_t{1} << exponent)
        throw std::runtime_error("a wrong number of verdicts");
    std::printf("{\"exponent\": %u, \"ns_per_probe\": %.2f}\n", exponent, took / static_cast<double>(verdicts));
}

} // namespace

int main(int argc, char** argv)
{
    try {
        unsigned exponent = 10;
        bool random = false;
        for (int i = 1; i < argc; ++i) {
            std::string_view const option = argv[i];
            if (option == "--exponent" && i + 1 != argc)
                exponent = static_cast<unsigned>(bench::parse_number(option, argv[++i], 30));
            else if (option == "--order" && i + 1 != argc)
                random = std::string_view(argv[++i]) == "random";
            else if (option != "--quick")
                throw std::runtime_error("unknown option: " + std::string(option));
        }
        if (random)
            measure(exponent, sonda::ordering::random(1));
        else
            measure(exponent, sonda::ordering::serial());
    } catch (std::exception const& error) {
        std::fprintf(stderr, "simulated_size: %s\n", error.what());
        return 1;
    }
}
