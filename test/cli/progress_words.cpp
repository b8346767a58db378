// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/progress_words.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

using namespace sonda::cli;
using namespace std::chrono_literals;
using sonda::detail::rough_time;

namespace {

pace after(std::chrono::nanoseconds elapsed, std::uint64_t done, std::uint64_t targets,
           std::chrono::nanoseconds patience = 1500ms)
{
    pace measured(targets, patience);
    measured.learn(elapsed, done);
    return measured;
}

std::string whole(std::vector<std::string> const& facts)
{
    return fit(facts, std::string::npos);
}

} // namespace

BOOST_AUTO_TEST_SUITE(progress_words)

BOOST_AUTO_TEST_CASE(tells_part_time_finds_rate_and_number)
{
    BOOST_TEST(whole(progress_facts(after(2s, 1000, 8000), 3)) ==
               "12.5% done, about 15 s left, 3 open, 500 a second, 1000 of 8000");
    BOOST_TEST(whole(progress_facts(after(2s, 8000, 8000), 3)) == "100.0% done, 3 open, 4000 a second, 8000 of 8000");
    BOOST_TEST(whole(progress_facts(after(1s, 0, 8000), 0)) == "0.0% done, 0 open, 0 of 8000");
    BOOST_TEST(whole(progress_facts(after(900ms, 1000, 8000, 1ms), 0)) == "12.5% done, 0 open, 1000 of 8000");
    BOOST_TEST(whole(progress_facts(after(10s, 5, 10), 0)) ==
               "50.0% done, about 10 s left, 0 open, less than 1 a second, 5 of 10");
}

BOOST_AUTO_TEST_CASE(a_scan_that_was_interrupted_has_no_time_left)
{
    BOOST_TEST(whole(progress_facts(after(2s, 1000, 8000), 3, true)) ==
               "12.5% done, ending, 3 open, 500 a second, 1000 of 8000");
}

BOOST_AUTO_TEST_CASE(the_last_moments_are_told_with_what_may_still_keep_silent)
{
    BOOST_TEST(whole(progress_facts(after(10s, 9999, 10'000), 0)).find(", less than 2 s left, ") != std::string::npos);
    BOOST_TEST(whole(progress_facts(after(10s, 9000, 10'000), 0)).find(", less than 3 s left, ") != std::string::npos);
    BOOST_TEST(whole(progress_facts(after(40s, 9000, 10'000, 20s), 0)).find(", less than 25 s left, ") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(times_are_rough_and_never_too_short)
{
    BOOST_TEST(rough_time(0.1s, false) == "1 s");
    BOOST_TEST(rough_time(9.2s, false) == "10 s");
    BOOST_TEST(rough_time(10.1s, false) == "15 s");
    BOOST_TEST(rough_time(55s, false) == "55 s");
    BOOST_TEST(rough_time(55.1s, false) == "1 min");
    BOOST_TEST(rough_time(61s, false) == "2 min");
    BOOST_TEST(rough_time(59min, false) == "59 min");
    BOOST_TEST(rough_time(3541s, false) == "1 h");
    BOOST_TEST(rough_time(3601s, false) == "1 h 10 min");
    BOOST_TEST(rough_time(23h + 50min, false) == "23 h 50 min");
    BOOST_TEST(rough_time(23h + 51min, false) == "1 day");
    BOOST_TEST(rough_time(25h, false) == "2 days");
    BOOST_TEST(rough_time(24h * 366, false) == "more than a year");
    for (std::chrono::duration<double> time = 0.5s; time < 100h; time *= 1.01)
        BOOST_TEST(rough_time(time, true).find('.') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(words_for_who_listens_are_whole)
{
    BOOST_TEST(rough_time(1s, true) == "1 second");
    BOOST_TEST(rough_time(14s, true) == "15 seconds");
    BOOST_TEST(rough_time(60s, true) == "1 minute");
    BOOST_TEST(rough_time(7800s, true) == "2 hours 10 minutes");
    auto const facts = spoken_progress(after(2s, 1000, 8000), 3);
    BOOST_REQUIRE(facts.size() == 3u);
    BOOST_TEST(facts[0] == "12.5 percent of the scan is done.");
    BOOST_TEST(facts[1] == "About 15 seconds left.");
    BOOST_TEST(facts[2] == "Open ports found: 3.");
    BOOST_TEST(spoken_progress(after(10s, 9999, 10'000), 0)[1] == "Less than 2 seconds left.");
    BOOST_TEST(spoken_progress(after(10s, 10, UINT64_MAX), 0)[1] == "More than a year left.");
    BOOST_TEST(spoken_progress(after(100ms, 10, 20), 0).size() == 2u);
    BOOST_TEST(spoken_progress(after(2s, 10, 20), 0, true)[1] == "The scan is ending.");
}

BOOST_AUTO_TEST_CASE(as_much_as_fits_is_told_and_nothing_is_cut_in_the_middle)
{
    auto const facts = progress_facts(after(2s, 1000, 8000), 3);
    BOOST_TEST(fit(facts, 79) == "12.5% done, about 15 s left, 3 open, 500 a second, 1000 of 8000");
    BOOST_TEST(fit(facts, 62) == "12.5% done, about 15 s left, 3 open, 500 a second");
    BOOST_TEST(fit(facts, 27) == "12.5% done, about 15 s left");
    BOOST_TEST(fit(facts, 26) == "12.5% done, 3 open");
    BOOST_TEST(fit(facts, 19) == "12.5% done, 3 open");
    BOOST_TEST(fit(facts, 10) == "12.5% done");
    BOOST_TEST(fit(facts, 4) == "12.5");
    BOOST_TEST(fit(facts, 0) == "");
}

BOOST_AUTO_TEST_SUITE_END()
