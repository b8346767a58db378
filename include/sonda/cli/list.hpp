// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_LIST_HPP
#define SONDA_CLI_LIST_HPP

#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/detail/append_text.hpp>
#include <sonda/sink/fd_writer.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include <unistd.h>

namespace sonda::detail {

// A port of UDP says so, for it is to be read back as one.
inline void append_listed(std::string& line, endpoint const& target, protocol proto)
{
    append_endpoint(line, target);
    if (proto == protocol::udp)
        line.insert(line.rfind(':') + 1, "U:");
    line += '\n';
}

// The targets of one protocol, a line each, until `left` is used up. The first line is seen at once.
inline void list_space(sink::fd_writer& out, target::target_space const& space, cli::scan_order const& rule,
                       std::uint64_t& left, bool& begun)
{
    auto const order = rule.over(space.size());
    std::string line;
    for (std::uint64_t position = 0; position != order.size() && left != 0; ++position, --left) {
        line.clear();
        append_listed(line, space.at(order.at(position)), space.protocol());
        out.write(line);
        if (!begun)
            out.flush();
        begun = true;
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** Says what a scan would visit, an endpoint a line, or how many; sends nothing.

    The lines are accepted back as a file of targets: `127.0.0.1:80` over TCP, `127.0.0.1:U:53` over UDP. That nobody
    reads on is no error.

    @par Exception safety
    Throws @ref usage_error for what ends the command.
*/
inline exit_status run_list(options const& chosen, messages& say, int descriptor = STDOUT_FILENO)
{
    boost::asio::io_context context(1);
    auto const job = make_job(context, chosen, gather_targets(chosen, say), say);
    std::optional<std::uint64_t> seed;
    auto const kind = chosen.shard_count > 1 ? visit_order::random : visit_order::serial;
    auto const order = make_order(chosen, *job, kind, seed);
    auto left = chosen.limit.value_or((std::numeric_limits<std::uint64_t>::max)());
    sink::fd_writer out(descriptor);
    try {
        if (chosen.count) {
            auto const tcp = order.over(job->tcp.size()).size();
            auto const udp = order.over(job->udp.size()).size();
            if (tcp > ~udp)
                throw usage_error(make_error_code(error::too_many_targets).message());
            out.write(std::to_string((std::min)(tcp + udp, left)) + '\n');
        } else {
            bool begun = false;
            for (auto const proto : {protocol::tcp, protocol::udp})
                detail::list_space(out, job->of(proto), order, left, begun);
        }
        out.flush();
    } catch (std::system_error const& failure) {
        if (failure.code() == std::errc::broken_pipe)
            return exit_status::finished;
        throw usage_error("cannot write: " + failure.code().message(), exit_status::output);
    }
    return say.bad_inputs() != 0 ? exit_status::flawed : exit_status::finished;
}

} // namespace sonda::cli

#endif // SONDA_CLI_LIST_HPP
