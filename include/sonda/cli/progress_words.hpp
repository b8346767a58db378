// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PROGRESS_WORDS_HPP
#define SONDA_CLI_PROGRESS_WORDS_HPP

#include <sonda/cli/pace.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::detail {

struct time_unit
{
    double seconds;
    std::string_view brief;
    std::string_view whole;
};

inline constexpr time_unit a_second{1, " s", " second"};
inline constexpr time_unit a_minute{60, " min", " minute"};
inline constexpr time_unit an_hour{3600, " h", " hour"};
inline constexpr time_unit a_day{86400, "", " day"};

inline std::string in_units(std::uint64_t count, time_unit const& unit, bool whole)
{
    auto text = std::to_string(count);
    text += whole || unit.brief.empty() ? unit.whole : unit.brief;
    if (count != 1 && (whole || unit.brief.empty()))
        text += 's';
    return text;
}

// Rounded up to what a guess is worth: a second, 5 seconds, a minute, 10 minutes, a day.
inline std::string rough_time(std::chrono::duration<double> time, bool whole)
{
    auto const steps = [&](double step) { return static_cast<std::uint64_t>(std::ceil(time.count() / step)); };
    if (time.count() <= 10)
        return in_units((std::max)(std::uint64_t{1}, steps(1)), a_second, whole);
    if (time.count() <= 55)
        return in_units(steps(5) * 5, a_second, whole);
    if (time.count() <= 59 * 60)
        return in_units(steps(60), a_minute, whole);
    if (time.count() > 365 * a_day.seconds)
        return "more than a year";
    if (time.count() > 24 * an_hour.seconds - 600)
        return in_units(steps(a_day.seconds), a_day, whole);
    auto const tens = steps(600);
    auto text = in_units(tens / 6, an_hour, whole);
    if (tens % 6 != 0)
        text += ' ' + in_units(tens % 6 * 10, a_minute, whole);
    return text;
}

// Less than a patience of rest cannot be guessed: what was sent last may still keep silent for so long.
inline std::string time_left(cli::pace const& measured, bool whole)
{
    auto const left = measured.left();
    if (!left)
        return {};
    if (*left > std::chrono::hours(24 * 365))
        return "more than a year left";
    if (*left < measured.patience())
        return "less than " + rough_time(*left + measured.patience(), whole) + " left";
    return "about " + rough_time(*left, whole) + " left";
}

inline std::string percentage(cli::pace const& measured)
{
    auto const thousandths = measured.thousandths();
    return std::to_string(thousandths / 10) + '.' + std::to_string(thousandths % 10);
}

inline std::string rate_text(cli::pace const& measured)
{
    auto const rate = measured.rate();
    if (rate <= 0)
        return {};
    return rate < 1 ? "less than 1" : std::to_string(static_cast<std::uint64_t>(rate));
}

} // namespace sonda::detail

namespace sonda::cli {

/** What is told of a scan that is under way, each fact by itself, what matters most first.

    `12.5% done`, `about 15 s left`, `3 open`, `500 a second`, `1000 of 8000`. The percentage never falls and is 100 at
    the end only. The time is left out as long as there is nothing to guess it from; see @ref pace.

    @param measured  How far it is, and how fast.
    @param open      How many open ports were found.
    @param ending    It was interrupted and ends before everything is done.
*/
inline std::vector<std::string> progress_facts(pace const& measured, std::uint64_t open, bool ending = false)
{
    std::vector<std::string> facts{detail::percentage(measured) + "% done"};
    if (ending)
        facts.push_back("ending");
    else if (auto left = detail::time_left(measured, false); !left.empty())
        facts.push_back(std::move(left));
    facts.push_back(std::to_string(open) + " open");
    if (auto const rate = detail::rate_text(measured); !rate.empty())
        facts.push_back(rate + " a second");
    facts.push_back(std::to_string(measured.done()) + " of " + std::to_string(measured.targets()));
    return facts;
}

/// The same in complete words, a sentence each.
inline std::vector<std::string> spoken_progress(pace const& measured, std::uint64_t open, bool ending = false)
{
    std::vector<std::string> facts{detail::percentage(measured) + " percent of the scan is done."};
    if (ending)
        facts.push_back("The scan is ending.");
    else if (auto left = detail::time_left(measured, true); !left.empty())
        facts.push_back((left[0] == 'a' ? "A" : left[0] == 'l' ? "L" : "M") + left.substr(1) + '.');
    facts.push_back("Open ports found: " + std::to_string(open) + '.');
    return facts;
}

/** As many facts as fit, separated by commas, in their order; one that does not fit gives way to the next.

    @param facts    What there is to say.
    @param columns  How wide the text may be; where even the first fact is wider, it is cut.
*/
inline std::string fit(std::vector<std::string> const& facts, std::size_t columns)
{
    std::string text;
    for (auto const& fact : facts) {
        if (text.empty())
            text = fact.substr(0, columns);
        else if (text.size() + 2 + fact.size() <= columns)
            (text += ", ") += fact;
    }
    return text;
}

} // namespace sonda::cli

#endif // SONDA_CLI_PROGRESS_WORDS_HPP
