// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What waiting costs on this machine: a batch of probes to ports that never answer is sent, a timer waited for, the probes
// are given up; then the next batch. Written by hand on timerfd and epoll. With a batch of 1 it is the bare timer loop.
// A timeout counts from the last send of its batch: never early.
//
//     waiting_floor --protocol tcp|udp --ip A --first N --last N --batch N --timeout-ms N --tries N

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <vector>

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

#include "descriptor.hpp"
#include "loopback_service.hpp"
#include "workload.hpp"

namespace {

using namespace bench;

class waves
{
public:
    explicit waves(workload const& load)
        : load_(load)
        , to_(load.ip, 0)
        , events_(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")
        , timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC), "timerfd_create")
        , sockets_(load.batch)
    {
        watch(timer_, load.batch, EPOLLIN);
        if (!load_.udp)
            return;
        sockets_[0] = descriptor(::socket(to_.family(), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
        watch(sockets_[0], 0, EPOLLIN);
    }

    scan_result run()
    {
        for (std::size_t done = 0; done < load_.size(); done += load_.batch) {
            auto const n = (std::min)(load_.batch, load_.size() - done);
            for (unsigned i = 0; i != load_.tries; ++i)
                wave(done, n);
            result_.silent += n;
        }
        return std::move(result_);
    }

private:
    void watch(descriptor const& what, std::size_t number, std::uint32_t events)
    {
        epoll_event event{};
        event.events = events;
        event.data.u64 = number;
        if (::epoll_ctl(events_.get(), EPOLL_CTL_ADD, what.get(), &event) != 0)
            fail("epoll_ctl");
    }

    void wave(std::size_t from, std::size_t n)
    {
        for (std::size_t i = 0; i != n; ++i) {
            to_.set_port(static_cast<std::uint16_t>(load_.first + from + i));
            if (load_.udp)
                send();
            else
                connect(i);
        }
        arm();
        wait();
        if (!load_.udp)
            for (auto& each : sockets_)
                each.close();
    }

    void send()
    {
        if (::sendto(sockets_[0].get(), nullptr, 0, 0, &to_.any, to_.size) != 0)
            fail("sendto");
    }

    void connect(std::size_t i)
    {
        sockets_[i] = descriptor(::socket(to_.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
        if (::connect(sockets_[i].get(), &to_.any, to_.size) == 0 || errno != EINPROGRESS)
            fail("an answer where none was expected: connect");
        if (load_.batch != 1)
            watch(sockets_[i], i, EPOLLOUT | EPOLLONESHOT);
    }

    void arm()
    {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        auto const wait = std::chrono::duration_cast<std::chrono::nanoseconds>(load_.timeout).count();
        auto const total = now.tv_nsec + wait;
        itimerspec when{};
        when.it_value.tv_sec = now.tv_sec + total / 1000000000;
        when.it_value.tv_nsec = total % 1000000000;
        if (::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr) != 0)
            fail("timerfd_settime");
    }

    void wait()
    {
        std::array<epoll_event, 64> ready;
        int const n = ::epoll_wait(events_.get(), ready.data(), static_cast<int>(ready.size()), -1);
        std::uint64_t expirations = 0;
        if (n != 1 || ready[0].data.u64 != load_.batch ||
            ::read(timer_.get(), &expirations, sizeof expirations) != sizeof expirations)
            throw std::runtime_error("an answer where none was expected");
    }

    workload const& load_;
    socket_address to_;
    descriptor events_;
    descriptor timer_;
    std::vector<descriptor> sockets_;
    scan_result result_;
};

scan_result scan(workload const& load)
{
    auto const begin = std::chrono::steady_clock::now();
    auto result = waves(load).run();
    result.scan = std::chrono::steady_clock::now() - begin;
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        auto load = parse_workload(argc, argv);
        raise_descriptor_limit();
        if (!load.quick) {
            print(scan(load));
            return 0;
        }
        loopback_service const silent(service_kind::udp_silent);
        load = silent.alone(load);
        load.udp = true;
        load.tries = 3;
        load.timeout = std::chrono::milliseconds(1);
        auto const result = scan(load);
        print(result);
        return result.scan >= load.tries * load.timeout ? 0 : 1;
    } catch (std::exception const& error) {
        std::fprintf(stderr, "waiting_floor: %s\n", error.what());
        return 1;
    }
}
