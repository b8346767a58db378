// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/target_source.hpp>
#include <sonda/target_source.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>

using sonda::endpoint;
using sonda::target_source;
using sonda::conformance::check_target_source;

namespace {

// The smallest type that conforms.
struct archetype
{
    archetype() = default;
    archetype(archetype&&) = default;
    archetype& operator=(archetype&&) = default;
    std::uint64_t size() const noexcept { return 0; }
    endpoint at(std::uint64_t) const noexcept { return {}; }
    std::uint64_t host_of(std::uint64_t) const noexcept { return 0; }
};

struct not_movable : archetype
{
    not_movable(not_movable&&) = delete;
};

struct size_may_throw : archetype
{
    std::uint64_t size() const;
};

struct size_is_narrow : archetype
{
    std::uint32_t size() const noexcept;
};

struct size_is_not_const : archetype
{
    std::uint64_t size() noexcept;
};

struct at_may_throw : archetype
{
    endpoint at(std::uint64_t) const;
};

struct at_gives_a_reference : archetype
{
    endpoint const& at(std::uint64_t) const noexcept;
};

struct at_is_not_const : archetype
{
    endpoint at(std::uint64_t) noexcept;
};

struct host_of_may_throw : archetype
{
    std::uint64_t host_of(std::uint64_t) const;
};

struct host_of_is_narrow : archetype
{
    std::uint32_t host_of(std::uint64_t) const noexcept;
};

struct host_of_is_not_const : archetype
{
    std::uint64_t host_of(std::uint64_t) noexcept;
};

struct without_size
{
    endpoint at(std::uint64_t) const noexcept;
    std::uint64_t host_of(std::uint64_t) const noexcept;
};

struct without_at
{
    std::uint64_t size() const noexcept;
    std::uint64_t host_of(std::uint64_t) const noexcept;
};

struct without_host_of
{
    std::uint64_t size() const noexcept;
    endpoint at(std::uint64_t) const noexcept;
};

static_assert(target_source<archetype>);
static_assert(!target_source<not_movable>);
static_assert(!target_source<size_may_throw>);
static_assert(!target_source<size_is_narrow>);
static_assert(!target_source<size_is_not_const>);
static_assert(!target_source<at_may_throw>);
static_assert(!target_source<at_gives_a_reference>);
static_assert(!target_source<at_is_not_const>);
static_assert(!target_source<host_of_may_throw>);
static_assert(!target_source<host_of_is_narrow>);
static_assert(!target_source<host_of_is_not_const>);
static_assert(!target_source<without_size>);
static_assert(!target_source<without_at>);
static_assert(!target_source<without_host_of>);

// A right source of two ports of many hosts, and one that is wrong for each requirement.
struct right
{
    std::uint64_t size() const noexcept { return 2000; }
    endpoint at(std::uint64_t i) const noexcept
    {
        return endpoint::v4(static_cast<std::uint32_t>(i / 2), static_cast<std::uint16_t>(1 + i % 2));
    }
    std::uint64_t host_of(std::uint64_t i) const noexcept { return i / 2; }
    std::uint64_t hosts() const noexcept { return 1000; }
    std::optional<std::uint64_t> index_of(endpoint const& target) const noexcept
    {
        return target.low() * 2 + target.port() - 1;
    }
};

struct repeats : right
{
    endpoint at(std::uint64_t i) const noexcept { return right::at(i == 77 ? 70 : i); }
};

struct changes : right
{
    endpoint at(std::uint64_t i) const noexcept { return right::at(asked_++ % 2 == 0 ? i : 0); }
    mutable int asked_ = 0;
};

struct has_port_0 : right
{
    endpoint at(std::uint64_t i) const noexcept
    {
        auto const target = right::at(i);
        return endpoint::v4(static_cast<std::uint32_t>(target.low()), static_cast<std::uint16_t>(target.port() - 1));
    }
    std::optional<std::uint64_t> index_of(endpoint const& target) const noexcept
    {
        return target.low() * 2 + target.port();
    }
};

struct splits_a_host : right
{
    std::uint64_t host_of(std::uint64_t i) const noexcept { return i == 9 ? 999 : i / 2; }
};

struct joins_two_hosts : right
{
    std::uint64_t host_of(std::uint64_t i) const noexcept { return i / 4; }
};

struct has_fewer_hosts : right
{
    std::uint64_t hosts() const noexcept { return 999; }
};

struct forgets_an_endpoint : right
{
    std::optional<std::uint64_t> index_of(endpoint const& target) const noexcept
    {
        return target.low() == 5 ? std::nullopt : right::index_of(target);
    }
};

struct finds_another : right
{
    std::optional<std::uint64_t> index_of(endpoint const& target) const noexcept { return target.low() * 2; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(target_source_)

BOOST_AUTO_TEST_CASE(a_right_source_passes)
{
    BOOST_TEST(check_target_source(right()).passed());
    BOOST_TEST(check_target_source(right(), 10).passed());
}

BOOST_AUTO_TEST_CASE(each_broken_requirement_is_found)
{
    BOOST_TEST(!check_target_source(repeats()).passed());
    BOOST_TEST(!check_target_source(changes()).passed());
    BOOST_TEST(!check_target_source(has_port_0()).passed());
    BOOST_TEST(!check_target_source(splits_a_host()).passed());
    BOOST_TEST(!check_target_source(joins_two_hosts()).passed());
    BOOST_TEST(!check_target_source(has_fewer_hosts()).passed());
    BOOST_TEST(!check_target_source(forgets_an_endpoint()).passed());
    BOOST_TEST(!check_target_source(finds_another()).passed());
}

BOOST_AUTO_TEST_CASE(a_great_source_is_sampled_at_its_ends_and_around_powers_of_two)
{
    constexpr auto size = ~std::uint64_t{0};
    auto const indices = sonda::detail::sampled_indices(size, 100);
    for (auto const index : {std::uint64_t{0}, std::uint64_t{99}, std::uint64_t{1} << 32, (std::uint64_t{1} << 32) - 1,
                             std::uint64_t{1} << 63, size - 1})
        BOOST_TEST(indices.contains(index));
    BOOST_TEST(indices.size() > 200u);
    BOOST_TEST(*indices.rbegin() < size);
    BOOST_TEST(sonda::detail::sampled_indices(0, 100).empty());
    BOOST_TEST(sonda::detail::sampled_indices(7, 100).size() == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
