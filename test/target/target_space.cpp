// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/target_source.hpp>
#include <sonda/target/target_space.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using sonda::endpoint;
using sonda::protocol;
using sonda::conformance::check_target_source;
using sonda::target::address_set;
using sonda::target::ip_range;
using sonda::target::layout;
using sonda::target::port_range;
using sonda::target::port_set;
using sonda::target::target_selection;
using sonda::target::target_space;

namespace {

constexpr auto ones = ~std::uint64_t{0};

address_set addresses(ip_range const& range)
{
    address_set set;
    set.insert(range);
    return set;
}

ip_range host(std::uint32_t last)
{
    return ip_range::v4(0x7f000000 + last, 0x7f000000 + last);
}

// What a selection means, one endpoint at a time, as its comment says it.
bool is_selected(target_selection const& from, endpoint const& target)
{
    auto const named = [&](sonda::target::endpoint_map const& in, boost::asio::ip::address const& as) {
        auto const found = in.find(as);
        return found != in.end() && found->second.contains(target.port());
    };
    auto const own = target.address();
    bool const wanted =
        (from.addresses.contains(own) && from.ports.contains(target.port())) || named(from.endpoints, own);
    auto const without_zone = target.is_v6() ? endpoint::v6(target.high(), target.low(), 0, 0).address() : own;
    for (auto const& as : {own, without_zone, sonda::target::unmapped(own)})
        if (from.excluded_addresses.contains(as) || named(from.excluded_endpoints, as))
            return false;
    return wanted && !from.excluded_ports.contains(target.port());
}

std::vector<endpoint> all(target_space const& space)
{
    std::vector<endpoint> endpoints;
    for (std::uint64_t i = 0; i != space.size(); ++i)
        endpoints.push_back(space.at(i));
    return endpoints;
}

ip_range some_range(std::mt19937& random)
{
    auto const first = static_cast<std::uint32_t>(random() % 10);
    auto const last = first + static_cast<std::uint32_t>(random() % 3);
    auto const zone = static_cast<std::uint32_t>(random() % 3);
    switch (random() % 6) {
    case 0: return ip_range(ip_range::v6({1, ones - 3}, {2, 9}, zone).at(first).address());
    case 1: return ip_range::v6({1, ones - 3}, {2, first}, zone);
    case 2: return ip_range::v4(first, last).mapped().in_zone(zone);
    default: break;
    }
    return ip_range::v4(first, last);
}

target_selection some_selection(std::mt19937& random)
{
    target_selection from;
    auto const port = [&] { return static_cast<std::uint16_t>(1 + random() % 8); };
    for (auto n = random() % 4; n != 0; --n)
        from.addresses.insert(some_range(random));
    for (auto n = random() % 4; n != 0; --n)
        from.ports.insert(port());
    for (auto n = random() % 6; n != 0; --n)
        from.include(ip_range(some_range(random).at(0).address()), port());
    for (auto n = random() % 3; n != 0; --n)
        from.exclude(some_range(random));
    for (auto n = random() % 2; n != 0; --n)
        from.excluded_ports.insert(port());
    for (auto n = random() % 5; n != 0; --n)
        from.exclude(ip_range(some_range(random).at(0).address()), port());
    return from;
}

// All endpoints that `some_selection` can name, and some more.
std::vector<endpoint> universe()
{
    std::vector<endpoint> endpoints;
    for (std::uint16_t port = 1; port != 10; ++port) {
        for (std::uint32_t i = 0; i != 14; ++i)
            endpoints.push_back(endpoint::v4(i, port));
        for (std::uint32_t zone = 0; zone != 3; ++zone)
            for (std::uint64_t i = 0; i != 14; ++i) {
                endpoints.push_back(ip_range::v6({1, ones - 3}, {2, 9}, zone).at(i, port));
                endpoints.push_back(ip_range::v4(0, 13).mapped().in_zone(zone).at(i, port));
            }
    }
    return endpoints;
}

} // namespace

BOOST_AUTO_TEST_SUITE(target_space_)

BOOST_AUTO_TEST_CASE(port_major_visits_all_hosts_for_a_port_before_the_next)
{
    auto const space = *target_space::make(addresses(ip_range::v4(0x7f000001, 0x7f000003)), port_range{80, 81});
    std::vector<endpoint> const expected = {
        endpoint::v4(0x7f000001, 80), endpoint::v4(0x7f000002, 80), endpoint::v4(0x7f000003, 80),
        endpoint::v4(0x7f000001, 81), endpoint::v4(0x7f000002, 81), endpoint::v4(0x7f000003, 81),
    };
    BOOST_TEST((all(space) == expected));
    BOOST_TEST(space.hosts() == 3u);
    BOOST_TEST(space.host_of(4) == 1u);
}

