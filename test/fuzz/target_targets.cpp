// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Whatever is accepted as a name is nothing that a resolver would read as an address; whatever is accepted as an
// address is written out and read back as the same.

#include <sonda/target/parse_targets.hpp>

#include <boost/asio/ip/address.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include <arpa/inet.h>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void check_name(std::string const& name)
{
    in_addr four;
    in6_addr six;
    require(sonda::target::is_host_name(name));
    require(name.size() <= 254);
    require(::inet_aton(name.c_str(), &four) == 0);
    require(::inet_pton(AF_INET6, name.c_str(), &six) == 0);
}

void check_range(sonda::target::ip_range const& range, std::uint16_t port)
{
    require(range.first() <= range.last());
    auto const endpoint = range.at(0, port);
    auto const text = port == 0 ? endpoint.address().to_string() : to_string(endpoint);
    auto const back = sonda::target::parse_target(text);
    // A mapped address cannot be told from what it stands for, and only a wide prefix is left as it was written.
    if (sonda::target::unmapped(endpoint.address()) != endpoint.address())
        return;
    require(back && !back->is_name() && back->port == port);
    require(std::get<sonda::target::ip_range>(back->host) == sonda::target::ip_range(endpoint.address()));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const target = sonda::target::parse_target(text);
    if (!target)
        require(!target.error().reason.empty() && target.error().token.size() <= 100);
    else if (target->is_name())
        check_name(std::get<std::string>(target->host));
    else
        check_range(std::get<sonda::target::ip_range>(target->host), target->port);
    if (auto const list = sonda::target::parse_targets(text))
        require(!list->empty());
    return 0;
}
