// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CONFIG_FOLDER_HPP
#define SONDA_CLI_CONFIG_FOLDER_HPP

#include <cstdlib>
#include <optional>
#include <string>

namespace sonda::cli {

/// `$HOME`, if it is a folder from the root.
inline std::optional<std::string> home_folder()
{
    auto const* const home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::optional<std::string>(home) : std::nullopt;
}

/// Where the user keeps what belongs to this command: `sonda` in `$XDG_CONFIG_HOME`, or in `~/.config` where that is not
/// set or does not begin at the root; nothing where there is no home either.
inline std::optional<std::string> config_folder()
{
    auto const* const base = std::getenv("XDG_CONFIG_HOME");
    if (base != nullptr && *base == '/')
        return base + std::string("/sonda");
    auto const home = home_folder();
    return home ? std::optional(*home + "/.config/sonda") : std::nullopt;
}

} // namespace sonda::cli

#endif // SONDA_CLI_CONFIG_FOLDER_HPP
