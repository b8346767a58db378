// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_TABLE_HPP
#define SONDA_PAYLOAD_TABLE_HPP

#include <sonda/payload/standard.hpp>
#include <sonda/target/port_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonda::payload {

/** Payloads that are known at run time, e.g. from a file; the other ports have those of @ref standard.

    It owns the bytes, which stay where they are when it is moved.

    @par Complexity
    A look-up is O(1) and allocates nothing. The memory is 256 KiB and the payloads, plus a list for each set of
    ports that share one.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe; safe while nobody adds.

    @see payload_file.hpp, payload_source
*/
class table
{
public:
    /// How many payloads a port can have: they are all sent at once.
    static constexpr std::size_t max_per_port = 32;

    /// Like @ref standard.
    table() = default;

    /// Takes the payloads of another.
    table(table&&) noexcept = default;

    /// Takes the payloads of another in the place of its own.
    table& operator=(table&&) noexcept = default;

    /** Gives ports one more payload; the first one takes the place of their standard payloads.

        Lists that were given out before are no longer valid.

        @param ports     The ports.
        @param datagram  What is sent.
        @param source    The port that it is to come from; 0 if any will do. See @ref source_port.

        @return False, and nothing has changed, if one of the ports has @ref max_per_port already.

        @par Exception safety
        Basic: `std::bad_alloc`.
    */
    bool add(target::port_set const& ports, std::vector<std::byte> datagram, std::uint16_t source = 0)
    {
        std::unordered_map<std::uint32_t, std::uint32_t> rows; // of these ports, and how many of them have each
        row_of_port_.resize(65536);
        rows_.resize((std::max<std::size_t>)(rows_.size(), 1));
        each_port(ports, [&](std::uint16_t port) { ++rows[row_of_port_[port]]; });
        for (auto const& [row, count] : rows)
            if (rows_[row].list.size() == max_per_port)
                return false;
        datagrams_.push_back(std::move(datagram));
        std::unordered_map<std::uint32_t, std::uint32_t> grown;
        for (auto const& [row, count] : rows)
            grown[row] = grow(row, count, source);
        each_port(ports, [&](std::uint16_t port) { row_of_port_[port] = grown[row_of_port_[port]]; });
        asks_for_sources_ = asks_for_sources_ || source != 0;
        return true;
    }

    /// True if the port has payloads here.
    bool contains(std::uint16_t port) const noexcept { return !row_of_port_.empty() && row_of_port_[port] != 0; }

    /// The payloads for the target's port.
    payload_list operator()(endpoint const& target) const noexcept
    {
        return contains(target.port()) ? payload_list(rows_[row_of_port_[target.port()]].list) : standard{}(target);
    }

    /// The port that the payload of that number wants to come from, or 0; a hook of `payload_source`.
    std::uint16_t source_port(endpoint const& target, std::size_t index) const noexcept
    {
        return contains(target.port()) ? rows_[row_of_port_[target.port()]].sources[index] : std::uint16_t{0};
    }

    /// True if one of the payloads wants to come from a port of its own.
    bool asks_for_sources() const noexcept { return asks_for_sources_; }

    /// The port that an answer from another port is for; see @ref payload::asked_port.
    std::uint16_t asked_port(bytes head) const noexcept { return payload::asked_port(head); }

private:
    /// A list, and how many ports have it. The first row is that of the ports that have nothing here.
    struct shared_list
    {
        std::vector<bytes> list;
        std::vector<std::uint16_t> sources; // of each, 0 for any
        std::uint32_t ports = 0;
    };

    template<class F>
    static void each_port(target::port_set const& ports, F&& f)
    {
        for (auto const& range : ports)
            for (std::uint32_t port = range.first; port <= range.last; ++port)
                f(static_cast<std::uint16_t>(port));
    }

    /// The row for `count` of the ports of `from`, with the newest datagram: the same one if those are all its ports.
    std::uint32_t grow(std::uint32_t from, std::uint32_t count, std::uint16_t source)
    {
        auto into = from;
        if (from == 0 || rows_[from].ports != count) {
            into = static_cast<std::uint32_t>(rows_.size());
            rows_.push_back({rows_[from].list, rows_[from].sources, count});
            rows_[from].ports -= from == 0 ? 0 : count;
        }
        rows_[into].list.emplace_back(datagrams_.back());
        rows_[into].sources.push_back(source);
        return into;
    }

    std::vector<std::vector<std::byte>> datagrams_;
    std::vector<shared_list> rows_;
    std::vector<std::uint32_t> row_of_port_;
    bool asks_for_sources_ = false;
};

static_assert(payload_source<table>);

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_TABLE_HPP
