// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_FINGERPRINT_HPP
#define SONDA_CLI_FINGERPRINT_HPP

#include <sonda/target/target_selection.hpp>

#include <cstdint>

namespace sonda::detail {

// FNV-1a over numbers; the result is part of the interface of sharded scans.
class number_hash
{
public:
    void add(std::uint64_t number) noexcept
    {
        for (unsigned shift = 0; shift != 64; shift += 8)
            value_ = (value_ ^ (number >> shift & 0xff)) * 0x100000001b3;
    }

    void add(target::address_set const& addresses) noexcept
    {
        add(addresses.ranges());
        for (auto const& range : addresses) {
            add(range.is_v6());
            for (auto const& end : {range.first(), range.last()}) {
                add(end.high);
                add(end.low);
            }
        }
    }

    void add(target::port_set const& ports) noexcept
    {
        add(ports.ranges());
        for (auto const& range : ports)
            add(std::uint64_t{range.first} << 16 | range.last);
    }

    void add(target::endpoint_map const& endpoints) noexcept
    {
        add(endpoints.size());
        for (auto const& [address, ports] : endpoints) {
            target::address_set one;
            one.insert(target::ip_range(address));
            add(one);
            add(ports);
        }
    }

    std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace sonda::detail

namespace sonda::cli {

/** A number that is the same wherever the same is scanned, in whatever order it was named.

    The parts of a sharded scan draw their order from it, so that they agree without talking. Zones do not count: their
    numbers differ from machine to machine.
*/
inline std::uint64_t fingerprint(target::target_selection const& tcp, target::target_selection const& udp) noexcept
{
    detail::number_hash hash;
    for (auto const* const part : {&tcp, &udp}) {
        hash.add(part->addresses);
        hash.add(part->ports);
        hash.add(part->endpoints);
        hash.add(part->excluded_addresses);
        hash.add(part->excluded_ports);
        hash.add(part->excluded_endpoints);
    }
    return hash.value();
}

} // namespace sonda::cli

#endif // SONDA_CLI_FINGERPRINT_HPP
