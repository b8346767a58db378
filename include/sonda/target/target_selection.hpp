// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_TARGET_SELECTION_HPP
#define SONDA_TARGET_TARGET_SELECTION_HPP

#include <sonda/detail/exclusion_reach.hpp>
#include <sonda/target/address_set.hpp>
#include <sonda/target/port_set.hpp>

#include <boost/asio/ip/address.hpp>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace sonda::target {

/// Ports that belong to one address each, as `host:port` targets do.
using endpoint_map = std::map<boost::asio::ip::address, port_set>;

/** What a user asked for, of one protocol: addresses times ports, single endpoints, and what is left out of both.

    An endpoint is selected if its address is in `addresses` and its port in `ports`, or if `endpoints` names it; and if
    none of the three exclusions names it. The order in which the members are filled does not matter.

    An exclusion of an address without a zone holds in every zone, one with a zone in that zone alone; one of an IPv4
    address holds for the IPv4-mapped IPv6 address too.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct target_selection
{
    address_set addresses; ///< Scanned on every port of `ports`.
    port_set ports; ///< Scanned on every address of `addresses`.
    endpoint_map endpoints; ///< Scanned whatever `addresses` and `ports` say.
    address_set excluded_addresses; ///< Never scanned, on no port.
    port_set excluded_ports; ///< Never scanned, on no address.
    endpoint_map excluded_endpoints; ///< Single endpoints that are not scanned.

    /// Adds addresses, or with a port other than 0 that endpoint alone; then the range is a single address.
    void include(ip_range const& range, std::uint16_t port = 0)
    {
        if (port == 0)
            addresses.insert(range);
        else
            endpoints[range.at(0).address()].insert(port);
    }

    /// Leaves addresses out, or with a port other than 0 that endpoint alone; then the range is a single address.
    void exclude(ip_range const& range, std::uint16_t port = 0)
    {
        if (port == 0)
            excluded_addresses.insert(range);
        else
            excluded_endpoints[range.at(0).address()].insert(port);
    }
};

} // namespace sonda::target

namespace sonda::detail {

// A product of addresses and ports; a selection is a sequence of these with no endpoint in common.
using target_product = std::pair<target::address_set, target::port_set>;

// Removes the ports that are excluded for an address.
inline void erase_excluded(target::endpoint_map const& excluded, boost::asio::ip::address const& address,
                           target::port_set& ports)
{
    each_reaching(address, [&](target::ip_range const& reaching) {
        if (auto const found = excluded.find(reaching.at(0).address()); found != excluded.end())
            ports.erase(found->second);
    });
}

// Addresses whose ports are not those of everybody: a few, as each was named by itself.
inline target::endpoint_map special_endpoints(target::target_selection const& from, target_product& main)
{
    target::endpoint_map special;
    for (auto const& [address, ports] : from.endpoints) {
        auto rest = ports;
        if (main.first.contains(address))
            rest.erase(main.second);
        special[address].insert(rest);
    }
    auto const zones = main.first.zones();
    for (auto const& excluded : from.excluded_endpoints)
        each_reached(excluded.first, zones, [&](target::ip_range const& reached) {
            if (main.first.contains(reached))
                special[reached.at(0).address()].insert(main.second);
            main.first.erase(reached);
        });
    for (auto& [address, ports] : special) {
        ports.erase(from.excluded_ports);
        erase_excluded(from.excluded_endpoints, address, ports);
    }
    return special;
}

// The products of a selection: the great one first, then the special addresses, those with equal ports together.
inline std::vector<target_product> products_of(target::target_selection const& from)
{
    target_product main{from.addresses, from.ports};
    main.first.exclude(from.excluded_addresses);
    main.second.erase(from.excluded_ports);
    auto const special = special_endpoints(from, main);
    std::map<target::port_set, target::address_set> groups;
    for (auto const& [address, ports] : special)
        if (!ports.empty() && !from.excluded_addresses.excludes(address))
            groups[ports].insert(target::ip_range(address));
    std::vector<target_product> products;
    if (!main.first.empty() && !main.second.empty())
        products.push_back(std::move(main));
    for (auto& [ports, addresses] : groups)
        products.emplace_back(std::move(addresses), ports);
    return products;
}

} // namespace sonda::detail

#endif // SONDA_TARGET_TARGET_SELECTION_HPP
