// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Whatever the command line holds, it is taken or refused with a sentence that can be printed. Zero bytes end words.

#include <sonda/cli/choose_ports.hpp>
#include <sonda/cli/parse_arguments.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i != size; ++i)
        if (data[i] == 0)
            words.emplace_back();
        else
            words.back() += static_cast<char>(data[i]);
    try {
        auto const chosen = sonda::cli::parse_arguments(words);
        sonda::cli::choose_ports(chosen);
    } catch (sonda::cli::usage_error const& refused) {
        for (char const* at = refused.what(); *at != '\0'; ++at)
            if (static_cast<unsigned char>(*at) < 0x20)
                std::abort();
    }
    return 0;
}
