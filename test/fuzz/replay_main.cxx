// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Runs a libFuzzer target without libFuzzer: the files of the folders that are named, then noise, the same every time.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

using bytes = std::vector<std::uint8_t>;

bytes content_of(std::filesystem::path const& file)
{
    std::ifstream in(file, std::ios::binary);
    return bytes(std::istreambuf_iterator<char>(in), {});
}

std::vector<bytes> seeds_in(int argc, char** argv)
{
    std::vector<bytes> seeds{bytes{}};
    for (int i = 1; i < argc; ++i) {
        for (auto const& entry : std::filesystem::directory_iterator(argv[i])) {
            if (entry.is_regular_file()) {
                seeds.push_back(content_of(entry.path()));
            }
        }
    }
    return seeds;
}

// Half of the replaced and added bytes are those that the grammars give a meaning to.
std::uint8_t some_byte(std::mt19937& random)
{
    static char const meaning[] = "0123456789abcdef.:,-/[]%#{}\"' \t\r\nTU";
    auto const r = random();
    return static_cast<std::uint8_t>(r & 1U ? meaning[(r >> 1U) % (sizeof meaning - 1)] : (r >> 1U) & 0xFFU);
}

void mutate(bytes& data, std::mt19937& random)
{
    for (auto edits = 1 + random() % 8; edits != 0; --edits) {
        auto const at = static_cast<std::ptrdiff_t>(random() % (data.size() + 1));
        auto const here = data.begin() + at;
        switch (random() % 3) {
        case 0: data.insert(here, some_byte(random)); break;
        case 1:
            if (here != data.end()) {
                data.erase(here);
            }
            break;
        default:
            if (here != data.end()) {
                *here = some_byte(random);
            }
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    auto const seeds = seeds_in(argc, argv);
    for (auto const& seed : seeds) {
        LLVMFuzzerTestOneInput(seed.data(), seed.size());
    }
    std::mt19937 random{1};
    constexpr int runs = 20000;
    bytes data;
    for (int run = 0; run < runs; ++run) {
        if (run % 16 == 0) {
            data = seeds[random() % seeds.size()];
        }
        mutate(data, random);
        LLVMFuzzerTestOneInput(data.data(), data.size());
    }
    std::printf("%zu seeds and %d mutations\n", seeds.size(), runs);
}
