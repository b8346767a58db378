// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/scan_parts.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <vector>

using sonda::cli::scan_part;
using sonda::cli::scan_parts;

namespace {

scan_part part(std::uint64_t index, std::uint64_t count = 4)
{
    scan_part made;
    made.path = "part" + std::to_string(index);
    made.index = index;
    made.count = count;
    made.story.ended = made.story.complete = true;
    made.story.summary.targets = made.story.summary.verdicts = 25;
    made.story.summary.counts = {2, 23, 0, 0, 0};
    made.records = {2, 0, 0, 0, 0};
    made.story.info.seed = 7;
    made.story.info.options = {{"shard", std::to_string(index) + '/' + std::to_string(count)},
                               {"shown", "open"},
                               {"order", "random"},
                               {"layout", "port"},
                               {"job", "1234"},
                               {"job_targets", "100"}};
    return made;
}

std::string faults(std::vector<scan_part> const& all)
{
    scan_parts parts;
    for (auto const& one : all)
        parts.add(one);
    std::string text;
    for (auto const& fault : parts.faults())
        text += fault + '\n';
    return text;
}

std::string refusal(scan_part const& other)
{
    try {
        faults({part(1), other});
    } catch (sonda::cli::usage_error const& error) {
        return error.what();
    }
    return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(scan_parts_of_one_scan)

BOOST_AUTO_TEST_CASE(all_of_them_in_any_order_are_the_scan)
{
    BOOST_TEST(faults({part(3), part(1), part(4), part(2)}) == "");
    scan_parts parts;
    parts.add(part(1, 1));
    BOOST_TEST(parts.faults().size() == 1u); // 25 targets of 100
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named)
{
    BOOST_TEST(faults({part(1), part(2), part(4)}) == "missing of 4 parts: 3\n");
    BOOST_TEST(faults({part(2)}) == "missing of 4 parts: 1,3-4\n");
    BOOST_TEST(faults({part(5, 9)}) == "missing of 9 parts: 1-4,6-9\n");
}

BOOST_AUTO_TEST_CASE(what_is_incomplete_is_named)
{
    auto interrupted = part(2);
    interrupted.story.complete = false;
    interrupted.story.summary.verdicts = 12;
    BOOST_TEST(faults({part(1), interrupted, part(3), part(4)}) ==
               "part 2 is incomplete: 'part2' is of a scan that was interrupted after 12 of 25 targets\n");
    auto cut = part(2);
    cut.story.ended = false;
    BOOST_TEST(faults({part(1), cut, part(3), part(4)}).starts_with("part 2 is incomplete: 'part2' has no end"));
}

BOOST_AUTO_TEST_CASE(lost_records_are_found)
{
    auto lost = part(2);
    lost.records[0] = 1;
    BOOST_TEST(faults({part(1), lost, part(3), part(4)}) ==
               "part 2 is incomplete: 'part2' has 1 records of state open where its summary counts 2\n");
    auto all = part(1, 1);
    all.story.summary.targets = all.story.summary.verdicts = 100;
    all.story.summary.counts = {2, 98, 0, 0, 0};
    BOOST_TEST(faults({all}) == "");
    all.story.info.options[1].second = "all";
    BOOST_TEST(faults({all}).find("has 0 records of state closed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(parts_that_are_smaller_than_the_scan_are_found)
{
    auto small = part(2);
    small.story.summary.targets = small.story.summary.verdicts = 24;
    BOOST_TEST(faults({part(1), small, part(3), part(4)}) == "the parts have 99 targets, the scan has 100\n");
}

BOOST_AUTO_TEST_CASE(the_whole_one_of_two_files_of_a_part_counts)
{
    auto broken = part(2);
    broken.story.complete = false;
    broken.path = "cut";
    BOOST_TEST(faults({part(1), broken, part(2), part(3), part(4)}) == "");
    BOOST_TEST(faults({part(1), part(2), broken, part(3), part(4)}) == "");
}

BOOST_AUTO_TEST_CASE(a_file_that_does_not_come_to_say_its_part_is_named_while_one_is_missing)
{
    scan_part unknown;
    unknown.path = "cut";
    BOOST_TEST(faults({unknown}) == "'cut' has no end: the scan was cut off, or still runs\n");
    BOOST_TEST(faults({part(1), unknown, part(3), part(4)}) ==
               "missing of 4 parts: 2\n'cut' has no end: the scan was cut off, or still runs\n");
    BOOST_TEST(faults({part(1), unknown, part(2), part(3), part(4)}) == "");
}

BOOST_AUTO_TEST_CASE(parts_of_other_scans_are_refused)
{
    BOOST_TEST(refusal(part(2)) == "");
    BOOST_TEST(refusal(part(2, 5)).find("'part2' is not of the same scan as 'part1': its number of parts") == 0u);
    auto seed = part(2);
    seed.story.info.seed = 8;
    BOOST_TEST(refusal(seed).find("its seed is another") != std::string::npos);
    for (std::size_t option = 1; option != 6; ++option) {
        auto other = part(2);
        other.story.info.options[option].second = "x";
        BOOST_TEST(refusal(other).find("is another") != std::string::npos, other.story.info.options[option].first);
    }
}

BOOST_AUTO_TEST_SUITE_END()
