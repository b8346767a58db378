// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include <liburing.h>
#include <support/net_namespace.hpp>
#include <sys/syscall.h>
#include <tcp/probe_by_hand.hpp>
#include <unistd.h>

#include "forked_child.hpp"
#include "ring_available.hpp"
#include "system_call_filter.hpp"

// What happens to a ring, and to nothing else that connects.

namespace {

using sonda::endpoint;
using sonda::port_state;
using sonda::probe_status;
using sonda::transport::uring_connect;
using tcp = boost::asio::ip::tcp;

constexpr std::uint32_t loopback = 0x7f000001;
auto const dropping = "table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }";

void cancel_everything_in_rings()
{
    int rings = 0;
    for (auto const& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        if (std::filesystem::read_symlink(entry.path(), gone) != "anon_inode:[io_uring]")
            continue;
        io_uring_sync_cancel_reg all{};
        all.fd = -1;
        all.flags = IORING_ASYNC_CANCEL_ANY | IORING_ASYNC_CANCEL_ALL;
        all.timeout = {-1, -1};
        auto const ring = std::stoi(entry.path().filename());
        if (::syscall(__NR_io_uring_register, ring, IORING_REGISTER_SYNC_CANCEL, &all, 1) >= 0)
            ++rings;
    }
    BOOST_TEST(rings != 0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(circumstances)

// The first SYN is dropped; the second, a second later, is refused, when the thread is long gone. The kernel has nobody
// to bring the answer to, and cancels.
BOOST_AUTO_TEST_CASE(probe_of_a_thread_that_ended_is_put_back)
{
    if (test::skip_without_ring("probe_of_a_thread_that_ended_is_put_back"))
        return;
    test::net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n"
           " tcp dport 50 limit rate over 1/hour burst 1 packets reject with tcp reset\n"
           " tcp dport { 9, 50 } drop\n }\n }");
    test::probe_by_hand<uring_connect> probe(2);
    std::thread([&] {
        probe.start(0, endpoint::v4(loopback, 50));
        probe.start(1, endpoint::v4(loopback, 9));
        BOOST_TEST(probe.reap() == 0u);
    }).join();
    BOOST_TEST((probe.finish(0).status == probe_status::again));
    BOOST_TEST((probe.cancel(1).status == probe_status::cancelled));
    BOOST_TEST((probe(endpoint::v4(loopback, 50)).answer.state == port_state::closed));
}

// By its descriptor, anybody in the process can cancel what is in a ring.
BOOST_AUTO_TEST_CASE(probe_that_somebody_else_cancels_is_put_back)
{
    if (test::skip_without_ring("probe_that_somebody_else_cancels_is_put_back"))
        return;
    test::net_namespace ns;
    ns.nft(dropping);
    test::probe_by_hand<uring_connect> probe(2);
    probe.start(0, endpoint::v4(loopback, 9));
    probe.start(1, endpoint::v4(loopback, 9));
    probe.reap();
    cancel_everything_in_rings();
    BOOST_TEST((probe.finish(0).status == probe_status::again));
    BOOST_TEST((probe.finish(1).status == probe_status::again));
    // Their sockets are as new.
    BOOST_TEST((probe.start(0, endpoint::v4(loopback, 9)).status == probe_status::pending));
    probe.start(1, endpoint::v4(loopback, 7));
    BOOST_TEST((probe.finish(1).answer.state == port_state::closed));
    BOOST_TEST((probe.cancel(0).status == probe_status::cancelled));
}

// What was sent by one thread is cancelled by another.
BOOST_AUTO_TEST_CASE(another_thread_cancels)
{
    if (test::skip_without_ring("another_thread_cancels"))
        return;
    test::net_namespace ns;
    ns.nft(dropping);
    test::probe_by_hand<uring_connect> probe(32);
    for (int round = 0; round != 50; ++round) {
        for (sonda::slot_id slot = 0; slot != 32; ++slot)
            probe.start(slot, endpoint::v4(loopback, slot % 2 ? 9 : 7));
        probe.reap();
        std::thread([&] {
            for (sonda::slot_id slot = 1; slot < 32; slot += 2)
                BOOST_TEST((probe.cancel(slot).status == probe_status::cancelled));
        }).join();
    }
}

// More is queued at a time than there is room for.
BOOST_AUTO_TEST_CASE(thousands_are_started_and_cancelled_in_one_go)
{
    if (test::skip_without_ring("thousands_are_started_and_cancelled_in_one_go"))
        return;
    test::net_namespace ns;
    ns.nft(dropping);
    constexpr sonda::slot_id many = 900;
    test::probe_by_hand<uring_connect> probe(many);
    for (int round = 0; round != 3; ++round) {
        for (sonda::slot_id slot = 0; slot != many; ++slot)
            BOOST_TEST_REQUIRE((probe.start(slot, endpoint::v4(loopback, 9)).status == probe_status::pending));
        for (sonda::slot_id slot = 0; slot != many; ++slot)
            probe.transport().cancel(slot);
        for (sonda::slot_id slot = 0; slot != many; ++slot)
            BOOST_TEST_REQUIRE((probe.finish(slot).status == probe_status::cancelled));
    }
}

// An answer that is in the ring when its probe is cancelled is an answer, also where the kernel has not got it yet.
BOOST_AUTO_TEST_CASE(answer_that_is_there_beats_the_cancellation)
{
    if (test::skip_without_ring("answer_that_is_there_beats_the_cancellation"))
        return;
    test::net_namespace ns;
    boost::asio::io_context context;
    tcp::acceptor const listener(context, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    auto const open = endpoint::v4(loopback, listener.local_endpoint().port());
    test::probe_by_hand<uring_connect> probe(2);
    for (int round = 0; round != 100; ++round) {
        probe.start(0, open);
        probe.start(1, endpoint::v4(loopback, 7));
        probe.transport().cancel(0);
        probe.transport().cancel(1);
        BOOST_TEST_REQUIRE((probe.finish(0).answer.state == port_state::open));
        BOOST_TEST_REQUIRE((probe.finish(1).answer.state == port_state::closed));
    }
}

// A kernel that takes nothing for want of memory: nobody waits for ever, and it is no verdict.
BOOST_AUTO_TEST_CASE(ring_that_takes_nothing_is_a_shortage)
{
    if (test::skip_without_ring("ring_that_takes_nothing_is_a_shortage"))
        return;
    BOOST_TEST(test::holds_in_child([] {
        constexpr sonda::slot_id many = 1000;
        boost::asio::io_context context;
        uring_connect transport(context, {.slots = many});
        test::forbid_system_call(__NR_io_uring_enter, EAGAIN);
        std::array<int, 5> seen{}; // by status
        for (sonda::slot_id slot = 0; slot != many; ++slot)
            ++seen[static_cast<std::size_t>(transport.start(slot, endpoint::v4(loopback, 7)).status)];
        transport.cancel(0);
        bool woken = false;
        transport.async_ready([&](boost::system::error_code failed) { woken = !failed; });
        context.run();
        auto const taken = transport.reap([](sonda::slot_id, sonda::probe_result const&) {});
        return woken && taken == 0 && seen[static_cast<std::size_t>(probe_status::shortage)] != 0 &&
               seen[static_cast<std::size_t>(probe_status::answered)] == 0;
    }));
}

BOOST_AUTO_TEST_SUITE_END()
