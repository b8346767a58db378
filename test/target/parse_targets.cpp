// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/address_set.hpp>
#include <sonda/target/parse_targets.hpp>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

using sonda::error;
using sonda::target::ip_range;
using sonda::target::parse_target;
using sonda::target::parse_targets;

namespace {

struct good
{
    std::string text;
    std::string first;
    std::uint64_t count;
    std::uint16_t port = 0;

    friend std::ostream& operator<<(std::ostream& out, good const& self) { return out << self.text; }
};

good const addresses[] = {
    {"127.0.0.1", "127.0.0.1", 1},
    {"0.0.0.0", "0.0.0.0", 1},
    {"255.255.255.255", "255.255.255.255", 1},
    {"127.0.0.5/30", "127.0.0.4", 4},
    {"192.0.2.77/24", "192.0.2.0", 256},
    {"127.0.0.1/32", "127.0.0.1", 1},
    {"198.51.100.1/0", "0.0.0.0", 4294967296},
    {"127.0.0.1-20", "127.0.0.1", 20},
    {"127.0.0.1-127.0.1.0", "127.0.0.1", 256},
    {"127.0.0.7-7", "127.0.0.7", 1},
    {"127.0.0.1:80", "127.0.0.1", 1, 80},
    {"127.0.0.1:65535", "127.0.0.1", 1, 65535},
    {"::", "::", 1},
    {"::1", "::1", 1},
    {"[::1]", "::1", 1},
    {"[::1]:8001", "::1", 1, 8001},
    {"2001:db8::1:80", "2001:db8::1:80", 1},
    {"2000::-2000::1", "2000::", 2},
    {"::-::1", "::", 2},
    {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe", 2},
    {"ffff::ffff:ffff:ffff:fffe/127", "ffff::ffff:ffff:ffff:fffe", 2},
    {"2001:db8::ff/120", "2001:db8::", 256},
    {"::1/128", "::1", 1},
    {"2001:DB8::A", "2001:db8::a", 1},
    {"::ffff:127.0.0.1", "127.0.0.1", 1},
    {"::ffff:127.0.0.9/124", "127.0.0.0", 16},
    {"[::ffff:127.0.0.1]:80", "127.0.0.1", 1, 80},
};

struct bad
{
    std::string text;
    error code;

    friend std::ostream& operator<<(std::ostream& out, bad const& self) { return out << self.text; }
};

bad const mistakes[] = {
    // What a resolver would take for an address, and what was meant for one.
    {"127.1", error::bad_address},
    {"127.0.1", error::bad_address},
    {"2130706433", error::bad_address},
    {"0", error::bad_address},
    {"0x7f.1", error::bad_address},
    {"0x7f000001", error::bad_address},
    {"0X7F.0.0.0x1", error::bad_address},
    {"127.0.0.0x1", error::bad_address},
    {"0177.0.0.1", error::bad_address},
    {"127.0.0.010", error::bad_address},
    {"127.0.0.00", error::bad_address},
    {"300.1.1.1", error::bad_address},
    {"127.0.0.256", error::bad_address},
    {"127.0.0.1.", error::bad_address},
    {"127.1.", error::bad_address},
    {"127.0.0.1.5", error::bad_address},
    {"127..0.1", error::bad_address},
    {".127.0.0.1", error::bad_address},
    {"127.0.0.-1", error::bad_address},
    {"host.127", error::bad_address},
    // Prefixes.
    {"127.0.0.5/33", error::bad_address},
    {"127.0.0.5/", error::bad_address},
    {"127.0.0.5/08", error::bad_address},
    {"127.0.0.5/-1", error::bad_address},
    {"127.0.0.5/255.255.255.0", error::bad_address},
    {"127.0.0.5/24/24", error::bad_address},
    {"127.1/24", error::bad_address},
    {"localhost/24", error::bad_address},
    {"/24", error::bad_address},
    {"::1/129", error::bad_address},
    {"::1/99999999999999999999", error::bad_address},
    // Ranges.
    {"127.0.0.1-", error::bad_address},
    {"127.0.0.1-256", error::bad_address},
    {"127.0.0.1-020", error::bad_address},
    {"127.0.0.1-127.1", error::bad_address},
    {"127.0.0.1-::1", error::bad_address},
    {"127.0.0.1-localhost", error::bad_address},
    {"127.0.0.1-5.example", error::bad_address},
    {"127.0.0.1-2-3", error::bad_address},
    {"300.0.0.1-5", error::bad_address},
    {"127.0.0-5.1", error::bad_address},
    {"127.0.0.9-1", error::bad_range},
    {"127.0.0.9-127.0.0.8", error::bad_range},
    {"2000::2-2000::1", error::bad_range},
    {"2000::1-", error::bad_address},
    {"fe80::1%2-fe80::9%3", error::bad_address},
    {"fe80::9-fe80::1%2", error::bad_range},
    // Zones.
    {"fe80::/10%", error::bad_address},
    {"fe80::/10%0", error::bad_address},
    {"fe80::/10%no-such-interface", error::bad_address},
    {"fe80::/%2", error::bad_address},
    {"fe80::/129%2", error::bad_address},
    {"fe80::%2/10%2", error::bad_address},
    {"fe80::%2/10%3", error::bad_address},
    {"127.0.0.0/8%2", error::bad_address},
    {"127.0.0.1-9%2", error::bad_address},
    {"localhost/8%2", error::bad_address},
    {"::ffff:127.0.0.1%2", error::bad_address},
    {"::ffff:127.0.0.0/104%2", error::bad_address},
    {"::ffff:127.0.0.1-::ffff:127.0.0.9%2", error::bad_address},
    // IPv6.
    {":::", error::bad_address},
    {"1::2::3", error::bad_address},
    {"12345::", error::bad_address},
    {"1:2:3:4:5:6:7:8:9", error::bad_address},
    {"g::1", error::bad_address},
    {"::1%", error::bad_address},
    {"::1%0", error::bad_address},
    {"fe80::1%no-such-interface", error::bad_address},
    {"fe80::1%4294967296", error::bad_address},
    {"127.0.0.1%2", error::bad_address},
    {"localhost%2", error::bad_address},
    {"[::1", error::bad_address},
    {"[::1]x", error::bad_address},
    {"[::1]]", error::bad_address},
    {"[127.0.0.1]:80", error::bad_address},
    {"[localhost]:80", error::bad_address},
    {"[]:80", error::bad_address},
    {"[::1/64]:80", error::bad_address},
    // Ports.
    {"127.0.0.1:0", error::bad_port},
    {"127.0.0.1:65536", error::bad_port},
    {"127.0.0.1:99999999999", error::bad_port},
    {"127.0.0.1:", error::bad_port},
    {"127.0.0.1:http", error::bad_port},
    {"127.0.0.1:80-90", error::bad_port},
    {"127.0.0.1:+80", error::bad_port},
    {"[::1]:", error::bad_port},
    {"[::1]:65536", error::bad_port},
    {"localhost:0", error::bad_port},
    {"127.0.0.0/24:80", error::bad_address},
    {"127.0.0.1-5:80", error::bad_address},
    {"127.1:80", error::bad_address},
    // Names.
    {"a b", error::bad_name},
    {"-host", error::bad_name},
    {"host-", error::bad_name},
    {"a..example", error::bad_name},
    {".example", error::bad_name},
    {"http:", error::bad_port},
    {"user@host", error::bad_name},
    {"caf\xc3\xa9.example", error::bad_name},
    {"host;80", error::bad_name},
    {"*", error::bad_address},
    {"-", error::bad_address},
    {"", error::empty},
    {":80", error::empty},
};

} // namespace

BOOST_AUTO_TEST_SUITE(parse_targets_)

BOOST_DATA_TEST_CASE(addresses_prefixes_and_ranges_are_read, boost::unit_test::data::make(addresses), each)
{
    auto const target = parse_target(each.text);
    BOOST_TEST_REQUIRE(target.has_value());
    BOOST_TEST_REQUIRE(!target->is_name());
    auto const& range = std::get<ip_range>(target->host);
    BOOST_TEST(range.at(0).address().to_string() == each.first);
    BOOST_TEST(range.count().value() == each.count);
    BOOST_TEST(target->port == each.port);
}

BOOST_DATA_TEST_CASE(mistakes_are_refused_and_quoted, boost::unit_test::data::make(mistakes), each)
{
    auto const target = parse_target(each.text);
    BOOST_TEST_REQUIRE(!target.has_value());
    BOOST_TEST(target.error().code == sonda::make_error_code(each.code));
    BOOST_TEST(!target.error().reason.empty());
    auto const quoted = '\'' + target.error().token + "': ";
    BOOST_TEST(target.error().message().starts_with(quoted));
    if (each.code != error::empty && each.text.find('\xc3') == std::string::npos)
        BOOST_TEST(target.error().token == each.text);
}

BOOST_AUTO_TEST_CASE(a_whole_family_is_read)
{
    auto const six = std::get<ip_range>(parse_target("::/0")->host);
    constexpr auto ones = ~std::uint64_t{0};
    BOOST_TEST((six == ip_range::v6({0, 0}, {ones, ones})));
}

BOOST_AUTO_TEST_CASE(names_are_kept_for_a_resolver)
{
    for (auto const* const name : {"localhost", "a.example", "a-b.example.", "x_y.example", "3com.example",
                                   "xn--caf-dma.example", "0x7f.example", "1.2.3.4.example", "a1", "1a", "0x7g"}) {
        auto const target = parse_target(name);
        BOOST_TEST_CONTEXT(name)
        {
            BOOST_TEST_REQUIRE(target.has_value());
            BOOST_TEST_REQUIRE(target->is_name());
            BOOST_TEST(std::get<std::string>(target->host) == name);
            BOOST_TEST(target->port == 0);
        }
    }
    auto const with_port = *parse_target("localhost:8001");
    BOOST_TEST(std::get<std::string>(with_port.host) == "localhost");
    BOOST_TEST(with_port.port == 8001);
}

BOOST_AUTO_TEST_CASE(a_zone_is_a_number_or_an_interface)
{
    BOOST_TEST(std::get<ip_range>(parse_target("fe80::1%2")->host).zone() == 2u);
    BOOST_TEST(std::get<ip_range>(parse_target("fe80::1%lo")->host).zone() != 0u);
    BOOST_TEST(std::get<ip_range>(parse_target("[fe80::1%7]:80")->host).zone() == 7u);
    BOOST_TEST(std::get<ip_range>(parse_target("fe80::%7/64")->host).zone() == 7u);
    auto const range = std::get<ip_range>(parse_target("fe80::1%7-fe80::4")->host);
    BOOST_TEST(range.zone() == 7u);
    BOOST_TEST(range.count().value() == 4u);
    BOOST_TEST((std::get<ip_range>(parse_target("fe80::1%7-fe80::4%7")->host) == range));
    BOOST_TEST((std::get<ip_range>(parse_target("fe80::1-fe80::4%7")->host) == range));
}

BOOST_AUTO_TEST_CASE(a_zone_may_stand_after_the_length_of_a_prefix)
{
    auto const prefix = std::get<ip_range>(parse_target("fe80::1/10%7")->host);
    BOOST_TEST((prefix == ip_range::v6({0xfe80000000000000, 0}, {0xfebfffffffffffff, ~std::uint64_t{0}}, 7)));
    BOOST_TEST((std::get<ip_range>(parse_target("fe80::1%7/10")->host) == prefix));
    auto const named = std::get<ip_range>(parse_target("fe80::/10%lo")->host);
    BOOST_TEST(named.zone() == std::get<ip_range>(parse_target("fe80::1%lo")->host).zone());
    BOOST_TEST(parse_target("fe80::/129%2").error().token == "fe80::/129%2");
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_was_written_out_is_read_back)
{
    for (auto const& target :
         {sonda::endpoint::v4(0x7f000001, 1), sonda::endpoint::v6(0, 1, 0, 8001),
          sonda::endpoint::v6(0xfe80000000000000, 9, 1, 65535), sonda::endpoint::v6(0x20010db800000000, 0, 0, 80)}) {
        auto const back = parse_target(to_string(target));
        BOOST_TEST_CONTEXT(to_string(target))
        {
            BOOST_TEST_REQUIRE(back.has_value());
            BOOST_TEST((std::get<ip_range>(back->host).at(0, back->port) == target));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_written_to_a_terminal_is_printable_and_short)
{
    auto const escape = parse_target("a\x1b[31m\n\xff");
    BOOST_TEST(escape.error().token == "a\\x1b[31m\\x0a\\xff");
    auto const endless = parse_target(std::string(100000, '\x01'));
    BOOST_TEST(endless.error().token.size() <= 100u);
    BOOST_TEST(parse_target(std::string("127.0.0.1\0", 10)).has_error());
    BOOST_TEST(parse_target(std::string("::1\0", 4)).has_error());
}

BOOST_AUTO_TEST_CASE(the_value_of_an_error_throws_with_its_message)
{
    BOOST_CHECK_EXCEPTION(parse_target("127.1").value(), boost::system::system_error, [](auto const& thrown) {
        return thrown.code() == error::bad_address && std::string(thrown.what()).find("'127.1'") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(a_port_may_have_its_protocol_before_it)
{
    using sonda::protocol;
    BOOST_TEST(!parse_target("127.0.0.1:53")->proto.has_value());
    for (auto const* const text : {"127.0.0.1:U:53", "[::1]:U:53", "ns.test:u:53"}) {
        auto const spec = parse_target(text);
        BOOST_TEST_REQUIRE(spec.has_value(), text);
        BOOST_TEST((spec->proto == protocol::udp));
        BOOST_TEST(spec->port == 53u);
    }
    BOOST_TEST((parse_target("127.0.0.1:T:53")->proto == protocol::tcp));
    for (auto const* const text :
         {"127.0.0.1:U:", "127.0.0.1:U:0", "127.0.0.1:U:U:1", "127.0.0.1:X:1", "127.0.0.0/30:U:1", "::1:U:1", "U:1:U:"})
        BOOST_TEST(parse_target(text).has_error(), text);
}

BOOST_AUTO_TEST_CASE(a_list_between_commas_is_read_whole_or_not_at_all)
{
    BOOST_TEST(parse_targets("127.0.0.1, ::1 ,localhost:80")->size() == 3u);
    BOOST_TEST(parse_targets("127.0.0.1")->size() == 1u);
    for (auto const* const text : {"", ",", "127.0.0.1,", ",127.0.0.1", "127.0.0.1,,::1", "127.0.0.1, ,::1"})
        BOOST_TEST(parse_targets(text).error().code == sonda::make_error_code(error::empty));
    BOOST_TEST(parse_targets("127.0.0.1,300.1.1.1").error().token == "300.1.1.1");
}

BOOST_AUTO_TEST_CASE(host_names_have_their_limits)
{
    using sonda::target::is_host_name;
    std::string const label(63, 'a');
    BOOST_TEST(is_host_name(label));
    BOOST_TEST(!is_host_name(label + 'a'));
    auto const longest = label + '.' + label + '.' + label + '.' + std::string(61, 'b');
    BOOST_TEST(longest.size() == 253u);
    BOOST_TEST(is_host_name(longest));
    BOOST_TEST(is_host_name(longest + '.'));
    BOOST_TEST(!is_host_name(longest + 'b'));
    BOOST_TEST(!is_host_name(longest + ".."));
    BOOST_TEST(!is_host_name(""));
    BOOST_TEST(!is_host_name("."));
    BOOST_TEST(!is_host_name(std::string("a\0b", 3)));
}

BOOST_AUTO_TEST_SUITE_END()
