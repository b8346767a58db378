// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_LOCAL_NAMES_HPP
#define SONDA_TARGET_LOCAL_NAMES_HPP

#include <sonda/target/parse_address.hpp>

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <istream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

inline bool same_name(std::string_view a, std::string_view b) noexcept
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// `localhost` and what ends in it, with or without a final dot (RFC 6761, 6.3).
inline bool is_localhost(std::string_view name) noexcept
{
    constexpr std::string_view localhost = "localhost";
    if (name.ends_with('.'))
        name.remove_suffix(1);
    if (name.size() < localhost.size() || !same_name(name.substr(name.size() - localhost.size()), localhost))
        return false;
    return name.size() == localhost.size() || name[name.size() - localhost.size() - 1] == '.';
}

// The loopback addresses of `localhost`: those of a hosts file, or both where it has none. Whatever the file says,
// nothing but the loopback is meant by this name.
inline std::vector<boost::asio::ip::address> localhost_addresses(std::istream& hosts_file)
{
    std::vector<boost::asio::ip::address> found;
    for (std::string line; std::getline(hosts_file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string address;
        words >> address;
        auto const parsed = parse_address(address);
        for (std::string name; words >> name;)
            if (parsed && parsed->is_loopback() && same_name(name, "localhost") &&
                std::find(found.begin(), found.end(), *parsed) == found.end())
                found.push_back(*parsed);
    }
    if (found.empty())
        found = {boost::asio::ip::address_v4::loopback(), boost::asio::ip::address_v6::loopback()};
    return found;
}

} // namespace sonda::detail

#endif // SONDA_TARGET_LOCAL_NAMES_HPP
