// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What a second of a scan at 200,000 probes a second spends on its output: the processor time of its text and its status
// line on a terminal with 1 % open ports, beside that of the scan of as many ports of loopback. Prints both as JSON.
// The scan is of 127.0.0.1 to 127.0.0.10, ports 1 to 19999, of which every hundredth is opened: by root, in a network
// namespace.
//
//     output [--quick]   with --quick a hundredth of it, on ports that the system chooses

#include <sonda/cli/progress.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "workload.hpp"

namespace {

using boost::asio::ip::tcp;
using namespace std::chrono_literals;
using transport = sonda::transport::basic_tcp_connect<boost::asio::io_context::executor_type>;

constexpr std::uint64_t open_share = 100; // one of so many
constexpr unsigned redraws = 5; // in a second

double thread_milliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Standard output and standard error are a terminal as long as it lives, which is read on another thread.
class terminal
{
public:
    terminal()
        : before_{::dup(1), ::dup(2)}
        , reader_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        if (reader_ < 0 || ::grantpt(reader_) != 0 || ::unlockpt(reader_) != 0)
            throw std::runtime_error("no terminal");
        int const writer = ::open(::ptsname(reader_), O_RDWR | O_NOCTTY | O_CLOEXEC);
        ::dup2(writer, 1);
        ::dup2(writer, 2);
        ::close(writer);
        ::setenv("TERM", "xterm", 1);
        thread_ = std::thread([this] {
            char buffer[65536];
            while (::read(reader_, buffer, sizeof buffer) > 0)
                ;
        });
    }

    terminal(terminal const&) = delete;

    ~terminal()
    {
        ::dup2(before_[0], 1);
        ::dup2(before_[1], 2);
        thread_.join(); // nobody can write any more
        ::close(before_[0]);
        ::close(before_[1]);
        ::close(reader_);
    }

private:
    int before_[2];
    int reader_;
    std::thread thread_;
};

sonda::verdict found(std::uint64_t i)
{
    sonda::verdict made;
    made.endpoint = sonda::endpoint::v4(0x7f000001 + static_cast<std::uint32_t>(i / 20'000),
                                        static_cast<std::uint16_t>(20'000 + i % 20'000));
    made.index = i;
    made.rtt = 123us;
    bool const open = i % open_share == 0;
    made.outcome.state = open ? sonda::port_state::open : sonda::port_state::closed;
    made.outcome.reason = open ? sonda::reason_kind::syn_ack : sonda::reason_kind::refused;
    return made;
}

double time_output(std::uint64_t verdicts)
{
    using namespace sonda::cli;
    terminal const screen;
    boost::asio::io_context context(1);
    options const chosen;
    scan_output output(chosen);
    messages say;
    double begin = 0;
    {
        progress const shown(context, output, say, pace(verdicts, 1500ms), progress_way::redrawn, {0ms, 0ms, 0ms});
        begin = thread_milliseconds();
        for (std::uint64_t i = 0; i != verdicts; ++i) {
            output.put(found(i));
            if (i % (verdicts / redraws) == 0)
                context.run_one();
        }
    }
    auto const end = thread_milliseconds();
    return end - begin;
}

// The ports that answer, on all addresses.
std::list<tcp::acceptor> services(boost::asio::io_context& context, bool quick)
{
    std::list<tcp::acceptor> all;
    if (quick)
        all.emplace_back(context, tcp::endpoint(tcp::v4(), 0));
    for (unsigned port = open_share; !quick && port < 20'000; port += open_share)
        all.emplace_back(context, tcp::endpoint(tcp::v4(), static_cast<std::uint16_t>(port)));
    return all;
}

// Of ten hosts.
sonda::target::target_space targets(std::uint16_t first, std::uint16_t last)
{
    using boost::asio::ip::make_address;
    sonda::target::address_set addresses;
    addresses.insert(sonda::target::ip_range::between(make_address("127.0.0.1"), make_address("127.0.0.10")).value());
    sonda::target::port_set const ports(sonda::target::port_range{first, last});
    return sonda::target::target_space::make(addresses, ports, sonda::protocol::tcp).value();
}

double time_scan(bool quick)
{
    boost::asio::io_context context(1);
    auto const open = services(context, quick);
    auto const port = open.front().local_endpoint().port();
    auto const space = quick ? targets(port, port) : targets(1, 19'999);
    sonda::scan_options options;
    options.batch = quick ? 10 : 1000;
    std::uint64_t count = 0;
    sonda::transport::connect_options limits;
    limits.slots = options.batch;
    auto const begin = thread_milliseconds();
    transport probes(context.get_executor(), limits);
    sonda::basic_scanner<transport> scanner(std::move(probes), options);
    auto sink = [&](sonda::verdict const& each) { count += each.state() == sonda::port_state::open ? 1 : 0; };
    scanner.async_scan(space, sink, [](boost::system::error_code, sonda::scan_summary const&) {});
    context.run();
    auto const end = thread_milliseconds();
    if (count != 10 * open.size())
        throw std::runtime_error("a wrong verdict");
    return end - begin;
}

} // namespace

int main(int argc, char** argv)
{
    bool const quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    try {
        bench::raise_descriptor_limit();
        auto const scan = time_scan(quick);
        auto const output = time_output(quick ? 2'000 : 200'000);
        std::printf("{\"output_ms\": %.6f, \"scan_ms\": %.6f}\n", output, scan);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "output: %s\n", error.what());
        return 1;
    }
}
