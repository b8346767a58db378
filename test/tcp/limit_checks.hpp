// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_LIMIT_CHECKS_HPP
#define SONDA_TEST_TCP_LIMIT_CHECKS_HPP

#include <sonda/error.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include <support/net_namespace.hpp>
#include <sys/resource.h>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

// What this machine has not enough of, cannot send, or does to itself, for any transport that connects.

namespace test {

using sonda::endpoint;
using sonda::port_state;
using sonda::probe_status;
using sonda::transport::close_mode;
using sonda::transport::connect_options;
using tcp = boost::asio::ip::tcp;

inline constexpr std::uint32_t loopback = 0x7f000001;
inline auto const dropping =
    "table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }";

inline std::size_t descriptors()
{
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator()));
}

// Lowers the limit of descriptors while it lives.
class descriptor_limit
{
public:
    explicit descriptor_limit(rlim_t most)
    {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        auto lowered = before_;
        lowered.rlim_cur = most;
        ::setrlimit(RLIMIT_NOFILE, &lowered);
    }

    ~descriptor_limit() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_;
};

template<class Transport>
void check_shortage_of_descriptors()
{
    net_namespace ns;
    ns.nft(dropping);
    probe_by_hand<Transport> probe(64);
    probe(endpoint::v4(loopback, 7)); // whatever is opened at first use is open now
    descriptor_limit const lowered(descriptors() + 20);
    sonda::slot_id pending = 0;
    while (pending != 64 && probe.start(pending, endpoint::v4(loopback, 9)).status == probe_status::pending)
        ++pending;
    BOOST_TEST(pending >= 16u);
    BOOST_TEST_REQUIRE(pending < 64u);
    auto const failed = probe.start(pending, endpoint::v4(loopback, 9));
    BOOST_TEST((failed.status == probe_status::shortage));
    BOOST_TEST(failed.error == EMFILE);
    BOOST_TEST((probe.cancel(0).status == probe_status::cancelled));
    BOOST_TEST((probe.start(pending, endpoint::v4(loopback, 9)).status == probe_status::pending));
}

// Of the two local ports that the namespace allows, one is the target's: without another try it would be found open.
template<class Transport>
void check_self_connection(char const* address)
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20001");
    auto const ip = boost::asio::ip::make_address(address);
    probe_by_hand<Transport> probe(1);
    for (int i = 0; i != 20; ++i)
        for (std::uint16_t port = 20000; port != 20002; ++port)
            BOOST_TEST_CONTEXT("port " << port << ", round " << i)
            {
                auto found = probe({ip, port});
                for (int again = 0; found.status == probe_status::again && again != 16; ++again)
                    found = probe({ip, port});
                BOOST_TEST((found.status == probe_status::answered));
                BOOST_TEST(to_string(found.answer.state) == "closed");
            }
}

template<class Transport>
void check_states_in_turn()
{
    net_namespace ns;
    ns.nft(dropping);
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 0), tcp::endpoint(tcp::v6(), 0)});
    endpoint const open[] = {endpoint::v4(loopback, listener.endpoint(0).port()),
                             endpoint::v6(0, 1, 0, listener.endpoint(1).port())};
    endpoint const closed[] = {endpoint::v4(loopback, 7), endpoint::v6(0, 1, 0, 7)};
    endpoint const silent[] = {endpoint::v4(loopback, 9), endpoint::v6(0, 1, 0, 9)};
    probe_by_hand<Transport> probe(1);
    auto const before = descriptors();
    for (std::size_t i = 0; i != 600; ++i) {
        auto const family = i / 3 % 2;
        BOOST_TEST_REQUIRE((probe(closed[family]).answer.state == port_state::closed));
        BOOST_TEST_REQUIRE((probe(open[family]).answer.state == port_state::open));
        probe.start(0, silent[(family + i) % 2]);
        BOOST_TEST_REQUIRE((probe.cancel(0).status == probe_status::cancelled));
        // One kept socket a family, and what the listener of this test has accepted but not closed yet.
        BOOST_TEST_REQUIRE(descriptors() <= before + 2 + 8);
    }
}

template<class Transport>
void check_no_route()
{
    net_namespace ns;
    probe_by_hand<Transport> probe;
    for (std::uint16_t port = 80; port != 82; ++port) {
        auto const found = probe(endpoint::v4(0xc0000201, port)); // 192.0.2.1
        BOOST_TEST((found.status == probe_status::answered));
        BOOST_TEST((found.answer.state == port_state::error));
        BOOST_TEST((found.answer.reason == sonda::reason_kind::system));
        BOOST_TEST(found.answer.error == ENETUNREACH);
        auto const six = probe(endpoint::v6(0x20010db800000000, 1, 0, port));
        BOOST_TEST((six.answer.state == port_state::error));
        BOOST_TEST(six.answer.error == ENETUNREACH);
    }
    ns.run("ip route add prohibit 198.51.100.0/24 && ip route add unreachable 203.0.113.0/24");
    auto const prohibited = probe(endpoint::v4(0xc6336401, 80));
    BOOST_TEST((prohibited.answer.state == port_state::error));
    BOOST_TEST(prohibited.answer.error == EACCES);
    auto const unreachable = probe(endpoint::v4(0xcb007101, 80));
    BOOST_TEST((unreachable.answer.state == port_state::error));
    BOOST_TEST(unreachable.answer.error == EHOSTUNREACH);
    BOOST_TEST((probe(endpoint::v4(loopback, 80)).answer.state == port_state::closed));
}

