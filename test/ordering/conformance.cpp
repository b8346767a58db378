// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/ordering.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering/shard.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

using sonda::conformance::check_ordering;
namespace ordering = sonda::ordering;
using ordering::serial;
using ordering::shard;

namespace {

// Serial but for one fault.
struct sound
{
    std::uint64_t n = 0;

    template<class Self>
    static Self make(std::uint64_t n)
    {
        Self self;
        self.n = n;
        return self;
    }

    std::uint64_t size() const noexcept { return n; }
    std::uint64_t at(std::uint64_t i) const noexcept { return i; }
    std::uint64_t inverse(std::uint64_t t) const noexcept { return t; }
};

struct too_long : sound
{
    too_long over(std::uint64_t m) const { return make<too_long>(m); }
    std::uint64_t size() const noexcept { return n == ~0ULL ? n : n + 1; }
};

struct repeats_a_target : sound
{
    repeats_a_target over(std::uint64_t m) const { return make<repeats_a_target>(m); }
    std::uint64_t at(std::uint64_t i) const noexcept { return i == 3 ? 2 : i; }
};

struct leaves_the_range : sound
{
    leaves_the_range over(std::uint64_t m) const { return make<leaves_the_range>(m); }
    std::uint64_t at(std::uint64_t i) const noexcept { return i + (i == 5 ? n : 0); }
};

struct forgets_its_rule : sound
{
    std::uint64_t offset = 0;

    forgets_its_rule over(std::uint64_t m) const
    {
        auto next = make<forgets_its_rule>(m);
        next.offset = m == 0 ? 0 : (n + 1) % m;
        return next;
    }

    std::uint64_t at(std::uint64_t i) const noexcept { return (i + offset) % n; }
    std::uint64_t inverse(std::uint64_t t) const noexcept { return (t + n - offset) % n; }
};

struct claims_what_it_skips : sound
{
    claims_what_it_skips over(std::uint64_t m) const { return make<claims_what_it_skips>(m); }
    std::uint64_t size() const noexcept { return n / 2; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(ordering_conformance)

BOOST_AUTO_TEST_CASE(holds_for_every_model)
{
    auto const passes = [](auto const& rule) {
        auto const result = check_ordering(rule);
        BOOST_TEST(result.passed(), result);
    };
    passes(serial());
    for (std::uint64_t const seed : {0ULL, 1ULL, 42ULL, ~0ULL})
        passes(ordering::random(seed));
    passes(shard(0, 1));
    passes(shard(2, 3));
    passes(shard(999, 1000, ordering::random(7)));
    passes(shard(1, 2, shard(2, 5, ordering::random(7))));
    passes(shard(~0ULL - 1, ~0ULL, ordering::random(7)));
}

BOOST_AUTO_TEST_CASE(finds_each_fault)
{
    BOOST_TEST(!check_ordering(too_long()).passed());
    BOOST_TEST(!check_ordering(repeats_a_target()).passed());
    BOOST_TEST(!check_ordering(leaves_the_range()).passed());
    BOOST_TEST(!check_ordering(forgets_its_rule()).passed());
    BOOST_TEST(!check_ordering(claims_what_it_skips()).passed());
}

BOOST_AUTO_TEST_CASE(finds_faults_in_large_orders_by_sampling)
{
    std::uint64_t const sizes[]{1'000'000};
    BOOST_TEST(!check_ordering(repeats_a_target(), sizes).passed());
    BOOST_TEST(!check_ordering(leaves_the_range(), sizes).passed());
    BOOST_TEST(check_ordering(ordering::random(3), sizes).passed());
}

BOOST_AUTO_TEST_SUITE_END()
