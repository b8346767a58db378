// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PLAN_THREADS_HPP
#define SONDA_CLI_PLAN_THREADS_HPP

#include <sonda/cli/descriptor_budget.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/detail/socket_address.hpp>

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <ifaddrs.h>
#include <sched.h>
#include <sys/socket.h>

namespace sonda::cli {

/// How many processors this process may use; at least 1.
inline std::size_t usable_processors() noexcept
{
    cpu_set_t set;
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return static_cast<std::size_t>((std::max)(CPU_COUNT(&set), 1));
}

} // namespace sonda::cli

namespace sonda::detail {

// A thread and its context cost as much as some dozens of probes, so that many for each are a gain.
inline constexpr std::uint64_t targets_per_thread = 2048;

// What a context and a transport of its own open, beyond probes.
inline constexpr std::size_t descriptors_per_thread = 8;

// Probes a second that one thread surely sends.
inline constexpr std::uint32_t a_threads_rate = 50'000;

inline std::size_t useful_threads(cli::options const& chosen, std::uint64_t targets, std::size_t processors) noexcept
{
    if (chosen.threads != 0)
        return chosen.threads;
    bool const slow = chosen.rate != 0 && chosen.rate < a_threads_rate;
    if (chosen.interval.count() != 0 || slow)
        return 1;
    return static_cast<std::size_t>((std::min)(std::uint64_t{processors}, targets / targets_per_thread));
}

// The addresses that probes of this machine's own ports would leave from.
inline std::vector<boost::asio::ip::address> own_addresses()
{
    std::vector<boost::asio::ip::address> all;
    ifaddrs* found = nullptr;
    if (::getifaddrs(&found) != 0)
        return all;
    for (auto const* one = found; one != nullptr; one = one->ifa_next) {
        auto const family = one->ifa_addr != nullptr ? one->ifa_addr->sa_family : AF_UNSPEC;
        socket_address address;
        if (family != AF_INET && family != AF_INET6)
            continue;
        std::memcpy(static_cast<void*>(address.data()), one->ifa_addr,
                    family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
        all.push_back(address.to_endpoint().address());
    }
    ::freeifaddrs(found);
    return all;
}

// Where probes leave from the address that they go to, two of them may meet, and the thread that has both must see it. Over
// UDP that is so for every address that reaches this machine: their sockets take what comes to any.
inline bool may_meet(cli::scan_job const& job)
{
    if (job.udp.overlaps(target::ip_range::v4(0x7f000000, 0x7fffffff)))
        return true;
    auto const own = own_addresses();
    return std::any_of(own.begin(), own.end(),
                       [&](auto const& address) { return job.tcp.contains(address) || job.udp.contains(address); });
}

// A port that payloads want to come from is only one thread's.
inline bool share_source_ports(cli::options const& chosen, cli::scan_job const& job) noexcept
{
    return job.udp.size() != 0 && chosen.payloads && chosen.payloads->asks_for_sources();
}

} // namespace sonda::detail

namespace sonda::cli {

/** How many threads a job is scanned on.

    As many as the user says; or a thread for each processor, but one where that is no gain: for few targets, or if time
    passes between any two probes. One for what goes to an address of this machine, and for payloads that want to come from
    a port. Never more than a protocol has probes in flight, nor than descriptors allow.

    @param chosen      What the user asked for.
    @param job         What is scanned.
    @param plan        How; its TCP batch is lowered if the threads need descriptors of it.
    @param budget      The descriptors that there are.
    @param processors  How many there are.
*/
inline std::size_t plan_threads(options const& chosen, scan_job const& job, scan_plan& plan,
                                descriptor_budget const& budget, std::size_t processors = usable_processors())
{
    auto const targets = job.tcp.size() > ~job.udp.size() ? ~std::uint64_t{0} : job.tcp.size() + job.udp.size();
    auto const useful = detail::useful_threads(chosen, targets / plan.order.count(), processors);
    auto const bearable = 1 + budget.probes() / (2 * detail::descriptors_per_thread);
    auto const batch = (std::max)(plan.tcp.batch, plan.udp.batch);
    auto const most = (std::max)((std::min)({useful, bearable, batch}), std::size_t{1});
    auto const threads = most == 1 || detail::may_meet(job) || detail::share_source_ports(chosen, job) ? 1 : most;
    auto const taken = (threads - 1) * detail::descriptors_per_thread;
    plan.tcp.batch = (std::max)((std::min)(plan.tcp.batch + taken, budget.probes()) - taken, std::size_t{1});
    return threads;
}

} // namespace sonda::cli

#endif // SONDA_CLI_PLAN_THREADS_HPP
