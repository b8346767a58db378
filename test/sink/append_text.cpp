// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/append_text.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace sonda;

namespace {

template<class Append>
std::string made(Append append)
{
    std::string text;
    append(text);
    return text;
}

std::string time_text(std::chrono::system_clock::time_point when)
{
    return made([&](std::string& text) { detail::append_time(text, when); });
}

std::string milliseconds_text(std::chrono::nanoseconds value)
{
    return made([&](std::string& text) { detail::append_decimal(text, value, std::chrono::milliseconds(1)); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(append_text)

BOOST_AUTO_TEST_CASE(endpoints_are_written_as_to_string_writes_them)
{
    std::mt19937_64 random(5);
    for (int i = 0; i != 10'000; ++i) {
        auto const port = static_cast<std::uint16_t>(random());
        auto const one = random() % 2 != 0 ? endpoint::v4(static_cast<std::uint32_t>(random()), port)
                                           : endpoint::v6(random(), random() % 3, 0, port);
        BOOST_TEST_REQUIRE(made([&](std::string& text) { detail::append_endpoint(text, one); }) == to_string(one));
    }
}

BOOST_AUTO_TEST_CASE(times_are_iso_8601_in_utc_with_microseconds)
{
    using namespace std::chrono;
    BOOST_TEST(time_text({}) == "1970-01-01T00:00:00.000000Z");
    BOOST_TEST(time_text(sys_days{year{2024} / 2 / 29} + hours{23} + minutes{59} + seconds{59} +
                         microseconds{999999}) == "2024-02-29T23:59:59.999999Z");
    BOOST_TEST(time_text(system_clock::time_point{} - microseconds{1}) == "1969-12-31T23:59:59.999999Z");
    BOOST_TEST(time_text(sys_days{year{2026} / 1 / 2} + nanoseconds{1999}) == "2026-01-02T00:00:00.000001Z");
}

BOOST_AUTO_TEST_CASE(decimals_are_rounded_and_never_negative)
{
    using std::chrono::nanoseconds;
    BOOST_TEST(milliseconds_text(nanoseconds(0)) == "0.000");
    BOOST_TEST(milliseconds_text(nanoseconds(499)) == "0.000");
    BOOST_TEST(milliseconds_text(nanoseconds(500)) == "0.001");
    BOOST_TEST(milliseconds_text(nanoseconds(999'999)) == "1.000");
    BOOST_TEST(milliseconds_text(nanoseconds(1'500'000'000)) == "1500.000");
    BOOST_TEST(milliseconds_text(nanoseconds(-5)) == "0.000");
    BOOST_TEST(milliseconds_text((nanoseconds::max)()) == "9223372036854.776");
}

BOOST_AUTO_TEST_CASE(numbers_of_any_size_fit)
{
    auto const text = made([](std::string& all) {
        detail::append_number(all, (std::numeric_limits<std::uint64_t>::max)());
        detail::append_number(all, (std::numeric_limits<std::int64_t>::min)());
        detail::append_padded(all, 7, 3);
        detail::append_padded(all, 1234, 3);
    });
    BOOST_TEST(text == "18446744073709551615-92233720368547758080071234");
}

BOOST_AUTO_TEST_SUITE_END()
