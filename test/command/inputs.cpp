// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command makes of targets, ports and files: cases of users of other scanners, and more of their kind.

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::run;
using words = std::vector<std::string>;

namespace {

// The targets that would be scanned, sorted, one space between them.
std::string listed(words line, std::string_view input = {})
{
    line.insert(line.begin(), "list");
    auto const result = run(line, input);
    BOOST_TEST(result.status == 0, result.err);
    auto lines = test::lines_of(result.out);
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (auto const& target : lines)
        all += (all.empty() ? "" : " ") + target;
    return all;
}

// The command must refuse the line, quoting `token`, and have nothing on standard output.
void check_refused(words const& line, std::string const& token)
{
    BOOST_TEST_CONTEXT(token)
    {
        auto const result = run(line);
        BOOST_TEST(result.status == 2);
        BOOST_TEST(result.out == "");
        BOOST_TEST(result.err.find(token) != std::string::npos, result.err);
        BOOST_TEST(test::lines_of(result.err).size() == 1u, result.err);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(inputs)

BOOST_AUTO_TEST_CASE(few_descriptors_lower_the_batch_and_nothing_else)
{
    test::held_port const one, two, three;
    auto const ports = one.text() + ',' + two.text() + ',' + three.text() + ",1-5000";
    auto const result = test::run_shell("(ulimit -n 64; exec \"$SONDA_COMMAND\" 127.0.0.1 -b 4500 -p " + ports + ')');
    BOOST_TEST(result.status == 0);
    for (auto const* const port : {&one, &two, &three})
        BOOST_TEST(result.out.find("127.0.0.1:" + port->text() + ' ') != std::string::npos, result.out);
    BOOST_TEST(test::lines_of(result.err).size() == 1u, result.err);
    BOOST_TEST(result.err.starts_with("sonda: batch lowered from 4500 to "), result.err);
}

BOOST_AUTO_TEST_CASE(hardly_any_descriptors_are_enough)
{
    test::held_port const one;
    auto const result =
        test::run_shell("(ulimit -n 16; exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-2000," + one.text() + ')');
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(result.out.find("127.0.0.1:" + one.text() + ' ') != std::string::npos, result.out);
}

BOOST_AUTO_TEST_CASE(too_few_descriptors_for_one_probe_are_told_at_once)
{
    if (test::skip_sanitized("too_few_descriptors_for_one_probe_are_told_at_once", "descriptors"))
        return;
    for (auto const* const limit : {"8", "9", "10"}) {
        // What runs the tests may have left descriptors open; the loader needs some, too.
        auto const result = test::run_shell(std::string("exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n ") + limit +
                                            "; exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-30 -t 100");
        BOOST_TEST(result.status == 4, result.err);
        BOOST_TEST(result.out == "");
        BOOST_TEST(result.err == std::string("sonda: too few descriptors for a single probe: this process may have ") +
                                     limit + " open files; see ulimit -n\n");
    }
}

BOOST_AUTO_TEST_CASE(an_address_that_is_not_here_is_a_mistake_and_no_scan)
{
    test::scratch_file const file("of the last scan\n");
    auto const result = run({"127.0.0.1", "-p", "1", "--source-ip", "192.0.2.1", "-oJ", file.path()});
    BOOST_TEST(result.status == 2);
    BOOST_TEST(result.out == "");
    BOOST_TEST(result.err == "sonda: cannot scan: Cannot assign requested address; from 192.0.2.1\n");
    BOOST_TEST(file.content() == "of the last scan\n");
}

BOOST_AUTO_TEST_CASE(no_probe_comes_from_another_address_than_the_source)
{
    test::held_port const four, six(test::behind::listener, "::1");
    auto const ports = "T:" + four.text() + ',' + six.text() + ",U:9";
    auto const from_four = run({"127.0.0.1", "::1", "-p", ports, "--source-ip", "127.0.0.2"});
    BOOST_TEST(from_four.status == 3);
    BOOST_TEST(from_four.err == "sonda: not scanned, as --source-ip 127.0.0.2 is of IPv4: 3 targets of IPv6\n");
    BOOST_TEST(from_four.out.find("127.0.0.1:" + four.text() + ' ') != std::string::npos, from_four.out);
    BOOST_TEST(from_four.out.find("[::") == std::string::npos, from_four.out);
    auto const from_six = run({"127.0.0.1", "::1", "[::1]:7", "-p", ports, "--source-ip", "::1"});
    BOOST_TEST(from_six.status == 3);
    BOOST_TEST(from_six.err == "sonda: not scanned, as --source-ip ::1 is of IPv6: 3 targets of IPv4\n");
    BOOST_TEST(from_six.out.find("[::1]:" + six.text() + ' ') != std::string::npos, from_six.out);
    BOOST_TEST(from_six.out.find("127.0.0.1:") == std::string::npos, from_six.out);
    auto const nothing = run({"::1", "-p", six.text(), "--source-ip", "127.0.0.1"});
    BOOST_TEST(nothing.status == 4);
    BOOST_TEST(run({"::1", "-p", six.text(), "--source-ip", "0.0.0.0"}).status == 0);
}

BOOST_AUTO_TEST_CASE(host_bits_of_a_prefix_are_masked)
{
    BOOST_TEST(listed({"127.0.0.5/30", "-p", "1"}) == "127.0.0.4:1 127.0.0.5:1 127.0.0.6:1 127.0.0.7:1");
}

BOOST_AUTO_TEST_CASE(products_beyond_32_bits_are_counted)
{
    BOOST_TEST(listed({"--count", "0.0.0.0/0", "-p", "80-84"}) == "21474836480");
    BOOST_TEST(listed({"--count", "2001:db8::/64", "-p", "80", "-x", "2001:db8::"}) == "18446744073709551615");
}

BOOST_AUTO_TEST_CASE(products_beyond_64_bits_are_refused)
{
    check_refused({"list", "::/0", "-p", "1-65535", "--limit", "3"}, "too many targets");
    check_refused({"list", "2001:db8::/64", "-p", "80", "--limit", "3"}, "too many targets");
    check_refused({"list", "--count", "2001:db8::/64", "-p", "80"}, "too many targets");
    check_refused({"list", "--count", "2001:db8::/65", "-p", "T:80,U:1-65535"}, "too many targets");
    BOOST_TEST(listed({"::1/128", "-p", "80"}) == "[::1]:80");
}

BOOST_AUTO_TEST_CASE(neighbours_of_ipv6_do_not_grow_together)
{
    BOOST_TEST(listed({"::", "::1", "-p", "80"}) == "[::1]:80 [::]:80");
    BOOST_TEST(listed({"2000::-2000::1", "-p", "80"}) == "[2000::1]:80 [2000::]:80");
    BOOST_TEST(listed({"--count", "ffff::ffff:ffff:ffff:fffe/127", "-p", "80"}) == "2");
}

BOOST_AUTO_TEST_CASE(every_range_of_a_list_is_scanned)
{
    auto const all = listed({"127.0.0.1", "-p", "80-82,443,8000,8080-8082"});
    BOOST_TEST(std::count(all.begin(), all.end(), ':') == 8);
}

BOOST_AUTO_TEST_CASE(ports_reach_from_the_first_to_the_last)
{
    BOOST_TEST(listed({"127.0.0.1", "-p", "65535"}) == "127.0.0.1:65535");
    BOOST_TEST(listed({"127.0.0.1", "-p", "65535-65535,1"}) == "127.0.0.1:1 127.0.0.1:65535");
    BOOST_TEST(listed({"--count", "127.0.0.1", "-p-"}) == "65535");
    BOOST_TEST(listed({"--count", "127.0.0.1"}) == "65535");
    BOOST_TEST(listed({"--count", "127.0.0.1", "-p", "8000-10000", "-r", "10001-10002"}) == "2003");
    check_refused({"127.0.0.1", "-p", "65536"}, "'65536'");
}

BOOST_AUTO_TEST_CASE(what_is_no_port_is_quoted)
{
    for (auto const* const ports : {"0", "0-3", "80;443", "-1", "99999999999", "5-1", "http,abc", "1,,2", "80,", "80x"})
        check_refused({"127.0.0.1", "-p", ports}, "bad port '");
    check_refused({"127.0.0.1", "-p", "22,0-3"}, "'0-3'");
    check_refused({"127.0.0.1", "-p", "http,abc"}, "'abc'");
    check_refused({"127.0.0.1", "-p", ""}, "-p");
    for (auto const* const ports : {"T:", "u:", "80,U:"})
        check_refused({"127.0.0.1", "-p", ports}, "a port is missing");
    check_refused({"127.0.0.1", "-e", "x9"}, "'x9'");
    check_refused({"127.0.0.1", "-r", "9-1"}, "'9-1'");
}

BOOST_AUTO_TEST_CASE(what_is_no_target_is_quoted)
{
    for (auto const* const target :
         {"127.0.0.010", "0177.0.0.1", "127.1", "0x7f.1", "300.1.1.1", "127.0.0.1/33", "127.0.0.9-1", "::1/129", "1:2",
          "-", "127.0.0.1:0", "127.0.0.1:99999", "[::1", "127.0.0.1,", "a b"})
        check_refused({target, "-p", "1"}, std::string("'") + target);
    check_refused({"127.0.0.1", "-x", "127.0.0.1/33", "-p", "1"}, "'127.0.0.1/33' in -x");
}

BOOST_AUTO_TEST_CASE(bad_lines_of_a_file_are_told_and_the_rest_is_scanned)
{
    test::held_port const port;
    test::scratch_file const file("no-such-host.invalid\n127.0.0.1\n300.1.1.1\n");
    auto const result = run({"-iL", file.path(), "-p", port.text()});
    BOOST_TEST(result.status == 3);
    BOOST_TEST(result.out.find("127.0.0.1:" + port.text() + ' ') != std::string::npos, result.out);
    BOOST_TEST(test::lines_of(result.err).size() == 2u, result.err);
    BOOST_TEST(result.err.find(file.path() + ":1: ") != std::string::npos, result.err);
    BOOST_TEST(result.err.find(file.path() + ":3: ") != std::string::npos, result.err);
}

BOOST_AUTO_TEST_CASE(files_may_look_as_other_systems_make_them)
{
    std::string const text = "\xef\xbb\xbf"
                             "127.0.0.1\r\n\r\n  127.0.0.2  # lab\r\n# all\r\n127.0.0.3";
    test::scratch_file const file(text);
    auto const all = "127.0.0.1:80 127.0.0.2:80 127.0.0.3:80";
    BOOST_TEST(listed({"-iL", file.path(), "-p", "80"}) == all);
    BOOST_TEST(listed({"-iL", "-", "-p", "80"}, text) == all);
    BOOST_TEST(listed({"-a", file.path(), "-p", "80"}) == all);
    BOOST_TEST(listed({"127.0.0.9", "-iL", file.path(), "-p", "80", "-x", "127.0.0.2"}) ==
               "127.0.0.1:80 127.0.0.3:80 127.0.0.9:80");
}

BOOST_AUTO_TEST_CASE(names_without_an_address_are_told_by_line)
{
    std::string text;
    for (int line = 1; line != 13; ++line)
        text += "n" + std::to_string(line) + ".invalid\n";
    auto const result = run({"-iL", "-", "-p", "1"}, text + "127.0.0.1\n");
    BOOST_TEST(result.status == 3);
    auto const lines = test::lines_of(result.err);
    BOOST_REQUIRE(lines.size() == 12u);
    for (std::size_t i = 0; i != lines.size(); ++i)
        BOOST_TEST(lines[i].starts_with("sonda: standard input:" + std::to_string(i + 1) + ": 'n"), lines[i]);
}

BOOST_AUTO_TEST_CASE(a_first_word_that_is_almost_an_action_is_told)
{
    auto const result = run({"lits", "127.0.0.1", "-p", "1"});
    BOOST_TEST(result.status == 3);
    BOOST_TEST(result.err.starts_with("sonda: 'lits' has no address: "), result.err);
    BOOST_TEST(result.err.ends_with("; did you mean sonda list?\n"), result.err);
    BOOST_TEST(run({"127.0.0.1", "lits", "-p", "1"}).err.find("did you mean") == std::string::npos);
    BOOST_TEST(run({"unlike-any", "127.0.0.1", "-p", "1"}).err.find("did you mean") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(half_a_byte_order_mark_is_no_target)
{
    for (std::string const begin : {"\xef", "\xef\xbb"}) {
        auto const result = run({"list", "-iL", "-", "-p", "1"}, begin + "127.0.0.1\n127.0.0.2\n");
        BOOST_TEST(result.status == 3);
        BOOST_TEST(result.out == "127.0.0.2:1\n");
        BOOST_TEST(result.err.starts_with("sonda: standard input:1: bad target '\\xef"), result.err);
    }
}

BOOST_AUTO_TEST_CASE(files_that_are_not_there_are_told)
{
    check_refused({"-iL", "/nonexistent/file"}, "/nonexistent/file");
    check_refused({"127.0.0.1", "--exclude-file", "/nonexistent/file"}, "/nonexistent/file");
}

BOOST_AUTO_TEST_CASE(a_device_that_never_ends_is_no_list)
{
    auto const said = [](std::string const& before, std::string const& options) {
        return test::run_shell(before + "timeout 20 \"$SONDA_COMMAND\" -p 1 " + options + " 2>&1; echo $?").out;
    };
    BOOST_TEST(said("", "-iL /dev/zero") == "sonda: /dev/zero:1: a NUL byte: this is no text\n2\n");
    BOOST_TEST(said("", "127.0.0.1 --exclude-file /dev/zero") ==
               "sonda: /dev/zero:1: a NUL byte: this is no text\n2\n");
    BOOST_TEST(said("yes 127.0.0.1 | tr -d '\\n' | ", "-iL -") ==
               "sonda: standard input:1: a word of more than 1 MiB\n2\n");
}

BOOST_AUTO_TEST_CASE(waiting_for_standard_input_can_be_interrupted)
{
    test::process scan(test::command({"-iL", "-", "-p", "1"}));
    while (!scan.sleeps())
        ;
    scan.signal(SIGINT);
    BOOST_TEST(scan.read_errors_until("never said") == false); // both ends close when it ends
    BOOST_TEST(scan.wait().status == 130);
}

BOOST_AUTO_TEST_CASE(what_is_listed_can_be_scanned)
{
    auto const all = listed({"::1", "127.0.0.1", "-p", "T:9,U:7"});
    BOOST_TEST(all == "127.0.0.1:9 127.0.0.1:U:7 [::1]:9 [::1]:U:7");
    std::string lines = all;
    std::replace(lines.begin(), lines.end(), ' ', '\n');
    BOOST_TEST(listed({"-iL", "-"}, lines) == all);
    BOOST_TEST(listed({"-iL", "-", "-x", "127.0.0.1:U:7,[::1]:T:9"}, lines) == "127.0.0.1:9 [::1]:U:7");
    BOOST_TEST(listed({"-iL", "-", "--udp"}, "127.0.0.1:T:7 127.0.0.1:9") == "127.0.0.1:7 127.0.0.1:U:9");
}

BOOST_AUTO_TEST_CASE(exclusions_hold_for_every_form_of_target_and_of_exclusion)
{
    test::scratch_file const targets("127.0.0.0/30\n");
    test::scratch_file const spared("127.0.0.1\n127.0.0.2/31 # and its neighbour\n");
    std::vector<words> const includes = {{"127.0.0.0/30"},
                                         {"127.0.0.0-3"},
                                         {"127.0.0.0", "127.0.0.1", "127.0.0.2", "127.0.0.3"},
                                         {"-iL", targets.path()},
                                         {"-a", "127.0.0.0/31,127.0.0.2/31"}};
    std::vector<words> const excludes = {{"-x", "127.0.0.1-127.0.0.3"},
                                         {"-x", "127.0.0.1,127.0.0.2/31"},
                                         {"--exclude-file", spared.path()},
                                         {"--exclude=127.0.0.3", "-x", "127.0.0.1", "-x", "127.0.0.2"}};
    for (auto const& include : includes)
        for (auto const& exclude : excludes)
            for (auto const* const ports : {"1,3", "1-3"}) {
                words line{"-e", "2", "-p", ports};
                line.insert(line.begin(), exclude.begin(), exclude.end());
                line.insert(line.end(), include.begin(), include.end());
                BOOST_TEST(listed(line) == "127.0.0.0:1 127.0.0.0:3");
            }
    BOOST_TEST(listed({"-x", "127.0.0.1:2", "127.0.0.1", "127.0.0.1:9", "-p", "1-3"}) ==
               "127.0.0.1:1 127.0.0.1:3 127.0.0.1:9");
    BOOST_TEST(listed({"-x", "localhost", "127.0.0.1,127.0.0.2", "-p", "1"}) == "127.0.0.2:1");
}

BOOST_AUTO_TEST_CASE(what_must_not_be_scanned_must_be_understood)
{
    test::scratch_file const spared("127.0.0.1\n127.0.0.0/33\n");
    check_refused({"127.0.0.2", "-p", "1", "--exclude-file", spared.path()}, spared.path() + ":2: ");
}

BOOST_AUTO_TEST_CASE(nothing_left_is_a_status_of_its_own)
{
    BOOST_TEST(run({"127.0.0.1", "-x", "127.0.0.0/8", "-p", "1"}).status == 4);
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-e", "1"}).status == 4);
    BOOST_TEST(run({"no-such-host.invalid", "-p", "1"}).status == 4);
    BOOST_TEST(run({"-iL", "-", "-p", "1"}, "# nobody\n").status == 4);
    BOOST_TEST(run({"list", "-iL", "-", "-p", "1"}, "300.1.1.1\n").status == 4);
}

BOOST_AUTO_TEST_CASE(shards_are_disjoint_and_cover_all_without_a_word_between_them)
{
    words all;
    for (auto const* const part : {"1/3", "2/3", "3/3"}) {
        auto const lines = test::lines_of(run({"list", "127.0.0.0/28", "-p", "1-10", "--shard", part}).out);
        BOOST_TEST(lines.size() >= 53u);
        BOOST_TEST(lines.size() <= 54u);
        all.insert(all.end(), lines.begin(), lines.end());
    }
    BOOST_TEST(all.size() == 160u);
    std::sort(all.begin(), all.end());
    BOOST_TEST((std::unique(all.begin(), all.end()) == all.end()));
}

BOOST_AUTO_TEST_CASE(the_same_seed_is_the_same_order)
{
    words const line{"list", "127.0.0.1", "-p", "1-100", "--seed", "7"};
    auto const first = run(line).out;
    BOOST_TEST(first == run(line).out);
    BOOST_TEST(first != run({"list", "127.0.0.1", "-p", "1-100", "--seed", "8"}).out);
    BOOST_TEST(first != run({"list", "127.0.0.1", "-p", "1-100"}).out);
}

BOOST_AUTO_TEST_CASE(layouts_are_port_by_port_and_host_by_host)
{
    BOOST_TEST(run({"list", "127.0.0.1-2", "-p", "1-2"}).out == "127.0.0.1:1\n127.0.0.2:1\n127.0.0.1:2\n127.0.0.2:2\n");
    BOOST_TEST(run({"list", "127.0.0.1-2", "-p", "1-2", "--layout", "host"}).out ==
               "127.0.0.1:1\n127.0.0.1:2\n127.0.0.2:1\n127.0.0.2:2\n");
}

BOOST_AUTO_TEST_CASE(list_begins_at_once_and_stays_small_however_much_there_is)
{
    for (auto const* const order : {"serial", "random"}) {
        test::process listing(test::command({"list", "127.0.0.0/8", "-p", "1-65535", "--order", order}));
        BOOST_TEST(listing.read_until("\n"));
        if (!test::skip_sanitized("memory of list", "memory"))
            BOOST_TEST(listing.status_field("VmHWM") < 16u * 1024);
        listing.close_output();
        auto const end = listing.wait();
        BOOST_TEST(end.status == 0);
        BOOST_TEST(end.err == "");
    }
}

BOOST_AUTO_TEST_SUITE_END()
