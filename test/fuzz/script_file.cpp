// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Whatever a script begins with, it is refused with a reason, or there is a call in which nothing is left to be filled.

#include <sonda/cli/script_words.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void check(sonda::cli::script const& one)
{
    sonda::cli::open_host host;
    host.port_words = {"80", "U:53"};
    auto const ports = sonda::cli::script_ports(one, host);
    require(ports.size() <= host.port_words.size());
    auto const filled = sonda::cli::script_words(one, ports, "192.0.2.1");
    require(!filled.empty() && !filled.front().empty());
    for (auto const& word : filled)
        require(word.find('\0') == std::string::npos);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    sonda::cli::messages say(false, -1);
    try {
        check(sonda::cli::parse_script(text, "input", say));
    } catch (sonda::cli::usage_error const& error) {
        require(*error.what() != '\0');
    }
    return 0;
}