BOOST_AUTO_TEST_CASE(host_major_visits_all_ports_of_a_host_before_the_next)
{
    auto const space = *target_space::make(addresses(ip_range::v4(0x7f000001, 0x7f000002)), port_range{80, 82},
                                           protocol::udp, layout::host_major);
    BOOST_TEST((space.at(2) == endpoint::v4(0x7f000001, 82, protocol::udp)));
    BOOST_TEST((space.at(3) == endpoint::v4(0x7f000002, 80, protocol::udp)));
    BOOST_TEST(space.host_of(2) == 0u);
    BOOST_TEST(space.host_of(3) == 1u);
    BOOST_TEST(!space.index_of(endpoint::v4(0x7f000001, 80, protocol::tcp)));
}

BOOST_AUTO_TEST_CASE(a_mixed_list_of_ports_is_scanned_whole)
{
    port_set ports(port_range{80, 82});
    ports.insert(443);
    ports.insert(8000);
    ports.insert(port_range{8080, 8082});
    BOOST_TEST(target_space::make(addresses(host(1)), ports)->size() == 8u);
}

BOOST_AUTO_TEST_CASE(sizes_beyond_32_bits_are_exact)
{
    auto const everything = addresses(ip_range::v4(0, 0xffffffff));
    BOOST_TEST(target_space::make(everything, port_range{80, 84})->size() == 21474836480u);
    BOOST_TEST(target_space::make(everything, port_set::all())->size() == 281470681743360u);
}

BOOST_AUTO_TEST_CASE(more_than_64_bits_of_endpoints_are_refused)
{
    auto const too_many = sonda::make_error_code(sonda::error::too_many_targets);
    auto const six = addresses(ip_range::v6({0, 0}, {ones, ones}));
    auto const net64 = addresses(ip_range::v6({0x20010db800000000, 0}, {0x20010db800000000, ones}));
    auto const net64_but_one = addresses(ip_range::v6({0x20010db800000000, 1}, {0x20010db800000000, ones}));
    BOOST_TEST(target_space::make(six, port_set::all()).error() == too_many);
    BOOST_TEST(target_space::make(six, port_range{80, 80}).error() == too_many);
    BOOST_TEST(target_space::make(net64, port_range{80, 80}).error() == too_many);
    BOOST_TEST(target_space::make(net64_but_one, port_range{80, 81}).error() == too_many);
    BOOST_TEST(target_space::make(net64_but_one, port_range{80, 80})->size() == ones);
    BOOST_TEST(target_space::make(addresses(ip_range::v6({0, 1}, {0, 1})), port_range{80, 80})->size() == 1u);
}

BOOST_AUTO_TEST_CASE(single_endpoints_count_towards_the_limit)
{
    target_selection from;
    from.include(ip_range::v6({1, 1}, {1, ones}));
    from.ports.insert(80);
    from.include(ip_range::v6({1, 7}, {1, 7}), 80);
    BOOST_TEST(target_space::make(from)->size() == ones);
    from.include(host(1), 80);
    BOOST_TEST((target_space::make(from).error() == sonda::error::too_many_targets));
}

BOOST_AUTO_TEST_CASE(a_space_too_large_is_fine_once_enough_is_excluded)
{
    target_selection from;
    from.include(ip_range::v6({0, 0}, {ones, ones}));
    from.ports = port_set::all();
    from.exclude(ip_range::v6({0, 2}, {ones, ones}));
    BOOST_TEST(target_space::make(from)->size() == 2u * 65535u);
}

BOOST_AUTO_TEST_CASE(an_endpoint_named_beside_the_product_is_scanned_once)
{
    target_selection from;
    from.include(ip_range::v4(0x7f000001, 0x7f000002));
    from.ports = port_range{80, 81};
    from.include(host(1), 80);
    from.include(host(2), 9000);
    from.include(host(9), 80);
    auto const space = *target_space::make(from);
    BOOST_TEST(space.size() == 6u);
    BOOST_TEST(space.hosts() == 3u);
    auto const second = *space.index_of(endpoint::v4(0x7f000002, 9000));
    BOOST_TEST(space.host_of(second) == space.host_of(*space.index_of(endpoint::v4(0x7f000002, 81))));
    BOOST_TEST(check_target_source(space).passed());
}

