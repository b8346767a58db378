// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the operating system allows: connect scans, and a UDP one, written by hand on the system calls, with no library
// and no deadlines. An event is not believed: a port is open when getpeername() succeeds and the peer is somebody else.
//
//     floor --mode epoll|connect-twice|io_uring|udp --ip A --first N --last N --batch N [--processes N]
//
// Several processes share the ports and the batch, and nothing else; they are for closed ports only.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>
#include <vector>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descriptor.hpp"
#include "io_uring_queue.hpp"
#include "loopback_service.hpp"
#include "workload.hpp"

namespace {

using namespace bench;

descriptor make_socket(socket_address const& to)
{
    return {::socket(to.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket"};
}

int connect(descriptor const& socket, socket_address const& to) noexcept
{
    return ::connect(socket.get(), &to.any, to.size) == 0 ? 0 : errno;
}

bool connected_to_another(descriptor const& socket) noexcept
{
    socket_address peer;
    socket_address self;
    if (::getpeername(socket.get(), &peer.any, &peer.size) != 0 ||
        ::getsockname(socket.get(), &self.any, &self.size) != 0)
        return false;
    return peer.size != self.size || std::memcmp(&peer.any, &self.any, peer.size) != 0;
}

// 0 for an open port, else the error; EINPROGRESS when there is no evidence yet.
int evidence(descriptor const& socket) noexcept
{
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0)
        return error;
    return connected_to_another(socket) ? 0 : EINPROGRESS;
}

// Neither side keeps TIME_WAIT.
void reset(descriptor& socket) noexcept
{
    linger const at_once{1, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    socket.close();
}

void record(scan_result& result, std::uint16_t port, int error)
{
    if (error == 0)
        result.open.push_back(port);
    else if (error == ECONNREFUSED)
        ++result.closed;
    else
        ++result.silent;
}

struct probe
{
    descriptor socket;
    socket_address to;
};

// The slots that have no probe in flight.
std::vector<std::size_t> all_free(std::size_t n)
{
    std::vector<std::size_t> free;
    free.reserve(n);
    for (auto i = n; i-- != 0;)
        free.push_back(i);
    return free;
}

// One socket for each port in flight, waited for with epoll. With `Twice`, the second connect() takes the answer that is
// there already and gives the socket back unconnected: it is kept for the next port.
template<bool Twice>
class epoll_scan
{
public:
    explicit epoll_scan(workload const& load)
        : load_(load)
        , to_(load.ip, 0)
        , events_(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")
        , probes_(load.batch)
        , free_(all_free(load.batch))
    {}

    scan_result run()
    {
        unsigned next = load_.first;
        while (next <= load_.last || free_.size() != load_.batch) {
            while (next <= load_.last && !free_.empty())
                start(static_cast<std::uint16_t>(next++));
            if (free_.size() != load_.batch)
                wait();
        }
        return std::move(result_);
    }

private:
    void start(std::uint16_t port)
    {
        auto const slot = free_.back();
        auto& socket = probes_[slot].socket;
        if (!socket)
            socket = make_socket(to_);
        to_.set_port(port);
        int error = connect(socket, to_);
        if (Twice && error == EINPROGRESS)
            error = connect(socket, to_);
        if (error == EINPROGRESS || error == EALREADY) {
            probes_[slot].to = to_;
            watch(socket, slot);
            free_.pop_back();
            return;
        }
        if (error == 0 || error == EISCONN)
            error = evidence(socket);
        record(result_, port, error);
        if (error != ECONNREFUSED || !Twice)
            reset(socket);
    }

    void watch(descriptor const& socket, std::size_t slot)
    {
        epoll_event event{};
        event.events = EPOLLOUT | EPOLLONESHOT;
        event.data.u64 = slot;
        if (::epoll_ctl(events_.get(), EPOLL_CTL_ADD, socket.get(), &event) != 0)
            fail("epoll_ctl");
    }

    void wait()
    {
        int const n = ::epoll_wait(events_.get(), ready_.data(), static_cast<int>(ready_.size()), -1);
        for (int i = 0; i < n; ++i) {
            auto const slot = static_cast<std::size_t>(ready_[static_cast<std::size_t>(i)].data.u64);
            auto& [socket, to] = probes_[slot];
            record(result_, to.port(), evidence(socket));
            reset(socket);
            free_.push_back(slot);
        }
    }

    workload const& load_;
    socket_address to_;
    descriptor events_;
    std::vector<probe> probes_;
    std::vector<std::size_t> free_;
    std::array<epoll_event, 512> ready_;
    scan_result result_;
};

// Connects on kept sockets, a whole batch in one system call.
scan_result scan_with_io_uring(workload const& load)
{
    scan_result result;
    io_uring_queue ring(static_cast<unsigned>(load.batch));
    std::vector<probe> probes(load.batch);
    auto free = all_free(load.batch);
    socket_address const base(load.ip, 0);
    unsigned next = load.first;
    while (next <= load.last || free.size() != load.batch) {
        for (; next <= load.last && !free.empty(); ++next) {
            auto& [socket, to] = probes[free.back()];
            if (!socket)
                socket = make_socket(base);
            to = base;
            to.set_port(static_cast<std::uint16_t>(next));
            ring.connect(free.back(), socket.get(), &to.any, to.size);
            free.pop_back();
        }
        ring.submit_and_wait();
        ring.reap([&](std::uint64_t slot, int outcome) {
            auto& [socket, to] = probes[slot];
            int const error = outcome == 0 ? evidence(socket) : -outcome;
            record(result, to.port(), error);
            if (error != ECONNREFUSED)
                reset(socket);
            free.push_back(slot);
        });
    }
    return result;
}

// One socket for all, datagrams in batches of 64.
class udp_scan
{
public:
    explicit udp_scan(workload const& load)
        : load_(load)
        , to_(load.ip, 0)
        , socket_(::socket(to_.family(), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket")
        , answered_(load.size(), false)
    {}

    scan_result run()
    {
        unsigned next = load_.first;
        auto const deadline = std::chrono::steady_clock::now() + load_.timeout;
        while (result_.open.size() != load_.size() && std::chrono::steady_clock::now() < deadline) {
            if (next <= load_.last)
                next += send(next);
            if (!receive() && next > load_.last) {
                pollfd wait{socket_.get(), POLLIN, 0};
                ::poll(&wait, 1, static_cast<int>(load_.timeout.count() / 1000));
            }
        }
        result_.silent = load_.size() - result_.open.size();
        return std::move(result_);
    }

private:
    static constexpr std::size_t chunk = 64;

    unsigned send(unsigned next)
    {
        auto const n = (std::min)(chunk, std::size_t{load_.last} - next + 1);
        for (std::size_t i = 0; i != n; ++i) {
            peers_[i] = to_;
            peers_[i].set_port(static_cast<std::uint16_t>(next + i));
            messages_[i] = {};
            messages_[i].msg_hdr.msg_name = &peers_[i].any;
            messages_[i].msg_hdr.msg_namelen = peers_[i].size;
        }
        int const sent = ::sendmmsg(socket_.get(), messages_.data(), static_cast<unsigned>(n), 0);
        return sent < 0 ? 0 : static_cast<unsigned>(sent);
    }

    bool receive()
    {
        for (std::size_t i = 0; i != chunk; ++i) {
            messages_[i] = {};
            messages_[i].msg_hdr.msg_name = &peers_[i].any;
            messages_[i].msg_hdr.msg_namelen = sizeof peers_[i].v6;
        }
        int const n = ::recvmmsg(socket_.get(), messages_.data(), chunk, 0, nullptr);
        for (int i = 0; i < n; ++i) {
            auto const port = peers_[static_cast<std::size_t>(i)].port();
            if (port < load_.first || port > load_.last || answered_[port - std::size_t{load_.first}])
                continue;
            answered_[port - std::size_t{load_.first}] = true;
            result_.open.push_back(port);
        }
        return n > 0;
    }

    workload const& load_;
    socket_address to_;
    descriptor socket_;
    std::vector<bool> answered_;
    std::array<mmsghdr, chunk> messages_{};
    std::array<socket_address, chunk> peers_;
    scan_result result_;
};

scan_result scan(workload const& load)
{
    auto const begin = std::chrono::steady_clock::now();
    scan_result result;
    if (load.mode == "epoll")
        result = epoll_scan<false>(load).run();
    else if (load.mode == "connect-twice")
        result = epoll_scan<true>(load).run();
    else if (load.mode == "io_uring")
        result = scan_with_io_uring(load);
    else if (load.mode == "udp")
        result = udp_scan(load).run();
    else
        throw std::runtime_error("unknown mode: " + load.mode);
    result.scan = std::chrono::steady_clock::now() - begin;
    return result;
}

// What one of several processes does of a workload.
workload part_of(workload load, unsigned part, unsigned parts)
{
    auto const size = load.size();
    auto const first = load.first;
    load.first = static_cast<std::uint16_t>(first + size * part / parts);
    load.last = static_cast<std::uint16_t>(first + size * (part + 1) / parts - 1);
    load.batch = (std::max)(load.batch / parts, std::size_t{1});
    return load;
}

// From before the first process to the end of the last one.
scan_result scan_in_processes(workload const& load, unsigned processes)
{
    auto const begin = std::chrono::steady_clock::now();
    for (unsigned i = 0; i != processes; ++i)
        if (::fork() == 0) {
            auto const part = part_of(load, i, processes);
            ::_exit(scan(part).closed == part.size() ? 0 : 1);
        }
    scan_result result;
    for (int status = 0; ::wait(&status) > 0;)
        if (status != 0)
            throw std::runtime_error("a port was not closed");
    result.closed = load.size();
    result.scan = std::chrono::steady_clock::now() - begin;
    return result;
}

// Takes --processes out of the command line.
unsigned take_processes(std::vector<char*>& words)
{
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (std::string_view(words[i]) == "--processes") {
            auto const processes = parse_number("--processes", words[i + 1], 256);
            auto const here = words.begin() + static_cast<std::ptrdiff_t>(i);
            words.erase(here, here + 2);
            return static_cast<unsigned>((std::max)(processes, 1ul));
        }
    return 1;
}

bool io_uring_available()
{
    try {
        io_uring_queue const ring(1);
        return true;
    } catch (std::system_error const& error) {
        std::printf("io_uring: not available (%s)\n", error.what());
        return false;
    }
}

void prove_mode(workload load)
{
    loopback_service const open(service_kind::tcp_open);
    loopback_service const closed(service_kind::tcp_closed);
    auto const found = scan(open.alone(load));
    auto const refused = scan(closed.alone(load));
    if (found.open != std::vector{open.port()} || !refused.open.empty() || refused.closed != 1)
        throw std::runtime_error(load.mode + ": a wrong verdict");
    std::printf("%s: ", load.mode.c_str());
    print(found);
}

void prove_udp(workload load)
{
    loopback_service const silent(service_kind::udp_silent);
    load.timeout = std::chrono::milliseconds(1);
    load.mode = "udp";
    if (scan(silent.alone(load)).silent != 1)
        throw std::runtime_error("udp: a wrong verdict");
}

void prove_processes(workload load)
{
    loopback_service const closed(service_kind::tcp_closed);
    load.mode = "connect-twice";
    if (scan_in_processes(closed.alone(load), 3).closed != 1)
        throw std::runtime_error("processes: a wrong number of ports");
}

} // namespace

int main(int argc, char** argv)
{
    try {
        std::vector<char*> words(argv, argv + argc);
        auto const processes = take_processes(words);
        auto load = parse_workload(static_cast<int>(words.size()), words.data());
        raise_descriptor_limit();
        if (!load.quick) {
            print(processes == 1 ? scan(load) : scan_in_processes(load, processes));
            return 0;
        }
        for (char const* mode : {"epoll", "connect-twice", "io_uring"}) {
            load.mode = mode;
            if (load.mode != "io_uring" || io_uring_available())
                prove_mode(load);
        }
        prove_udp(load);
        prove_processes(load);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "floor: %s\n", error.what());
        return 1;
    }
}
