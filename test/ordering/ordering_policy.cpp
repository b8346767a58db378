// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering_policy.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

namespace {

// The smallest type that conforms.
struct archetype
{
    archetype over(std::uint64_t) const { return *this; }
    std::uint64_t size() const noexcept { return 0; }
    std::uint64_t at(std::uint64_t) const noexcept { return 0; }
    std::uint64_t inverse(std::uint64_t) const noexcept { return 0; }
};

struct not_copyable : archetype
{
    not_copyable(not_copyable&&) = default;
    not_copyable& operator=(not_copyable&&) = default;
    not_copyable over(std::uint64_t) const;
};

struct not_assignable : archetype
{
    not_assignable(not_assignable const&) = default;
    not_assignable& operator=(not_assignable&&) = delete;
    not_assignable over(std::uint64_t) const;
};

struct without_over
{
    std::uint64_t size() const noexcept;
    std::uint64_t at(std::uint64_t) const noexcept;
    std::uint64_t inverse(std::uint64_t) const noexcept;
};

// Its over() slices.
struct over_gives_another : archetype
{};

struct over_changes_it : archetype
{
    over_changes_it over(std::uint64_t);
};

struct size_may_throw : archetype
{
    size_may_throw over(std::uint64_t) const;
    std::uint64_t size() const;
};

struct size_is_narrow : archetype
{
    size_is_narrow over(std::uint64_t) const;
    std::uint32_t size() const noexcept;
};

struct at_may_throw : archetype
{
    at_may_throw over(std::uint64_t) const;
    std::uint64_t at(std::uint64_t) const;
};

struct at_is_not_const : archetype
{
    at_is_not_const over(std::uint64_t) const;
    std::uint64_t at(std::uint64_t) noexcept;
};

struct inverse_is_signed : archetype
{
    inverse_is_signed over(std::uint64_t) const;
    std::int64_t inverse(std::uint64_t) const noexcept;
};

struct without_inverse
{
    without_inverse over(std::uint64_t) const;
    std::uint64_t size() const noexcept;
    std::uint64_t at(std::uint64_t) const noexcept;
};

static_assert(sonda::ordering_policy<archetype>);
static_assert(!sonda::ordering_policy<not_copyable>);
static_assert(!sonda::ordering_policy<not_assignable>);
static_assert(!sonda::ordering_policy<without_over>);
static_assert(!sonda::ordering_policy<over_gives_another>);
static_assert(!sonda::ordering_policy<over_changes_it>);
static_assert(!sonda::ordering_policy<size_may_throw>);
static_assert(!sonda::ordering_policy<size_is_narrow>);
static_assert(!sonda::ordering_policy<at_may_throw>);
static_assert(!sonda::ordering_policy<at_is_not_const>);
static_assert(!sonda::ordering_policy<inverse_is_signed>);
static_assert(!sonda::ordering_policy<without_inverse>);

} // namespace

BOOST_AUTO_TEST_SUITE(ordering_policy)

BOOST_AUTO_TEST_CASE(needs_no_more_than_the_archetype_has)
{
    archetype const order;
    BOOST_TEST(order.over(1).size() == order.at(0));
    BOOST_TEST(order.inverse(0) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
