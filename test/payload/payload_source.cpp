// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/empty.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/standard.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <string_view>
#include <type_traits>
#include <vector>

using sonda::endpoint;
using sonda::payload::bytes;
using sonda::payload::payload_list;
using sonda::payload::payload_source;

BOOST_AUTO_TEST_SUITE(payload_payload_source)

/// The smallest conforming type.
struct archetype
{
    archetype(archetype&&) = default;
    archetype& operator=(archetype&&) = delete;
    payload_list operator()(endpoint const&) const;
};

struct not_movable : archetype
{
    not_movable(not_movable&&) = delete;
};

struct not_const
{
    payload_list operator()(endpoint const&);
};

struct takes_no_endpoint
{
    payload_list operator()(unsigned) const;
};

struct gives_no_list
{
    bytes operator()(endpoint const&) const;
};

static_assert(payload_source<archetype>);
static_assert(payload_source<sonda::payload::standard>);
static_assert(payload_source<sonda::payload::empty>);
static_assert(!payload_source<not_movable>);
static_assert(!payload_source<not_const>);
static_assert(!payload_source<takes_no_endpoint>);
static_assert(!payload_source<gives_no_list>);
static_assert(std::is_empty_v<sonda::payload::standard>);

// tag::table[]
/// Payloads that are read at run time: the source owns the bytes, and they stay where they are when it is moved.
class table
{
public:
    void add(std::uint16_t port, std::string_view text)
    {
        auto const* const data = reinterpret_cast<std::byte const*>(text.data());
        auto& here = entries_[port];
        here.texts.emplace_back(data, data + text.size());
        here.list.assign(here.texts.begin(), here.texts.end());
    }

    payload_list operator()(endpoint const& target) const
    {
        auto const found = entries_.find(target.port());
        return found == entries_.end() ? payload_list{} : payload_list{found->second.list};
    }

private:
    struct entry
    {
        std::vector<std::vector<std::byte>> texts;
        std::vector<bytes> list;
    };

    std::map<std::uint16_t, entry> entries_;
};

static_assert(payload_source<table>);
// end::table[]

BOOST_AUTO_TEST_CASE(a_table_of_ones_own_is_a_source_that_may_be_moved)
{
    table built;
    built.add(7, "one");
    built.add(7, "two");
    table const moved(std::move(built));
    auto const list = moved(endpoint::v4(0x7f00'0001, 7));
    BOOST_REQUIRE(list.size() == 2u);
    BOOST_TEST(list[1].size() == 3u);
    BOOST_TEST((list[1][1] == std::byte{'w'}));
    BOOST_TEST(moved(endpoint::v4(0x7f00'0001, 8)).empty());
}

BOOST_AUTO_TEST_SUITE_END()
