// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/payload_file.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>

#include "payload/wire_reader.hpp"

BOOST_AUTO_TEST_SUITE(payload_payload_file)

std::string ports_of(sonda::payload::file_entry const& entry)
{
    std::string text;
    for (auto const& range : entry.ports)
        text += std::to_string(range.first) + '-' + std::to_string(range.last) + ' ';
    return text;
}

sonda::payload::file_entries read(std::string_view text)
{
    auto entries = sonda::payload::parse_payloads(text, "file");
    BOOST_TEST(entries.has_value(), (entries ? "" : entries.error().message()));
    return entries ? *entries : sonda::payload::file_entries();
}

/// The one payload that the text between quotation marks stands for.
std::string meaning_of(std::string_view text)
{
    auto const entries = read("9: \"" + std::string(text) + "\"\n");
    return entries.size() == 1 ? test::text_of(entries[0].datagram) : "nothing";
}

std::string error_of(std::string_view text)
{
    auto const entries = sonda::payload::parse_payloads(text, "file");
    return entries ? "none" : entries.error().message();
}

// tag::own[]
constexpr std::string_view own_format = R"(
# What our devices say "hello" to, and a name server on ports that are not the usual ones
9000,9100-9109: "hello\r\n"
5300: x"5364 0100 0001 0000 0000 0000" x"00 0002 0001"
      # a second payload of the same port, of several pieces:
5300: "\x53\x65\0\0" x"0001 0000 0000 0000"
      "\7version\4bind\0" x"0010 0003"
9999: ""                                # the empty datagram
)";
// end::own[]

BOOST_AUTO_TEST_CASE(our_own_format_is_ports_and_a_colon_then_what_is_sent)
{
    auto const entries = read(own_format);
    BOOST_REQUIRE(entries.size() == 4u);
    BOOST_TEST(ports_of(entries[0]) == "9000-9000 9100-9109 ");
    BOOST_TEST(test::text_of(entries[0].datagram) == "hello\r\n");
    BOOST_TEST(entries[0].line == 3u);
    BOOST_TEST(ports_of(entries[1]) == "5300-5300 ");
    BOOST_TEST(test::text_of(entries[1].datagram) == test::text_of(sonda::payload::dns[0]));
    BOOST_TEST(test::text_of(entries[2].datagram) == test::text_of(sonda::payload::dns[1]));
    BOOST_TEST(entries[3].datagram.empty());
    BOOST_TEST(entries[3].line == 8u);
    BOOST_TEST(!entries[3].source.has_value());
}

// As nmap describes the form of its file: a protocol, ports, texts, perhaps a source; all where one likes.
BOOST_AUTO_TEST_CASE(the_format_of_nmap_is_read_whole)
{
    auto const entries = read("# DNS (RFC 1035), by hand\n"
                              "udp 53,5353,9053-9055\n"
                              "  \"\\x53\\x64\\x01\\x00\\x00\\x01\"  # ID, flags, a question\n"
                              "  \"\\x00\\x00\\x00\\x00\\x00\\x00\"\n"
                              "  \"\\x00\\x00\\x02\\x00\\x01\"\n"
                              "\n"
                              "udp 53 \"again\"\n"
                              "udp 500 \"\\0\\12\\377\" source 500 \"end\" udp 7 \"\"\r\n");
    BOOST_REQUIRE(entries.size() == 4u);
    BOOST_TEST(ports_of(entries[0]) == "53-53 5353-5353 9053-9055 ");
    BOOST_TEST(test::text_of(entries[0].datagram) == test::text_of(sonda::payload::dns[0]));
    BOOST_TEST(entries[0].line == 2u);
    BOOST_TEST(ports_of(entries[1]) == "53-53 ");
    BOOST_TEST(test::text_of(entries[1].datagram) == "again");
    BOOST_TEST(test::text_of(entries[2].datagram) == std::string("\0\n\xff", 3) + "end");
    BOOST_TEST(entries[2].source.value_or(0) == 500u);
    BOOST_TEST(entries[3].datagram.empty());
    BOOST_TEST(entries[3].line == 8u);
}

