// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Whatever a configuration holds, it is taken or refused with file and line, and what is in force can be read again.

#include <sonda/cli/configure.hpp>

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

sonda::cli::options configured(std::string_view text)
{
    sonda::cli::options chosen;
    auto settings = sonda::cli::parse_config(text, "input");
    if (sonda::cli::is_rustscan_config(settings))
        settings = sonda::cli::translate_rustscan(std::move(settings)).settings;
    for (auto const& setting : settings)
        sonda::detail::apply_setting(chosen, setting);
    return chosen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    try {
        auto const chosen = configured(text);
        auto const again = configured(sonda::cli::show_config(chosen));
        require(again.settings.size() == chosen.settings.size());
        for (auto const& [name, setting] : chosen.settings)
            require(again.settings.at(name).values == setting.values);
    } catch (sonda::cli::usage_error const& error) {
        require(*error.what() != '\0');
    }
    return 0;
}
