// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The services that a measured scan runs against, on 127.0.0.1 and ::1: TCP listeners that accept and close at once, UDP
// sockets that send back what they get, UDP sockets that say nothing. It prints "ready" when all are bound. The line
// "take" on standard input makes it print what was seen on each port since the last time, as one line of JSON; so does
// SIGTERM or the end of the input, which end it.

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <sys/epoll.h>
#include <sys/signalfd.h>

#include "descriptor.hpp"
#include "workload.hpp"

namespace {

using namespace bench;

enum class kind { tcp, echo, silent };
constexpr std::array<char const*, 3> kind_names = {"tcp", "echo", "silent"};

struct port_range
{
    std::uint16_t base;
    std::uint16_t count;
};

struct configuration
{
    std::array<port_range, 3> ranges{{{20000, 512}, {30000, 256}, {31000, 128}}};
    bool quick = false;
};

struct service
{
    descriptor socket;
    kind what;
    bool v6;
    std::uint16_t port;
    std::uint64_t seen = 0;
};

configuration parse(int argc, char** argv)
{
    configuration result;
    for (int i = 1; i < argc; ++i) {
        std::string_view const option = argv[i];
        if (option == "--quick") {
            result.quick = true;
            result.ranges = {{{0, 1}, {0, 1}, {0, 1}}};
            continue;
        }
        bool known = false;
        for (std::size_t k = 0; k != kind_names.size() && i + 1 < argc; ++k) {
            auto const name = std::string("--") + kind_names[k];
            auto const set = [&](std::string const& suffix, std::uint16_t& value) {
                if (known || option != name + suffix)
                    return;
                value = static_cast<std::uint16_t>(parse_number(option, argv[++i], 65535));
                known = true;
            };
            set("-base", result.ranges[k].base);
            set("-count", result.ranges[k].count);
        }
        if (!known)
            throw std::runtime_error("unknown option: " + std::string(option));
    }
    return result;
}

service make_service(kind what, bool v6, std::uint16_t port)
{
    auto const type = what == kind::tcp ? SOCK_STREAM : SOCK_DGRAM;
    descriptor socket(::socket(v6 ? AF_INET6 : AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
    int const on = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    socket_address address(v6 ? "::1" : "127.0.0.1", port);
    if (::bind(socket.get(), &address.any, address.size) != 0)
        fail(("bind to port " + std::to_string(port)).c_str());
    if (what == kind::tcp && ::listen(socket.get(), 4096) != 0)
        fail("listen");
    if (::getsockname(socket.get(), &address.any, &address.size) != 0)
        fail("getsockname");
    return {std::move(socket), what, v6, address.port()};
}

class responder
{
public:
    explicit responder(configuration const& wanted)
        : events_(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")
    {
        for (bool v6 : {false, true})
            for (std::size_t k = 0; k != kind_names.size(); ++k)
                for (unsigned i = 0; i != wanted.ranges[k].count; ++i) {
                    auto const base = wanted.ranges[k].base;
                    auto const port = static_cast<std::uint16_t>(base == 0 ? 0 : base + i);
                    services_.push_back(make_service(static_cast<kind>(k), v6, port));
                }
        for (std::size_t i = 0; i != services_.size(); ++i)
            watch(services_[i].socket.get(), i);
    }

    void watch(int socket, std::uint64_t number)
    {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = number;
        if (::epoll_ctl(events_.get(), EPOLL_CTL_ADD, socket, &event) != 0)
            fail("epoll_ctl");
    }

    // Serves what is there; gives the numbers that are no service's, and -1 when nothing came within `wait` ms.
    std::int64_t serve(int wait)
    {
        std::array<epoll_event, 256> ready;
        int const n = ::epoll_wait(events_.get(), ready.data(), static_cast<int>(ready.size()), wait);
        std::int64_t other = -1;
        for (int i = 0; i < n; ++i) {
            auto const number = ready[static_cast<std::size_t>(i)].data.u64;
            if (number < services_.size())
                serve(services_[number]);
            else
                other = static_cast<std::int64_t>(number);
        }
        return n > 0 && other < 0 ? 0 : other;
    }

    // All that reached this machine's sockets before the call is counted.
    void drain()
    {
        for (auto& each : services_)
            serve(each);
    }

    void take()
    {
        drain();
        std::string text = "{";
        for (bool v6 : {false, true})
            for (std::size_t k = 0; k != kind_names.size(); ++k) {
                text += text.size() == 1 ? "\"" : ", \"";
                text +=
                    std::string(kind_names[k]) + (v6 ? '6' : '4') + "\": {" + counters(static_cast<kind>(k), v6) + '}';
            }
        std::puts((text + '}').c_str());
        std::fflush(stdout);
    }

    std::vector<service> const& services() const noexcept { return services_; }

private:
    std::string counters(kind what, bool v6)
    {
        std::string text;
        for (auto& each : services_) {
            if (each.what != what || each.v6 != v6 || each.seen == 0)
                continue;
            text += (text.empty() ? "\"" : ", \"") + std::to_string(each.port) + "\": " + std::to_string(each.seen);
            each.seen = 0;
        }
        return text;
    }

    static void serve(service& each)
    {
        if (each.what == kind::tcp)
            accept_all(each);
        else
            receive_all(each);
    }

    static void accept_all(service& each)
    {
        for (;;) {
            int const peer = ::accept4(each.socket.get(), nullptr, nullptr, SOCK_CLOEXEC);
            if (peer < 0 && errno != ECONNABORTED)
                return;
            if (peer >= 0)
                ::close(peer);
            ++each.seen;
        }
    }

    static void receive_all(service& each)
    {
        std::array<char, 2048> data;
        socket_address from;
        for (;;) {
            from.size = sizeof from.v6;
            auto const n = ::recvfrom(each.socket.get(), data.data(), data.size(), 0, &from.any, &from.size);
            if (n < 0)
                return;
            ++each.seen;
            if (each.what == kind::echo)
                ::sendto(each.socket.get(), data.data(), static_cast<std::size_t>(n), 0, &from.any, from.size);
        }
    }

    descriptor events_;
    std::vector<service> services_;
};

descriptor termination()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    return {::signalfd(-1, &set, SFD_CLOEXEC), "signalfd"};
}

void serve_until_told(responder& services)
{
    constexpr std::uint64_t input = 1u << 20;
    constexpr std::uint64_t signal = input + 1;
    auto const terminate = termination();
    services.watch(STDIN_FILENO, input);
    services.watch(terminate.get(), signal);
    std::puts("ready");
    std::fflush(stdout);
    for (;;) {
        auto const other = services.serve(-1);
        if (other == static_cast<std::int64_t>(signal))
            break;
        if (other != static_cast<std::int64_t>(input))
            continue;
        std::array<char, 64> line;
        auto const n = ::read(STDIN_FILENO, line.data(), line.size());
        if (n <= 0)
            break;
        services.take();
    }
    services.take();
}

// One probe for each service, and their counters.
int prove(responder& services)
{
    for (auto const& each : services.services()) {
        descriptor probe(::socket(each.v6 ? AF_INET6 : AF_INET,
                                  each.what == kind::tcp ? SOCK_STREAM : SOCK_DGRAM | SOCK_NONBLOCK, 0),
                         "socket");
        socket_address const address(each.v6 ? "::1" : "127.0.0.1", each.port);
        if (::connect(probe.get(), &address.any, address.size) != 0)
            fail("connect");
        if (each.what != kind::tcp && ::send(probe.get(), nullptr, 0, 0) != 0)
            fail("send");
        services.drain();
        char byte = 0;
        bool const answered = each.what != kind::tcp && ::recv(probe.get(), &byte, 1, 0) == 0;
        if (each.seen != 1 || answered != (each.what == kind::echo))
            throw std::runtime_error("a service did not behave");
    }
    services.take();
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        auto const wanted = parse(argc, argv);
        raise_descriptor_limit();
        responder services(wanted);
        if (wanted.quick)
            return prove(services);
        serve_until_told(services);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "responder: %s\n", error.what());
        return 1;
    }
}
