// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The parts of a divided scan: `sonda merge` joins them if they are all of it, and says what they lack if they are not.

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/scratch_folder.hpp"

using test::behind;
using test::held_port;
using test::holds;
using test::run;
using words = std::vector<std::string>;

namespace {

/// A scan in parts: open and closed TCP ports, UDP ports that are closed and one that keeps silent.
class divided
{
public:
    explicit divided(unsigned parts)
        : parts_(parts)
    {}

    /// Runs a part; `more` comes behind its options.
    int scan(unsigned part, std::string const& file, words const& more = {}) const
    {
        auto line = whole_line();
        line.insert(line.end(), {"--shard", std::to_string(part) + '/' + std::to_string(parts_), "-oN", folder / file});
        line.insert(line.end(), more.begin(), more.end());
        return run(line).status;
    }

    /// Runs all parts, into `part1` and so on.
    void scan_all() const
    {
        for (unsigned part = 1; part <= parts_; ++part)
            BOOST_TEST(scan(part, "part" + std::to_string(part)) == 0);
    }

    words whole_line() const
    {
        return {"127.0.0.1", "-p", "1-20," + open.text() + ",U:1-9,U:" + silent.text(), "--all", "-t", "50"};
    }

    test::finished_run merge(words const& files, words const& more = {}) const
    {
        words line{"merge"};
        for (auto const& file : files)
            line.push_back(folder / file);
        line.insert(line.end(), more.begin(), more.end());
        return run(line);
    }

    /// `merge`, in the folder, with a pattern of the shell.
    test::finished_run merge_pattern(std::string const& pattern) const
    {
        return test::run_shell("cd " + (folder / "") + " && \"$SONDA_COMMAND\" merge " + pattern);
    }

    /// Refused for what is missing: `text` is said, and nothing is written.
    void check_incomplete(words const& files, std::string const& text) const
    {
        auto const refused = merge(files, {"-oJ", folder / "joined"});
        BOOST_TEST(refused.status == 1, text);
        BOOST_TEST(holds(refused.err, text), refused.err);
        BOOST_TEST(refused.out == "");
        BOOST_TEST(!std::filesystem::exists(folder / "joined"));
    }

    void write(std::string const& file, std::string const& content) const
    {
        std::ofstream(folder / file, std::ios::binary) << content;
    }

