// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_LONG_CONDITIONS_DISTANT_NETWORK_HPP
#define SONDA_TEST_LONG_CONDITIONS_DISTANT_NETWORK_HPP

#include <boost/asio/ip/tcp.hpp>

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <support/net_namespace.hpp>
#include <tcp/accepting_listener.hpp>

#include "delaying_relay.hpp"

namespace test {

// What lies between here and there.
struct conditions
{
    int loss_percent; // of the packets that arrive, at either end
    unsigned seed; // of the delays
};

/** A host behind a bad network: 1 to 80 ms each way, some loss, 100 Mbit/s.

    The thread that makes it is in a namespace from which only that host can be reached, until it is destroyed. The
    addresses are of those that are set aside for benchmarks (RFC 2544).
*/
class distant_network
{
public:
    static constexpr char const* host = "198.18.0.2";

    distant_network(conditions const& what, std::vector<std::uint16_t> const& open_ports)
    {
        std::promise<sonda::detail::socket_handle> made;
        auto device = made.get_future();
        far_ = std::thread([this, what, open_ports, made = std::move(made)]() mutable {
            keep_far_side(what, open_ports, std::move(made));
        });
        try {
            auto near = make_tun("near");
            set_up(near_, "near", "198.18.0.1", what);
            relay_.emplace(std::move(near), device.get(), std::chrono::milliseconds(1), std::chrono::milliseconds(80),
                           what.seed);
        } catch (...) {
            leave();
            throw;
        }
    }

    distant_network(distant_network const&) = delete;

    ~distant_network() { leave(); }

    /// What a command prints that is run on this side.
    std::string run(std::string const& command) { return near_.run(command); }

private:
    static void set_up(net_namespace& ns, std::string const& device, std::string const& address, conditions const& what)
    {
        ns.run("ip address add " + address + "/30 dev " + device + " && ip link set " + device +
               " txqueuelen 10000 up && tc qdisc add dev " + device + " root tbf rate 100mbit burst 64kb latency 50ms");
        ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n iifname " + device +
               " numgen random mod 100 < " + std::to_string(what.loss_percent) + " drop\n }\n }");
    }

    void keep_far_side(conditions const& what, std::vector<std::uint16_t> const& open_ports,
                       std::promise<sonda::detail::socket_handle> made)
    {
        bool promised = false;
        try {
            net_namespace ns;
            auto device = make_tun("far");
            set_up(ns, "far", host, what);
            std::vector<boost::asio::ip::tcp::endpoint> listening;
            for (auto const port : open_ports)
                listening.emplace_back(boost::asio::ip::make_address(host), port);
            accepting_listener const listener(listening);
            made.set_value(std::move(device));
            promised = true;
            ended_.get_future().wait();
        } catch (...) {
            if (!promised)
                made.set_exception(std::current_exception());
        }
    }

    void leave()
    {
        relay_.reset();
        ended_.set_value();
        far_.join();
    }

    net_namespace near_;
    std::promise<void> ended_;
    std::thread far_;
    std::optional<delaying_relay> relay_;
};

} // namespace test

#endif // SONDA_TEST_LONG_CONDITIONS_DISTANT_NETWORK_HPP
