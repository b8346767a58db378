// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RANKED_PORTS_HPP
#define SONDA_TARGET_RANKED_PORTS_HPP

#include <sonda/target/port_set.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sonda::detail {

// A port set that no longer changes. Lists of single ports are common, and to search them takes longer than all the rest
// of a target: where the ranges are short, a table of the ports is hardly larger than the ranges.
class ranked_ports
{
public:
    explicit ranked_ports(target::port_set set)
        : set_(std::move(set))
    {
        constexpr std::uint32_t short_range = 16;
        if (set_.ranges() == 1 || set_.count() > short_range * set_.ranges())
            return;
        table_.reserve(set_.count());
        for (auto const range : set_)
            for (std::uint32_t port = range.first; port <= range.last; ++port)
                table_.push_back(static_cast<std::uint16_t>(port));
    }

    std::uint16_t nth(std::uint64_t n) const noexcept
    {
        return table_.empty() ? set_.nth(static_cast<std::uint32_t>(n)) : table_[n];
    }

    std::optional<std::uint32_t> index_of(std::uint16_t port) const noexcept { return set_.index_of(port); }

private:
    target::port_set set_;
    std::vector<std::uint16_t> table_;
};

} // namespace sonda::detail

#endif // SONDA_TARGET_RANKED_PORTS_HPP