BOOST_AUTO_TEST_CASE(escapes_are_those_of_c)
{
    BOOST_TEST(meaning_of(R"(a\x00\xFf\xa0b)") == std::string("a\0\xff\xa0", 4) + "b");
    BOOST_TEST(meaning_of(R"(\x415)") == "A5"); // two digits and no more
    BOOST_TEST(meaning_of(R"(\0\12\101\3777)") == std::string("\0\nA\xff", 4) + "7");
    BOOST_TEST(meaning_of(R"(\08)") == std::string("\0", 1) + "8");
    BOOST_TEST(meaning_of(R"(\a\b\t\n\v\f\r\e\\\"\'\?)") == "\a\b\t\n\v\f\r\x1b\\\"'?");
    BOOST_TEST(meaning_of(R"(\\)") == "\\");
    BOOST_TEST(meaning_of("# no comment, \t no end") == "# no comment, \t no end");
    BOOST_TEST(meaning_of("\xc3\xa9") == "\xc3\xa9");
}

BOOST_AUTO_TEST_CASE(blanks_ends_of_lines_and_comments_may_be_anything)
{
    BOOST_TEST(read("").empty());
    BOOST_TEST(read("\xef\xbb\xbf# only a comment").empty());
    BOOST_TEST(read("\xef\xbb\xbf"
                    "7:\"a\"")
                   .size() == 1u);
    BOOST_TEST(read("7:\"a\"\"b\"#c\n8:\"d\"").size() == 2u);
    BOOST_TEST(read("7:\r\n\"a\"\r\n\r\n8:\t\"b\"").size() == 2u);
    BOOST_TEST(read("udp\n7\n\"a\"\nsource\n9").size() == 1u);
    BOOST_TEST(test::text_of(read("7: x\"\" x\" 00\tfF \"")[0].datagram) == std::string("\0\xff", 2));
}

BOOST_AUTO_TEST_CASE(ports_are_lists_of_ports_and_ranges)
{
    BOOST_TEST(ports_of(read("1-3,5,2-4: \"\"")[0]) == "1-5 ");
    BOOST_TEST(ports_of(read("65000-: \"\"")[0]) == "65000-65535 ");
    BOOST_TEST(ports_of(read("-: \"\"")[0]) == "1-65535 ");
    BOOST_TEST(error_of("0: \"\"") == "file:1: '0': a port is a number from 1 to 65535");
    BOOST_TEST(error_of("udp 65536 \"\"") == "file:1: '65536': a port is a number from 1 to 65535");
    BOOST_TEST(error_of("7,9-8: \"\"") == "file:1: '9-8': the end of the range is before its start");
    BOOST_TEST(error_of("7,: \"\"") == "file:1: '7,:': a port is missing");
    BOOST_TEST(error_of("udp ,7 \"\"") == "file:1: ',7': a port is missing");
    BOOST_TEST(error_of("7: \"\"\nudp \"\"") == "file:2: 'udp': there are no ports behind it");
    BOOST_TEST(error_of("udp") == "file:1: 'udp': there are no ports behind it");
    BOOST_TEST(error_of("domain: \"\"") == "file:1: 'domain': a port is a number from 1 to 65535");
}

