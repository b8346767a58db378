// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/table.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "payload/wire_reader.hpp"

using sonda::payload::table;
using sonda::target::port_range;
using sonda::target::port_set;

BOOST_AUTO_TEST_SUITE(payload_table)

static_assert(!std::is_copy_constructible_v<table>); // its lists would still be those of the other one
static_assert(std::is_nothrow_move_constructible_v<table> && std::is_nothrow_move_assignable_v<table>);

sonda::payload::payload_list payloads_of(table const& from, std::uint16_t port)
{
    return from(sonda::endpoint::v4(0x7f00'0001, port, sonda::protocol::udp));
}

std::string words_of(table const& from, std::uint16_t port)
{
    std::string words;
    for (auto const& datagram : payloads_of(from, port))
        words += test::text_of(datagram) + ' ';
    return words;
}

bool add(table& into, std::uint16_t first, std::uint16_t last, std::string_view text)
{
    auto const octets = std::as_bytes(std::span(text));
    return into.add(port_range{first, last}, {octets.begin(), octets.end()});
}

BOOST_AUTO_TEST_CASE(without_anything_added_it_is_the_standard)
{
    table const nothing;
    for (std::uint32_t port = 1; port <= 65535; ++port)
        BOOST_TEST(
            payloads_of(nothing, static_cast<std::uint16_t>(port)).data() ==
            sonda::payload::standard{}(sonda::endpoint::v4(1, static_cast<std::uint16_t>(port), sonda::protocol::udp))
                .data());
}

BOOST_AUTO_TEST_CASE(what_is_added_takes_the_place_of_the_standard_for_its_ports_alone)
{
    table made;
    BOOST_TEST(add(made, 53, 53, "one"));
    BOOST_TEST(words_of(made, 53) == "one ");
    BOOST_TEST(made.contains(53));
    BOOST_TEST(!made.contains(54));
    BOOST_TEST(payloads_of(made, 161).data() == sonda::payload::snmp.data());
    BOOST_TEST(payloads_of(made, 54).size() == 1u);
    BOOST_TEST(payloads_of(made, 54)[0].empty());
}

BOOST_AUTO_TEST_CASE(lists_that_overlap_are_kept_apart)
{
    table made;
    add(made, 100, 200, "a");
    add(made, 150, 250, "b");
    add(made, 100, 200, "c");
    add(made, 200, 200, "d");
    add(made, 1, 65535, "e");
    BOOST_TEST(words_of(made, 99) == "e ");
    BOOST_TEST(words_of(made, 100) == "a c e ");
    BOOST_TEST(words_of(made, 149) == "a c e ");
    BOOST_TEST(words_of(made, 150) == "a b c e ");
    BOOST_TEST(words_of(made, 199) == "a b c e ");
    BOOST_TEST(words_of(made, 200) == "a b c d e ");
    BOOST_TEST(words_of(made, 201) == "b e ");
    BOOST_TEST(words_of(made, 250) == "b e ");
    BOOST_TEST(words_of(made, 251) == "e ");
    BOOST_TEST(words_of(made, 65535) == "e ");
}

BOOST_AUTO_TEST_CASE(a_set_of_several_ranges_is_one_list)
{
    table made;
    port_set ports(port_range{7, 7});
    ports.insert({65535, 65535});
    made.add(ports, {});
    BOOST_TEST(payloads_of(made, 7).size() == 1u);
    BOOST_TEST(payloads_of(made, 7)[0].empty());
    BOOST_TEST(payloads_of(made, 7).data() == payloads_of(made, 65535).data());
    BOOST_TEST(!made.contains(8));
}

BOOST_AUTO_TEST_CASE(it_may_be_moved_after_its_lists_were_given_out)
{
    table made;
    add(made, 7, 7, "one");
    add(made, 7, 7, "two");
    auto const list = payloads_of(made, 7);
    table moved(std::move(made));
    BOOST_TEST(payloads_of(moved, 7).data() == list.data());
    BOOST_TEST(test::text_of(list[1]) == "two");
    table assigned;
    add(assigned, 7, 7, "other");
    assigned = std::move(moved);
    BOOST_TEST(words_of(assigned, 7) == "one two ");
}

BOOST_AUTO_TEST_CASE(a_port_can_have_so_many_and_no_more)
{
    table made;
    for (std::size_t i = 0; i != table::max_per_port; ++i)
        BOOST_TEST(add(made, 7, 8, "x"));
    BOOST_TEST(!add(made, 8, 9, "y"));
    BOOST_TEST(payloads_of(made, 8).size() == table::max_per_port);
    BOOST_TEST(!made.contains(9)); // nothing has changed
    BOOST_TEST(add(made, 9, 9, "y"));
    BOOST_TEST(words_of(made, 9) == "y ");
}

BOOST_AUTO_TEST_CASE(it_knows_which_port_each_payload_wants_to_come_from)
{
    table made;
    auto const target = [](std::uint16_t port) { return sonda::endpoint::v4(1, port, sonda::protocol::udp); };
    made.add(port_range{1, 3}, {}, 500);
    BOOST_TEST(made.asks_for_sources());
    made.add(port_range{2, 2}, {});
    made.add(port_range{2, 4}, {}, 520);
    BOOST_TEST(made.source_port(target(2), 0) == 500u);
    BOOST_TEST(made.source_port(target(2), 1) == 0u);
    BOOST_TEST(made.source_port(target(2), 2) == 520u);
    BOOST_TEST(made.source_port(target(3), 1) == 520u);
    BOOST_TEST(made.source_port(target(4), 0) == 520u);
    BOOST_TEST(made.source_port(target(53), 0) == 0u); // of the standard
    BOOST_TEST(!table().asks_for_sources());
}

BOOST_AUTO_TEST_CASE(it_knows_answers_from_other_ports)
{
    std::string_view const error("\0\5\0\1no", 6);
    BOOST_TEST(table().asked_port(std::as_bytes(std::span(error))) == 69u);
}

BOOST_AUTO_TEST_SUITE_END()
