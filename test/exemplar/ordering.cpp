// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest ordering that does something, for doc/concepts/ordering_policy.adoc.

#include <sonda/conformance/ordering.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/ordering_policy.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

namespace {

// tag::exemplar[]
// Visits the last target first.
class backwards
{
public:
    backwards() = default;

    backwards over(std::uint64_t n) const { return backwards(n); }
    std::uint64_t size() const noexcept { return n_; }
    std::uint64_t at(std::uint64_t position) const noexcept { return n_ - 1 - position; }
    std::uint64_t inverse(std::uint64_t target) const noexcept { return n_ - 1 - target; }

private:
    explicit backwards(std::uint64_t n)
        : n_(n)
    {}

    std::uint64_t n_ = 0;
};

static_assert(sonda::ordering_policy<backwards>);
// end::exemplar[]

} // namespace

BOOST_AUTO_TEST_SUITE(ordering_exemplar)

BOOST_AUTO_TEST_CASE(is_an_ordering)
{
    // tag::check[]
    auto const result = sonda::conformance::check_ordering(backwards());
    BOOST_TEST(result.passed(), result);
    // end::check[]
    BOOST_TEST(backwards().over(10).at(0) == 9U);
}

BOOST_AUTO_TEST_CASE(can_be_sharded)
{
    // tag::shard[]
    sonda::ordering::shard const third(2, 3, backwards());
    // end::shard[]
    BOOST_TEST(third.over(10).at(0) == 7U);
    auto const result = sonda::conformance::check_ordering(third);
    BOOST_TEST(result.passed(), result);
}

BOOST_AUTO_TEST_SUITE_END()