BOOST_AUTO_TEST_CASE(an_error_has_its_line_and_quotes_what_is_wrong)
{
    std::string const beginning = "a payload begins with its ports and a colon, or with udp and its ports";
    std::string const piece = "neither text in quotation marks nor x and hexadecimal digits in them";
    std::string const nothing = "there is nothing to send; \"\" is the empty datagram";
    BOOST_TEST(error_of("\n\"text\"") == "file:2: 'text': " + beginning);
    BOOST_TEST(error_of("tcp 53 \"text\"") == "file:1: 'tcp': " + beginning);
    BOOST_TEST(error_of("7: \"a\"\n8 \"b\"") == "file:2: '8': " + piece); // not a byte of the payload before
    BOOST_TEST(error_of("7: \"a\"\n\nhello") == "file:3: 'hello': " + piece);
    BOOST_TEST(error_of("7: x \n9: \"a\"") == "file:2: '9:': " + piece);
    BOOST_TEST(error_of("7:\n\n8: \"a\"") == "file:1: '7:': " + nothing);
    BOOST_TEST(error_of("udp 7 source 9") == "file:1: 'udp': " + nothing);
    BOOST_TEST(error_of("# 1\n7:\n\"a\nb\"") == "file:3: '\"a': there is no quotation mark at its end");
    BOOST_TEST(error_of("7: \"a\\\"") == "file:1: '\"a\\\"': there is no quotation mark at its end");
    BOOST_TEST(error_of("7: \"a\\") == "file:1: '\"a\\': there is no quotation mark at its end");
    BOOST_TEST(error_of("7: \"a\\qb\"") == "file:1: '\\q': an escape that does not exist");
    BOOST_TEST(error_of("7: \"\\x4\"") == "file:1: '\\x4': an escape that does not exist");
    BOOST_TEST(error_of("7: \"\\xg1\"") == "file:1: '\\xg1': an escape that does not exist");
    BOOST_TEST(error_of("7: \"\\400\"") == "file:1: '\\400': an escape that does not exist");
    BOOST_TEST(error_of("7: \"\\8\"") == "file:1: '\\8': an escape that does not exist");
    BOOST_TEST(error_of("7: x\"00 0\"") == "file:1: '0': not pairs of hexadecimal digits");
    BOOST_TEST(error_of("7: x\"0g\"") == "file:1: '0g': not pairs of hexadecimal digits");
    BOOST_TEST(error_of("7: \"a\" source") == "file:1: '': source wants a port from 1 to 65535");
    BOOST_TEST(error_of("7: \"a\" source 0") == "file:1: '0': source wants a port from 1 to 65535");
    BOOST_TEST(error_of("7: \"a\" source \"9\"") == "file:1: '9': source wants a port from 1 to 65535");
    BOOST_TEST(error_of("7: \x1b[2J") == "file:1: '\\x1b[2J': " + piece); // and does nothing to a terminal
}

BOOST_AUTO_TEST_CASE(a_payload_is_at_most_as_long_as_a_datagram)
{
    std::string const most(65507, 'a');
    BOOST_TEST(meaning_of(most).size() == most.size());
    BOOST_TEST(error_of("7: \"" + most + "\" \"b\"") == "file:1: 'b': a datagram has 65507 bytes at most");
}

BOOST_AUTO_TEST_CASE(a_table_is_made_of_all_payloads_in_their_order)
{
    auto const made = sonda::payload::make_table(read("7-8: \"a\"\nudp 8-9 \"b\""), "file");
    BOOST_REQUIRE(made.has_value());
    auto const list = (*made)(sonda::endpoint::v4(1, 8, sonda::protocol::udp));
    BOOST_REQUIRE(list.size() == 2u);
    BOOST_TEST(test::text_of(list[0]) == "a");
    BOOST_TEST(test::text_of(list[1]) == "b");
    BOOST_TEST(made->contains(7));
    BOOST_TEST(!made->contains(10));
}

BOOST_AUTO_TEST_CASE(one_payload_too_many_is_an_error_with_its_line)
{
    std::string text;
    for (int i = 0; i != 33; ++i)
        text += "7: \"a\"\n";
    auto const made = sonda::payload::make_table(read(text), "file");
    BOOST_REQUIRE(!made.has_value());
    BOOST_TEST(made.error().message() == "file:33: '7': more than 32 payloads for a port of this list");
}

BOOST_AUTO_TEST_SUITE_END()
