// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_TARGET_SPACE_HPP
#define SONDA_TARGET_TARGET_SPACE_HPP

#include <sonda/error.hpp>
#include <sonda/target/ranked_addresses.hpp>
#include <sonda/target/ranked_ports.hpp>
#include <sonda/target/target_selection.hpp>
#include <sonda/target_source.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/system/result.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sonda::target {

/// What runs faster in a target space, the address or the port.
enum class layout : std::uint8_t {
    port_major, ///< All hosts for a port, then the next port: no host gets many probes at a time.
    host_major ///< All ports of a host, then the next host.
};

/** The endpoints of one scan, computed from their index: addresses times ports, each endpoint once.

    It is made of a @ref target_selection and does not change. The great product of addresses and ports comes first, in
    its layout; then the endpoints that were named one by one and are not in it, those with equal ports together.
    Nothing is expanded: the memory depends on the number of ranges alone.

    @par Complexity
    `at` and `host_of`: O(log ranges); with one range of addresses and one of ports a few instructions. `index_of`: the
    same for each different set of ports, and there is one set unless single endpoints were named.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, as nothing changes.
*/
class target_space
{
public:
    /// No targets.
    target_space() = default;

    /** The endpoints of a selection, all of one protocol. Nothing selected is a space of size 0.

        @par Error codes
        @li `sonda::error::too_many_targets`  there are more than 2^64 - 1 endpoints.
    */
    static boost::system::result<target_space> make(target_selection const& selection, protocol proto = protocol::tcp,
                                                    target::layout order = layout::port_major)
    {
        target_space space;
        space.protocol_ = proto;
        space.layout_ = order;
        address_set hosts;
        for (auto const& product : detail::products_of(selection)) {
            if (!space.append(product))
                return make_error_code(error::too_many_targets);
            hosts.insert(product.first);
        }
        if (space.blocks_.size() > 1)
            space.all_hosts_ = detail::ranked_addresses(hosts);
        return space;
    }

    /// Addresses times ports; see the other overload.
    static boost::system::result<target_space> make(address_set addresses, port_set ports,
                                                    protocol proto = protocol::tcp,
                                                    target::layout order = layout::port_major)
    {
        target_selection selection;
        selection.addresses = std::move(addresses);
        selection.ports = std::move(ports);
        return make(selection, proto, order);
    }

    /// The number of endpoints.
    std::uint64_t size() const noexcept { return size_; }

    /// The number of different addresses; `host_of` is below it.
    std::uint64_t hosts() const noexcept
    {
        if (blocks_.empty())
            return 0;
        return blocks_.size() == 1 ? blocks_.front().addresses.count() : all_hosts_.count();
    }

    /// The endpoint of an index; requires `index < size()`.
    endpoint at(std::uint64_t index) const noexcept
    {
        auto const& in = block_of(index);
        auto const [host, port] = split(in, index - in.start);
        return in.addresses.at(host, in.ports.nth(port), protocol_);
    }

    /// The index of an endpoint, or nothing if it is not in the space.
    std::optional<std::uint64_t> index_of(endpoint const& target) const noexcept
    {
        if (target.protocol() != protocol_)
            return std::nullopt;
        for (auto const& in : blocks_)
            if (auto const port = in.ports.index_of(target.port()))
                if (auto const host = in.addresses.rank_of(range_of(target)))
                    return in.start + join(in, *host, *port);
        return std::nullopt;
    }

    /// True if an address is scanned, on whatever port.
    bool contains(boost::asio::ip::address const& address) const noexcept
    {
        auto const where = range_of(endpoint(address, 0));
        return std::any_of(blocks_.begin(), blocks_.end(),
                           [&](block const& in) { return in.addresses.rank_of(where).has_value(); });
    }

    /// True if some address of a range is scanned, on whatever port.
    bool overlaps(ip_range const& range) const noexcept
    {
        return std::any_of(blocks_.begin(), blocks_.end(),
                           [&](block const& in) { return in.addresses.overlaps(range); });
    }

    /// The number of the address of an index, the same for all its ports; requires `index < size()`.
    std::uint64_t host_of(std::uint64_t index) const noexcept
    {
        if (blocks_.size() == 1)
            return split(blocks_.front(), index).first;
        return *all_hosts_.rank_of(range_of(at(index)));
    }

    sonda::protocol protocol() const noexcept { return protocol_; } ///< The protocol of all endpoints.
    target::layout layout() const noexcept { return layout_; } ///< The layout.

private:
    struct block
    {
        detail::ranked_addresses addresses;
        detail::ranked_ports ports;
        std::uint64_t start = 0; // the endpoints before it
        std::uint64_t divisor = 1; // how many endpoints share the slower coordinate
        int shift = 0; // its logarithm if it is a power of two, else -1
    };

    bool append(detail::target_product const& product)
    {
        auto const hosts = product.first.count();
        auto const ports = product.second.count();
        if (!hosts || *hosts > ~size_ / ports)
            return false;
        auto const divisor = layout_ == layout::port_major ? *hosts : ports;
        auto const shift = std::has_single_bit(divisor) ? std::countr_zero(divisor) : -1;
        blocks_.push_back(
            {detail::ranked_addresses(product.first), detail::ranked_ports(product.second), size_, divisor, shift});
        size_ += *hosts * ports;
        return true;
    }

    block const& block_of(std::uint64_t index) const noexcept
    {
        if (blocks_.size() == 1)
            return blocks_.front();
        return *std::prev(std::upper_bound(blocks_.begin(), blocks_.end(), index,
                                           [](std::uint64_t i, block const& b) { return i < b.start; }));
    }

    // The number of the host and of the port at a place in a block. Prefixes are powers of two: no division for them.
    std::pair<std::uint64_t, std::uint64_t> split(block const& in, std::uint64_t place) const noexcept
    {
        auto const slow = in.shift >= 0 ? place >> in.shift : place / in.divisor;
        auto const fast = place - slow * in.divisor;
        return layout_ == layout::port_major ? std::pair(fast, slow) : std::pair(slow, fast);
    }

    std::uint64_t join(block const& in, std::uint64_t host, std::uint64_t port) const noexcept
    {
        return layout_ == layout::port_major ? port * in.divisor + host : host * in.divisor + port;
    }

    static ip_range range_of(endpoint const& target) noexcept
    {
        ip_number const address{target.high(), target.low()};
        if (target.is_v6())
            return ip_range::v6(address, address, target.zone());
        auto const four = static_cast<std::uint32_t>(target.low());
        return ip_range::v4(four, four);
    }

    std::vector<block> blocks_;
    detail::ranked_addresses all_hosts_; // only for more than one block
    std::uint64_t size_ = 0;
    sonda::protocol protocol_ = sonda::protocol::tcp;
    target::layout layout_ = layout::port_major;
};

static_assert(target_source<target_space>);

} // namespace sonda::target

#endif // SONDA_TARGET_TARGET_SPACE_HPP
