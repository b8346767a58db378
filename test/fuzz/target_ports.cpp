// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// An accepted list has ports, each in its place; a refused one says why.

#include <sonda/target/parse_ports.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void check(sonda::target::port_set const& ports)
{
    require(!ports.contains(0));
    std::uint32_t count = 0;
    int before = -1;
    for (auto const range : ports) {
        require(range.first <= range.last && range.first > before + 1);
        require(ports.index_of(range.first) == count && ports.nth(count) == range.first);
        count += static_cast<std::uint32_t>(range.last - range.first) + 1;
        before = range.last;
    }
    require(ports.count() == count);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    for (auto const protocol : {sonda::protocol::tcp, sonda::protocol::udp}) {
        auto const ports = sonda::target::parse_ports(text, protocol);
        if (!ports) {
            require(!ports.error().reason.empty() && ports.error().token.size() <= 100);
            continue;
        }
        require(!ports->tcp.empty() || !ports->udp.empty());
        check(ports->tcp);
        check(ports->udp);
    }
    return 0;
}