template<class Transport>
void check_shortage_of_ports(endpoint const& target, connect_options const& options)
{
    net_namespace ns;
    ns.nft(dropping);
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20001");
    probe_by_hand<Transport> probe(3, options);
    BOOST_TEST((probe.start(0, target).status == probe_status::pending));
    BOOST_TEST((probe.start(1, target).status == probe_status::pending));
    for (int i = 0; i != 3; ++i) {
        probe.start(2, target);
        auto const third = probe.finish(2);
        BOOST_TEST((third.status == probe_status::shortage));
        BOOST_TEST(third.error == EADDRNOTAVAIL);
    }
    BOOST_TEST((probe.cancel(0).status == probe_status::cancelled));
    BOOST_TEST((probe.start(2, target).status == probe_status::pending));
}

// Where IPv6 is disabled, ::1 has a route but this machine has no address of its kind.
template<class Transport>
void check_no_source()
{
    net_namespace ns;
    ns.sysctl("net.ipv6.conf.all.disable_ipv6", "1");
    probe_by_hand<Transport> probe;
    for (std::uint16_t port = 80; port != 83; ++port) {
        auto const found = probe(endpoint::v6(0, 1, 0, port));
        BOOST_TEST((found.status == probe_status::answered));
        BOOST_TEST((found.answer.state == port_state::error));
        BOOST_TEST((found.answer.reason == sonda::reason_kind::system));
        BOOST_TEST(found.answer.error == EADDRNOTAVAIL);
        BOOST_TEST((probe(endpoint::v4(loopback, port)).answer.state == port_state::closed));
    }
}

template<class Transport>
void check_source()
{
    net_namespace ns;
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 0)});
    connect_options options;
    options.source = boost::asio::ip::make_address("127.0.0.5");
    options.close = close_mode::fin; // what is reset at once, the listener never sees
    probe_by_hand<Transport> probe(1, options);
    auto const target = endpoint::v4(loopback, listener.endpoint().port());
    for (int i = 0; i != 3; ++i) {
        BOOST_TEST((probe(endpoint::v4(loopback, 7)).answer.state == port_state::closed));
        BOOST_TEST((probe(target).answer.state == port_state::open));
    }
    auto const limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (listener.peers().empty() && std::chrono::steady_clock::now() < limit)
        std::this_thread::yield();
    BOOST_TEST(!listener.peers().empty());
    for (auto const& peer : listener.peers())
        BOOST_TEST(peer.address() == options.source);
}

template<class Transport>
void check_close_mode(close_mode mode, std::string const& time_wait)
{
    net_namespace ns;
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 0)});
    connect_options options;
    options.close = mode;
    probe_by_hand<Transport> probe(1, options);
    // Whatever the peer does in between, a reset leaves nothing on our side.
    BOOST_TEST((probe(endpoint::v4(loopback, listener.endpoint().port())).answer.state == port_state::open));
    auto const listed = ns.run("ss -Htan state time-wait state fin-wait-1 state fin-wait-2 state last-ack "
                               "state closing state close-wait | grep -c :" +
                               std::to_string(listener.endpoint().port()) + " || true");
    BOOST_TEST((listed != "0\n") == (time_wait != "0"));
}

// An idle socket of the other family is closed for one that is needed.
template<class Transport>
void check_scarce_descriptors()
{
    net_namespace ns;
    probe_by_hand<Transport> probe(2);
    BOOST_TEST((probe(endpoint::v4(loopback, 7)).answer.state == port_state::closed));
    descriptor_limit const lowered(descriptors() - 1); // the directory that was open for counting is counted
    BOOST_TEST((probe(endpoint::v6(0, 1, 0, 7)).answer.state == port_state::closed));
    BOOST_TEST((probe(endpoint::v4(loopback, 7)).answer.state == port_state::closed));
}

template<class Transport>
void check_foreign_source()
{
    boost::asio::io_context context;
    connect_options options;
    options.source = boost::asio::ip::make_address("192.0.2.1");
    auto const is_not_available = [](boost::system::system_error const& thrown) {
        return thrown.code().value() == EADDRNOTAVAIL;
    };
    BOOST_CHECK_EXCEPTION(Transport(context, options), boost::system::system_error, is_not_available);
}

template<class Transport>
void check_other_family()
{
    for (auto const& [source, target] :
         {std::pair("127.0.0.1", endpoint::v6(0, 1, 0, 9)), std::pair("::1", endpoint::v4(loopback, 9))}) {
        connect_options options;
        options.source = boost::asio::ip::make_address(source);
        probe_by_hand<Transport> probe(1, options);
        auto const found = probe(target);
        BOOST_TEST((found.status == probe_status::answered));
        BOOST_TEST((found.answer.state == port_state::error));
        BOOST_TEST(found.answer.error == EAFNOSUPPORT);
    }
}

template<class Transport>
void check_no_slots()
{
    boost::asio::io_context context;
    connect_options options;
    options.slots = 0;
    auto const is_bad_option = [](boost::system::system_error const& thrown) {
        return thrown.code() == sonda::error::bad_option;
    };
    BOOST_CHECK_EXCEPTION(Transport(context, options), boost::system::system_error, is_bad_option);
}

template<class Transport>
void check_reset_at_once()
{
    net_namespace ns;
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 0)}, true);
    auto const target = endpoint::v4(loopback, listener.endpoint().port());
    probe_by_hand<Transport> probe;
    for (int i = 0; i != 200; ++i)
        BOOST_TEST_REQUIRE((probe(target).answer.state == port_state::open));
}

} // namespace test

#endif // SONDA_TEST_TCP_LIMIT_CHECKS_HPP