BOOST_AUTO_TEST_CASE(nothing_selected_is_an_empty_space)
{
    BOOST_TEST(target_space().size() == 0u);
    BOOST_TEST(target_space().hosts() == 0u);
    BOOST_TEST(!target_space().index_of(endpoint::v4(1, 1)));
    BOOST_TEST(target_space::make(addresses(host(1)), port_set())->size() == 0u);
    BOOST_TEST(target_space::make(address_set(), port_set::all())->size() == 0u);
}

BOOST_AUTO_TEST_CASE(any_selection_is_what_its_definition_says)
{
    std::mt19937 random(16);
    auto const endpoints = universe();
    std::size_t selected = 0;
    for (int round = 0; round != 1000; ++round)
        BOOST_TEST_CONTEXT("round " << round)
        {
            auto const from = some_selection(random);
            auto const order = random() % 2 == 0 ? layout::port_major : layout::host_major;
            auto const space = *target_space::make(from, protocol::tcp, order);
            std::set<endpoint> expected;
            for (auto const& target : endpoints) {
                bool const wanted = is_selected(from, target);
                if (wanted)
                    expected.insert(target);
                BOOST_TEST_REQUIRE(space.index_of(target).has_value() == wanted);
            }
            auto const found = all(space);
            BOOST_TEST((std::set<endpoint>(found.begin(), found.end()) == expected));
            BOOST_TEST(found.size() == expected.size());
            auto const report = check_target_source(space);
            BOOST_TEST((space.size() == 0 || report.passed()), report);
            selected += found.size();
        }
    BOOST_TEST(selected > 1000u);
}

BOOST_AUTO_TEST_CASE(exclusion_covers_what_was_named_with_a_zone)
{
    ip_range const local = ip_range::v6({0xfe80000000000000, 1}, {0xfe80000000000000, 1}, 1);
    auto const left = [&](ip_range const& excluded, std::uint16_t port) {
        target_selection from;
        from.ports.insert(80);
        from.include(local);
        from.include(local, 443);
        from.exclude(excluded, port);
        return target_space::make(from)->size();
    };
    BOOST_TEST(left(ip_range::v6({0, 0}, {ones, ones}), 0) == 0u);
    BOOST_TEST(left(ip_range::v6({0, 0}, {ones, ones}, 1), 0) == 0u);
    BOOST_TEST(left(ip_range::v6({0, 0}, {ones, ones}, 2), 0) == 2u);
    BOOST_TEST(left(local.in_zone(0), 0) == 0u);
    BOOST_TEST(left(local.in_zone(0), 80) == 1u);
    BOOST_TEST(left(local.in_zone(0), 443) == 1u);
    BOOST_TEST(left(local.in_zone(1), 443) == 1u);
    BOOST_TEST(left(local.in_zone(2), 443) == 2u);
}

BOOST_AUTO_TEST_CASE(great_and_odd_spaces_conform)
{
    address_set scattered;
    for (std::uint32_t i = 0; i != 500; ++i)
        scattered.insert(ip_range::v4(i * 9, i * 9 + i % 4));
    scattered.insert(ip_range::v6({3, ones - 1}, {4, 77}));
    scattered.insert(ip_range::v6({0xfe80000000000000, 1}, {0xfe80000000000000, 9}, 2));
    port_set ports;
    for (int port = 1; port < 60000; port += 7)
        ports.insert(static_cast<std::uint16_t>(port));
    for (auto const order : {layout::port_major, layout::host_major}) {
        auto const everything = addresses(ip_range::v4(0, 0xffffffff));
        BOOST_TEST(check_target_source(*target_space::make(scattered, ports, protocol::udp, order)).passed());
        BOOST_TEST(
            check_target_source(*target_space::make(everything, port_set::all(), protocol::tcp, order)).passed());
        BOOST_TEST(check_target_source(*target_space::make(everything, ports, protocol::tcp, order)).passed());
        port_set two_long(port_range{1, 1000});
        two_long.insert(port_range{2000, 65535});
        BOOST_TEST(check_target_source(*target_space::make(scattered, two_long, protocol::tcp, order)).passed());
        address_set singles;
        for (std::uint32_t i = 0; i != 300; ++i)
            singles.insert(ip_range::v4(i * 5, i * 5));
        BOOST_TEST(check_target_source(*target_space::make(singles, two_long, protocol::tcp, order)).passed());
        auto const most = addresses(ip_range::v6({7, 1}, {7, ones}));
        BOOST_TEST(check_target_source(*target_space::make(most, port_range{9, 9}, protocol::tcp, order)).passed());
    }
}

BOOST_AUTO_TEST_SUITE_END()
