// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Whatever a checkpoint holds, a scan goes on from it or it is refused with a sentence that can be printed; what was
// read is written and read again as it was. The check of its content is made good first, so that what it guards is met.

#include <sonda/cli/go_on.hpp>
#include <sonda/cli/read_checkpoint.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

std::string sealed(std::string text)
{
    auto const seal = text.rfind(sonda::detail::checkpoint_seal);
    if (seal == std::string::npos)
        return text;
    auto const check = sonda::detail::checkpoint_check(std::string_view(text).substr(0, seal));
    return text.substr(0, seal) + std::string(sonda::detail::checkpoint_seal) + check + "\"}\n";
}

void go_on(std::string_view text)
{
    using namespace sonda::cli;
    auto const from = read_checkpoint(text, "input");
    auto const again = checkpoint_text(checkpoint_text(from.job), from.state);
    auto const read = read_checkpoint(again, "input");
    require(checkpoint_text(checkpoint_text(read.job), read.state) == again);
    auto const chosen = go_on_options({}, from.job, "input");
    auto const job = go_on_job(chosen, from, "input");
    for (auto const& scan : from.state.scans)
        for (auto const& lane : scan.lanes) {
            sonda::ordering::done_set done;
            for (auto const& run : lane)
                done.insert(run);
            require(done.runs() == lane);
        }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string const text(reinterpret_cast<char const*>(data), size);
    for (auto const& each : {text, sealed(text)}) {
        try {
            go_on(each);
        } catch (sonda::cli::usage_error const& refused) {
            require(*refused.what() != '\0');
            for (char const* at = refused.what(); *at != '\0'; ++at)
                require(static_cast<unsigned char>(*at) >= 0x20);
        }
    }
    return 0;
}
