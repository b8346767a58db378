// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_PLAN_HPP
#define SONDA_CLI_SCAN_PLAN_HPP

#include <sonda/cli/descriptor_budget.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_order.hpp>
#include <sonda/scan_options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sonda::cli {

/** How a job is scanned: the user's wishes, cut to what this machine allows.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_plan
{
    scan_options tcp; ///< Of the TCP scan.
    scan_options udp; ///< Of the UDP scan.
    scan_order order{0, 1, chosen_order(visit_order::serial)}; ///< In which order, and which part.
    std::optional<std::uint64_t> seed; ///< Of a random order.

    /// The options of a protocol.
    scan_options const& of(protocol proto) const noexcept { return proto == protocol::tcp ? tcp : udp; }
};

/** The order that the user asked for, or a random one.

    A seed is drawn where none is given; the parts of a shard take it from the job, so that they agree.

    @param kind  The order where the user says nothing, not even a seed.
    @param seed  Gets the seed of a random order.
*/
inline scan_order make_order(options const& chosen, scan_job const& job, visit_order kind,
                             std::optional<std::uint64_t>& seed)
{
    kind = chosen.order.value_or(chosen.seed ? visit_order::random : kind);
    if (kind == visit_order::random) {
        seed = chosen.seed;
        if (!seed && chosen.shard_count > 1)
            seed = job.fingerprint;
        if (!seed) {
            std::random_device device;
            seed = std::uint64_t{device()} << 32 | device();
        }
    }
    return {chosen.shard_index, chosen.shard_count, chosen_order(kind, seed.value_or(0))};
}

} // namespace sonda::cli

namespace sonda::detail {

// As many probes as are asked for, targets there are and descriptors allow.
inline std::size_t choose_batch(cli::options const& chosen, std::uint64_t targets,
                                std::optional<cli::descriptor_budget> const& budget, cli::messages& say)
{
    auto const wanted = chosen.batch.value_or(defaults::batch);
    auto const useful = static_cast<std::size_t>((std::min)(std::uint64_t{wanted}, targets));
    auto const batch = (std::max)(std::size_t{1}, budget ? (std::min)(useful, budget->probes()) : useful);
    if (batch < useful) {
        auto const text = "batch lowered from " + std::to_string(wanted) + " to " + std::to_string(batch) +
                          ": this process may have " + std::to_string(budget->limit) + " descriptors";
        chosen.batch ? say.say(text) : say.note(text);
    }
    return batch;
}

inline void append_options(std::vector<std::pair<std::string, std::string>>& list, std::string const& prefix,
                           scan_options const& from)
{
    list.emplace_back(prefix + "batch", std::to_string(from.batch));
    list.emplace_back(prefix + "tries", std::to_string(from.tries));
}

inline std::string milliseconds_text(std::chrono::nanoseconds time)
{
    auto text = std::to_string(time.count() / 1'000'000);
    if (auto const rest = time.count() % 1'000'000; rest != 0) {
        auto const digits = std::to_string(1'000'000 + rest);
        text += '.' + digits.substr(1, digits.find_last_not_of('0'));
    }
    return text;
}

} // namespace sonda::detail

namespace sonda::cli {

/// Plans the scan of a job; says if the batch that was asked for cannot be had.
inline scan_plan make_plan(options const& chosen, scan_job const& job, descriptor_budget const& budget, messages& say)
{
    scan_plan plan;
    if (!chosen.shard_origin.empty())
        say.note("part " + std::to_string(chosen.shard_index + 1) + " of " + std::to_string(chosen.shard_count) +
                 ", as " + chosen.shard_origin + " says");
    plan.order = make_order(chosen, job, visit_order::random, plan.seed);
    plan.tcp.timeout = plan.udp.timeout = chosen.timeout;
    plan.tcp.host_timeout = plan.udp.host_timeout = chosen.host_timeout;
    plan.tcp.tries = chosen.tries.value_or(sonda::defaults::tcp_tries);
    plan.udp.tries = chosen.tries.value_or(sonda::defaults::udp_tries);
    plan.tcp.batch = detail::choose_batch(chosen, job.tcp.size(), budget, say);
    plan.udp.batch = detail::choose_batch(chosen, job.udp.size(), std::nullopt, say);
    return plan;
}

/// The options in force, name and value, for the outputs.
inline std::vector<std::pair<std::string, std::string>> options_in_force(options const& chosen, scan_job const& job,
                                                                         scan_plan const& plan)
{
    std::vector<std::pair<std::string, std::string>> list;
    for (auto const proto : {protocol::tcp, protocol::udp})
        if (job.of(proto).size() != 0)
            detail::append_options(list, std::string(to_string(proto)) + '_', plan.of(proto));
    list.emplace_back("timeout_ms", detail::milliseconds_text(chosen.timeout));
    list.emplace_back("interval_ms", detail::milliseconds_text(chosen.interval));
    if (chosen.host_timeout.count() != 0)
        list.emplace_back("host_timeout_ms", detail::milliseconds_text(chosen.host_timeout));
    if (chosen.rate != 0)
        list.emplace_back("rate", std::to_string(chosen.rate));
    list.emplace_back("order", plan.seed ? "random" : "serial");
    list.emplace_back("layout", chosen.layout == target::layout::port_major ? "port" : "host");
    list.emplace_back("shard", std::to_string(chosen.shard_index + 1) + '/' + std::to_string(chosen.shard_count));
    if (!chosen.source.is_unspecified())
        list.emplace_back("source_ip", chosen.source.to_string());
    list.emplace_back("close", chosen.close == transport::close_mode::reset ? "reset" : "fin");
    auto const shown = chosen.shown.value_or(sink::only_open);
    list.emplace_back("shown", shown == sink::only_open ? "open" : shown == sink::only_closed ? "closed" : "all");
    list.emplace_back("job", std::to_string(job.fingerprint));
    list.emplace_back("job_targets", std::to_string(job.tcp.size() + job.udp.size()));
    return list;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_PLAN_HPP
