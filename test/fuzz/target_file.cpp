// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A file is read to its end whatever is in it, and lines are counted.

#include <sonda/target/target_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string const content(reinterpret_cast<char const*>(data), size);
    auto const lines = 1 + static_cast<std::uint64_t>(std::count(content.begin(), content.end(), '\n'));
    std::uint64_t last = 1;
    std::uint64_t targets = 0;
    std::uint64_t errors = 0;
    auto const advance = [&](std::uint64_t line) {
        require(line >= last && line <= lines);
        last = line;
    };
    std::istringstream in(content);
    auto const summary = sonda::target::read_targets(
        in, "input",
        [&](sonda::target::target_spec&&, std::uint64_t line) {
            ++targets;
            advance(line);
        },
        [&](sonda::target::file_error const& failure) {
            ++errors;
            advance(failure.line);
            require(!failure.message().empty());
        });
    require(summary.targets == targets && summary.errors == errors && !summary.failed);
    return 0;
}
