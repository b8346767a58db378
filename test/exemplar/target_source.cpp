// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest target source that does something, for doc/concepts/target_source.adoc.

#include <sonda/conformance/target_source.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/target_source.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

namespace {

// tag::exemplar[]
// The hosts of 127.0.0.0/24, each on port 8080.
struct same_port_everywhere
{
    std::uint64_t size() const noexcept { return 256; }

    sonda::endpoint at(std::uint64_t index) const noexcept
    {
        return sonda::endpoint::v4(0x7f000000 + static_cast<std::uint32_t>(index), 8080);
    }

    std::uint64_t host_of(std::uint64_t index) const noexcept { return index; }
};

static_assert(sonda::target_source<same_port_everywhere>);
// end::exemplar[]

} // namespace

BOOST_AUTO_TEST_SUITE(target_source_exemplar)

BOOST_AUTO_TEST_CASE(conforms)
{
    // tag::check[]
    auto const report = sonda::conformance::check_target_source(same_port_everywhere());
    BOOST_TEST(report.passed(), report);
    // end::check[]
}

BOOST_AUTO_TEST_SUITE_END()