    held_port open;
    held_port silent{behind::nothing, "127.0.0.1", 0, SOCK_DGRAM};
    test::scratch_folder folder;

private:
    unsigned parts_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(merging)

BOOST_AUTO_TEST_CASE(twelve_parts_of_both_protocols_that_a_pattern_names_are_the_undivided_scan)
{
    divided const job(12);
    job.scan_all();
    auto line = job.whole_line();
    line.insert(line.end(), {"-oN", job.folder / "whole"});
    BOOST_TEST(run(line).status == 0);
    auto const joined = job.merge_pattern("part* -oN joined"); // part10 stands before part2
    BOOST_TEST(joined.status == 0, joined.err);
    BOOST_TEST(joined.err == "");
    BOOST_TEST(holds(joined.out, "complete: 31 of 31 targets"), joined.out);
    auto const same = run({"diff", job.folder / "whole", job.folder / "joined"});
    BOOST_TEST(same.status == 0, same.out);
    BOOST_TEST(test::lines_of(job.folder.content("joined")).size() == 32u);
    BOOST_TEST(holds(job.folder.content("joined"), "\"open|filtered\""));
}

BOOST_AUTO_TEST_CASE(parts_that_have_no_targets_are_parts_too)
{
    divided const job(40); // of 31 targets
    for (unsigned part = 1; part != 41; ++part)
        BOOST_TEST(job.scan(part, "part" + std::to_string(part)) == 0);
    BOOST_TEST(job.merge_pattern("part*").status == 0);
    std::filesystem::remove(job.folder / "part40");
    BOOST_TEST(job.merge_pattern("part*").err == "sonda: missing of 40 parts: 40\n");
}

BOOST_AUTO_TEST_CASE(missing_parts_are_named)
{
    divided const job(7);
    job.scan_all();
    job.check_incomplete({"part2", "part6", "part7"}, "sonda: missing of 7 parts: 1,3-5\n");
    job.check_incomplete({"part1"}, "sonda: missing of 7 parts: 2-7\n");
    job.check_incomplete({"part1", "part2", "part3", "part4", "part5", "part6"}, "missing of 7 parts: 7\n");
    auto const none = job.merge_pattern("nothing*.ndjson");
    BOOST_TEST(none.status == 2);
    BOOST_TEST(holds(none.err, "cannot read 'nothing*.ndjson'"), none.err);
}

BOOST_AUTO_TEST_CASE(a_part_that_is_there_twice_counts_once)
{
    divided const job(2);
    job.scan_all();
    job.scan(2, "again");
    auto const joined = job.merge({"part1", "part2", "again"}, {"-oN", job.folder / "joined"});
    BOOST_TEST(joined.status == 0);
    BOOST_TEST(joined.err == "sonda: part 2 is there twice: '" + (job.folder / "part2") + "' counts, '" +
                                 (job.folder / "again") + "' does not\n");
    BOOST_TEST(test::lines_of(job.folder.content("joined")).size() == 32u);
    std::filesystem::remove(job.folder / "joined");
    job.check_incomplete({"part2", "again", "part2"}, "missing of 2 parts: 1");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_named_twice_is_told)
{
    divided const job(2);
    job.scan_all();
    auto const joined = job.merge({"part1", "part1", "./part2", "part2"}, {"-oN", job.folder / "joined"});
    BOOST_TEST(joined.status == 0);
    BOOST_TEST(joined.err == "sonda: '" + (job.folder / "part1") + "' is named twice, which counts once\nsonda: '" +
                                 (job.folder / "./part2") + "' and '" + (job.folder / "part2") +
                                 "' are one file, which counts once\n");
    BOOST_TEST(test::lines_of(job.folder.content("joined")).size() == 32u);
}

BOOST_AUTO_TEST_CASE(parts_of_another_scan_are_refused_and_it_is_said_in_what_they_differ)
{
    divided const job(2);
    job.scan_all();
    divided const thirds(3);
    std::vector<std::pair<words, std::string>> const others{
        {{"-x", "127.0.0.9"}, "its list of targets and ports is another"},
        {{"-e", "20"}, "its list of targets and ports is another"},
        {{"--seed", "1"}, "its seed is another"},
        {{"--order", "serial"}, "its order is another"},
        {{"--layout", "host"}, "its layout is another"}};
    for (auto const& [more, what] : others) {
        job.scan(2, "other", more);
        auto const refused = job.merge({"part1", "other"});
        BOOST_TEST(refused.status == 2, what);
        BOOST_TEST(refused.err == "sonda: '" + (job.folder / "other") + "' is not of the same scan as '" +
                                      (job.folder / "part1") + "': " + what + '\n',
                   refused.err);
    }
    thirds.scan(2, "third");
    auto const refused = run({"merge", job.folder / "part1", thirds.folder / "third"});
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(holds(refused.err, "its number of parts is another"), refused.err);
}

BOOST_AUTO_TEST_CASE(what_is_no_part_is_refused)
{
    divided const job(2);
    job.scan_all();
    job.write("text", "hello\n");
    BOOST_TEST(job.merge({"part1", "text"}).status == 2);
    job.scan(2, "csv", {"-oC", job.folder / "part2.csv", "-oX", job.folder / "part2.xml"});
    for (auto const* const file : {"part2.csv", "part2.xml"}) {
        auto const refused = job.merge({"part1", file});
        BOOST_TEST(refused.status == 2);
        BOOST_TEST(holds(refused.err, "does not say of which part of which scan it is"), refused.err);
    }
    auto whole = job.whole_line();
    whole.insert(whole.end(), {"-oN", job.folder / "whole"});
    run(whole);
    BOOST_TEST(holds(job.merge({"part1", "part2", "whole"}).err, "its number of parts is another"));
}

BOOST_AUTO_TEST_CASE(a_part_that_was_cut_off_anywhere_is_never_taken_for_whole)
{
    divided const job(2);
    job.scan_all();
    job.scan(2, "other", {"-oJ", job.folder / "part2.json"});
    for (auto const* const name : {"part2", "part2.json"}) {
        auto const content = job.folder.content(name);
        auto const end = content.find_last_not_of("\n}") + 1;
        for (std::size_t size = 0; size < end; size += 1 + (end - size) / 20) {
            job.write("cut", content.substr(0, size));
            job.check_incomplete({"part1", "cut"}, "has no end");
        }
    }
    job.write("cut", "");
    job.check_incomplete({"part1", "cut"}, "missing of 2 parts: 2\nsonda: '" + (job.folder / "cut") + "' has no end");
}

BOOST_AUTO_TEST_CASE(a_part_that_lost_or_gained_a_record_is_not_whole)
{
    divided const job(2);
    job.scan_all();
    auto const content = job.folder.content("part2");
    auto const first = content.substr(0, content.find('\n') + 1);
    BOOST_TEST_REQUIRE(holds(first, "\"type\":\"port\""));
    job.write("lost", content.substr(first.size()));
    job.check_incomplete({"part1", "lost"}, "part 2 is incomplete: '" + (job.folder / "lost") + "' has ");
    job.write("gained", first + content);
    job.check_incomplete({"part1", "gained"}, "the parts have 32 targets, the scan has 31");
}

BOOST_AUTO_TEST_CASE(a_part_that_was_interrupted_or_killed_is_incomplete_until_it_has_run_again)
{
    divided const job(2);
    BOOST_TEST(job.scan(1, "part1") == 0);
    for (int const number : {SIGINT, SIGTERM, SIGKILL}) {
        auto line = test::command(job.whole_line());
        line.insert(line.end(), {"--shard", "2/2", "-oN", job.folder / "part2", "-oT", "-", "--interval", "600000"});
        test::process slow(line);
        BOOST_TEST(slow.read_until("127.0.0.1:"));
        slow.signal(number);
        slow.wait();
        auto const* const why =
            number == SIGKILL ? "has no end" : "is of a scan that was interrupted after 1 of 15 targets";
        job.check_incomplete({"part1", "part2"}, why);
        job.check_incomplete({"part1", "part2"}, number == SIGKILL ? "missing of 2 parts: 2" : "part 2 is incomplete");
    }
    BOOST_TEST(job.scan(2, "again") == 0);
    auto const joined = job.merge({"part1", "part2", "again"});
    BOOST_TEST(joined.status == 0, joined.err);
    BOOST_TEST(joined.err == "");
}

BOOST_AUTO_TEST_SUITE_END()
