// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RESOLVED_NAME_HPP
#define SONDA_TARGET_RESOLVED_NAME_HPP

#include <sonda/target/ip_range.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sonda::target {

/** A name and what it came to.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct resolved_name
{
    std::string name; ///< The name, as it was given.
    boost::system::error_code error; ///< Why there are no addresses, or why there may be more of them.
    std::vector<boost::asio::ip::address> addresses; ///< All its addresses, each once, in the order of the look-up.
};

/** The look-up that this machine is set up for: hosts file, name servers and whatever else it uses. Blocks.

    @par Thread safety
    Safe.
*/
struct system_lookup
{
    /// All addresses of a name, IPv4 and IPv6, each once; sets `failure` if there are none.
    std::vector<boost::asio::ip::address> operator()(std::string const& name, boost::system::error_code& failure) const
    {
        boost::asio::io_context context;
        boost::asio::ip::tcp::resolver resolver(context);
        std::vector<boost::asio::ip::address> found;
        for (auto const& entry : resolver.resolve(name, "", boost::asio::ip::resolver_base::flags(), failure)) {
            auto const address = unmapped(entry.endpoint().address());
            if (std::find(found.begin(), found.end(), address) == found.end())
                found.push_back(address);
        }
        return found;
    }
};

} // namespace sonda::target

#endif // SONDA_TARGET_RESOLVED_NAME_HPP
