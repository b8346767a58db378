// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_TARGET_SOURCE_HPP
#define SONDA_CONFORMANCE_TARGET_SOURCE_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/target_source.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace sonda::detail {

// The indices that are tried: all of a small source; of a great one both ends, the neighbourhood of every power of two
// and a walk that is spread over the whole.
inline std::set<std::uint64_t> sampled_indices(std::uint64_t size, std::uint64_t samples)
{
    std::set<std::uint64_t> indices;
    if (size == 0)
        return indices;
    for (std::uint64_t i = 0; i != (std::min)(size, samples); ++i)
        indices.insert(i);
    if (size <= samples)
        return indices;
    indices.insert(size - 1);
    for (int bit = 0; bit != 64; ++bit)
        for (std::uint64_t const near : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
            indices.insert((std::min)((std::uint64_t{1} << bit) + near, size - 1));
    auto state = std::uint64_t{0x9e3779b97f4a7c15};
    for (std::uint64_t i = 0; i != samples; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        indices.insert((state ^ state >> 29) % size);
    }
    return indices;
}

// What tells the hosts of two endpoints apart.
inline auto host_key(endpoint const& target)
{
    return std::tuple(target.is_v6(), target.high(), target.low(), target.zone());
}

} // namespace sonda::detail

namespace sonda::conformance {

/** Checks the requirements of @ref sonda::target_source that the compiler cannot.

    Every endpoint occurs once, asking twice gives the same, endpoints have a port, and one host has one number. A model
    that also has `index_of(endpoint)`, giving something like `std::optional<std::uint64_t>`, has it checked to be the
    inverse of `at`; one that has `hosts()` has the numbers checked against it.

    @param source  The model to check.
    @param samples  Up to this many targets all are tried, beyond it about twice as many, the same in every run.
*/
template<target_source Source>
report check_target_source(Source const& source, std::uint64_t samples = 4096)
{
    report result;
    std::set<endpoint> seen;
    using host_key = decltype(sonda::detail::host_key(endpoint()));
    std::map<host_key, std::uint64_t> number_of;
    std::map<std::uint64_t, host_key> host_of;
    result.expect(source.size() == source.size(), "size() gives the same when asked again");
    for (auto const index : sonda::detail::sampled_indices(source.size(), samples)) {
        auto const at = " (index " + std::to_string(index) + ')';
        auto const target = source.at(index);
        auto const host = source.host_of(index);
        auto const key = sonda::detail::host_key(target);
        result.expect(target == source.at(index), "at() gives the same when asked again" + at);
        result.expect(target.port() != 0, "an endpoint has a port" + at);
        result.expect(seen.insert(target).second, "every endpoint occurs once" + at);
        result.expect(number_of.emplace(key, host).first->second == host, "a host has one number" + at);
        result.expect(host_of.emplace(host, key).first->second == key, "two hosts have two numbers" + at);
        if constexpr (requires { source.hosts(); })
            result.expect(host < source.hosts(), "host_of() is below hosts()" + at);
        if constexpr (requires { *source.index_of(target); }) {
            auto const back = source.index_of(target);
            result.expect(back && *back == index, "index_of() is the inverse of at()" + at);
        }
    }
    return result;
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_TARGET_SOURCE_HPP
