// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_DESCRIPTOR_BUDGET_HPP
#define SONDA_CLI_DESCRIPTOR_BUDGET_HPP

#include <sonda/cli/defaults.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <dirent.h>
#include <sys/resource.h>

namespace sonda::detail {

// How many descriptors this process has open.
inline std::size_t count_open_descriptors()
{
    std::unique_ptr<DIR, int (*)(DIR*)> const folder(::opendir("/proc/self/fd"), ::closedir);
    if (!folder)
        return cli::defaults::assumed_descriptors;
    std::size_t entries = 0;
    while (::readdir(folder.get()) != nullptr)
        ++entries;
    return entries - (std::min)(entries, std::size_t{3}); // ".", ".." and the folder itself
}

} // namespace sonda::detail

namespace sonda::cli {

/** How many descriptors a scan may have, as the system says.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct descriptor_budget
{
    std::uint64_t limit = 0; ///< How many this process may have.
    std::uint64_t open = 0; ///< How many it has.

    /// How many probes may hold one each.
    std::size_t probes() const noexcept
    {
        auto const taken = open + defaults::spare_descriptors;
        return limit > taken ? static_cast<std::size_t>(limit - taken) : 1;
    }
};

/** Raises the limit of open files as far as it goes, or to `wanted`, and counts what is open.

    A limit above the hard one is tried, which privileged users get.
*/
inline descriptor_budget find_descriptor_budget(std::optional<std::uint64_t> wanted = std::nullopt)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return {1024, detail::count_open_descriptors()};
    auto const before = limit.rlim_cur;
    limit.rlim_cur = wanted ? static_cast<rlim_t>(*wanted) : limit.rlim_max;
    limit.rlim_max = (std::max)(limit.rlim_max, limit.rlim_cur);
    if (limit.rlim_cur != before && ::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        ::getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return {limit.rlim_cur, detail::count_open_descriptors()};
}

} // namespace sonda::cli

#endif // SONDA_CLI_DESCRIPTOR_BUDGET_HPP
