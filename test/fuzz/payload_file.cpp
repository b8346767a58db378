// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A file of payloads is read to its end or to an error with a line that it has and words that can be printed; what was
// read is for ports that there are, and a table takes it.

#include <sonda/payload/payload_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void check(sonda::target::file_error const& error, std::uint64_t lines)
{
    require(error.line >= 1 && error.line <= lines);
    for (char const c : error.message())
        require(c >= 0x20 && c < 0x7f);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const lines = 1 + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    auto entries = sonda::payload::parse_payloads(text, "input");
    if (!entries) {
        check(entries.error(), lines);
        return 0;
    }
    std::uint64_t last = 1;
    std::size_t bytes = 0;
    for (auto const& entry : *entries) {
        require(entry.ports.count() != 0 && !entry.ports.contains(0));
        require(entry.line >= last && entry.line <= lines);
        last = entry.line;
        bytes += entry.datagram.size();
        require(!entry.source || *entry.source != 0);
    }
    require(bytes <= size);
    auto const first = entries->empty() ? std::uint16_t{0} : entries->front().ports.nth(0);
    auto const made = sonda::payload::make_table(std::move(*entries), "input");
    if (!made)
        check(made.error(), lines);
    else if (first != 0)
        require(made->contains(first) && !(*made)(sonda::endpoint::v4(1, first)).empty());
    return 0;
}
