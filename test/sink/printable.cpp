// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/printable.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <random>
#include <string>

using sonda::detail::decode_utf8;
using sonda::detail::well_formed;
using sonda::sink::printable;

namespace {

/// What `printable` wrote, read back.
std::string unescaped(std::string const& text)
{
    std::string result;
    for (std::size_t i = 0; i != text.size(); ++i) {
        if (text[i] != '\\') {
            result += text[i];
        } else if (text[i + 1] == '\\') {
            result += text[++i];
        } else {
            result += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
            i += 3;
        }
    }
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(printable_tests)

BOOST_AUTO_TEST_CASE(letters_of_any_language_stay)
{
    for (std::string const text : {"", "localhost", "m\xc3\xbcnchen.de", "\xe4\xbe\x8b", "\xf0\x9f\x98\x80", "~ !"})
        BOOST_TEST(printable(text) == text);
}

BOOST_AUTO_TEST_CASE(controls_are_escaped)
{
    BOOST_TEST(printable("\x1b[31m\r\n\t\x7f") == "\\x1b[31m\\x0d\\x0a\\x09\\x7f");
    BOOST_TEST(printable("\xc2\x9b") == "\\xc2\\x9b");
    BOOST_TEST(printable(std::string(1, '\0')) == "\\x00");
    BOOST_TEST(printable("\xc2\xa0") == "\xc2\xa0");
}

BOOST_AUTO_TEST_CASE(what_turns_the_direction_of_writing_is_escaped)
{
    BOOST_TEST(printable("\xe2\x80\xae") == "\\xe2\\x80\\xae");
    BOOST_TEST(printable("\xe2\x81\xa6") == "\\xe2\\x81\\xa6");
    BOOST_TEST(printable("\xe2\x80\xa8") == "\\xe2\\x80\\xa8");
    BOOST_TEST(printable("\xe2\x80\x9c") == "\xe2\x80\x9c");
}

BOOST_AUTO_TEST_CASE(what_is_not_utf8_is_escaped)
{
    BOOST_TEST(printable("\xff") == "\\xff");
    BOOST_TEST(printable("\xc3") == "\\xc3");
    BOOST_TEST(printable("\xc0\xaf") == "\\xc0\\xaf");
    BOOST_TEST(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
    BOOST_TEST(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
    BOOST_TEST(printable("\xe4\xbe") == "\\xe4\\xbe");
}

BOOST_AUTO_TEST_CASE(any_bytes_read_back_equal_and_hold_no_control)
{
    std::mt19937_64 random(1);
    for (int i = 0; i != 20'000; ++i) {
        std::string text(random() % 16, ' ');
        for (auto& c : text)
            c = static_cast<char>(random() % 3 == 0 ? '\\' : random());
        auto const safe = printable(text);
        BOOST_TEST_REQUIRE(unescaped(safe) == text);
        BOOST_TEST_REQUIRE(well_formed(safe) == safe);
        for (char const c : safe)
            BOOST_TEST_REQUIRE((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    }
}

BOOST_AUTO_TEST_CASE(every_code_point_decodes_and_nothing_else)
{
    BOOST_TEST(decode_utf8("\xf4\x8f\xbf\xbf").value == 0x10ffffu);
    BOOST_TEST(decode_utf8("\xef\xbf\xbd").value == 0xfffdu);
    BOOST_TEST(decode_utf8("\xc2\x80").value == 0x80u);
    BOOST_TEST(decode_utf8("\xe0\xa0\x80").value == 0x800u);
    BOOST_TEST(decode_utf8("\xf0\x90\x80\x80").value == 0x10000u);
    for (std::string const text : {"\x80", "\xc1\x80", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf5\x80\x80\x80", "\xe4"})
        BOOST_TEST(decode_utf8(text).size == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
