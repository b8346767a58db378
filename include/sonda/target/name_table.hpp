// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_NAME_TABLE_HPP
#define SONDA_TARGET_NAME_TABLE_HPP

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sonda::target {

/** The names by which each address was reached: it is scanned once and keeps them all.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class name_table
{
public:
    /// Notes that `name` leads to `address`; saying it again changes nothing.
    void add(boost::asio::ip::address const& address, std::string name)
    {
        auto& names = names_[address];
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }

    /// The names of an address in the order in which they came; they stay valid until the next `add`.
    std::span<std::string const> names_of(boost::asio::ip::address const& address) const noexcept
    {
        auto const found = names_.find(address);
        return found == names_.end() ? std::span<std::string const>() : std::span(found->second);
    }

    /// Calls `f(address, names)` for each address that has a name, in ascending order.
    template<class Function>
    void each(Function f) const
    {
        for (auto const& [address, names] : names_)
            f(address, std::span<std::string const>(names));
    }

    /// The number of addresses that have a name.
    std::size_t size() const noexcept { return names_.size(); }

private:
    std::map<boost::asio::ip::address, std::vector<std::string>> names_;
};

} // namespace sonda::target

#endif // SONDA_TARGET_NAME_TABLE_HPP
