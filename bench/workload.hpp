// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_WORKLOAD_HPP
#define SONDA_BENCH_WORKLOAD_HPP

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

namespace bench {

/// One workload, as the harness hands it to every program that scans.
struct workload
{
    std::string mode; ///< Which way of scanning, for programs that know several.
    std::string ip = "127.0.0.1"; ///< The address to scan.
    std::uint16_t first = 1; ///< The first port.
    std::uint16_t last = 1; ///< The last port.
    std::size_t batch = 256; ///< Probes in flight at most.
    std::chrono::microseconds timeout{1500000}; ///< How long a try waits.
    unsigned tries = 1; ///< Tries per port.
    std::chrono::microseconds interval{0}; ///< The gap between two probes, 0 for none.
    bool udp = false; ///< UDP instead of TCP.
    bool quick = false; ///< Prove that the program works, on services of its own; measure nothing.

    /// How many ports there are.
    std::size_t size() const noexcept { return static_cast<std::size_t>(last - first) + 1; }
};

/// The numbers of a workload on the command line must be numbers.
inline unsigned long parse_number(std::string_view option, char const* text, unsigned long limit)
{
    char* end = nullptr;
    auto const value = std::strtoul(text, &end, 10);
    if (end == text || *end != '\0' || value > limit)
        throw std::runtime_error("bad value for " + std::string(option) + ": " + text);
    return value;
}

/// Takes one `--option value` of the command line.
inline void set_option(workload& load, std::string_view option, char const* value)
{
    auto const number = [&](unsigned long limit) { return parse_number(option, value, limit); };
    if (option == "--mode")
        load.mode = value;
    else if (option == "--ip")
        load.ip = value;
    else if (option == "--first")
        load.first = static_cast<std::uint16_t>(number(65535));
    else if (option == "--last")
        load.last = static_cast<std::uint16_t>(number(65535));
    else if (option == "--batch")
        load.batch = number(65535);
    else if (option == "--timeout-ms")
        load.timeout = std::chrono::milliseconds(number(3600000));
    else if (option == "--tries")
        load.tries = static_cast<unsigned>(number(100));
    else if (option == "--interval-ms")
        load.interval = std::chrono::milliseconds(number(3600000));
    else if (option == "--protocol")
        load.udp = std::string_view(value) == "udp";
    else
        throw std::runtime_error("unknown option: " + std::string(option));
}

/// Reads the command line; throws `std::runtime_error` for anything unknown.
inline workload parse_workload(int argc, char** argv)
{
    workload load;
    for (int i = 1; i < argc; ++i) {
        std::string_view const option = argv[i];
        if (option == "--quick")
            load.quick = true;
        else if (i + 1 == argc)
            throw std::runtime_error("no value for " + std::string(option));
        else
            set_option(load, option, argv[++i]);
    }
    if (load.last < load.first || load.batch == 0 || load.tries == 0)
        throw std::runtime_error("an empty workload");
    return load;
}

/// A socket address of either family, with the length that goes with it.
struct socket_address
{
    union
    {
        sockaddr any;
        sockaddr_in v4;
        sockaddr_in6 v6;
    };
    socklen_t size;

    /// `0.0.0.0` port 0.
    socket_address() noexcept
        : v6{}
        , size(sizeof v6)
    {}

    /// The address `ip`, numeric, and a port.
    socket_address(std::string const& ip, std::uint16_t port)
        : v6{}
        , size(sizeof v4)
    {
        if (inet_pton(AF_INET, ip.c_str(), &v4.sin_addr) == 1) {
            v4.sin_family = AF_INET;
        } else if (inet_pton(AF_INET6, ip.c_str(), &v6.sin6_addr) == 1) {
            v6.sin6_family = AF_INET6;
            size = sizeof v6;
        } else {
            throw std::runtime_error("not an address: " + ip);
        }
        set_port(port);
    }

    /// The port lies at the same place in both families.
    void set_port(std::uint16_t port) noexcept { v4.sin_port = htons(port); }

    /// The port.
    std::uint16_t port() const noexcept { return ntohs(v4.sin_port); }

    /// `AF_INET` or `AF_INET6`.
    int family() const noexcept { return any.sa_family; }
};

/// What a scan found; `scan` is the scan phase alone.
struct scan_result
{
    std::chrono::nanoseconds scan{0}; ///< From before the first socket to the last verdict.
    std::vector<std::uint16_t> open; ///< The ports that answered, as found, so that a duplicate shows.
    std::size_t closed = 0; ///< Ports that refused.
    std::size_t silent = 0; ///< Ports that said nothing.
};

/// One JSON object on one line: what the harness reads.
inline void print(scan_result const& result)
{
    std::printf("{\"scan_ms\": %.6f, \"closed\": %zu, \"silent\": %zu, \"open\": [",
                std::chrono::duration<double, std::milli>(result.scan).count(), result.closed, result.silent);
    char const* separator = "";
    for (auto port : result.open) {
        std::printf("%s%u", separator, static_cast<unsigned>(port));
        separator = ", ";
    }
    std::puts("]}");
}

/// As many descriptors as the system allows this process.
inline void raise_descriptor_limit() noexcept
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

} // namespace bench

#endif // SONDA_BENCH_WORKLOAD_HPP
