// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/scan_output.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda;
using namespace sonda::cli;

namespace {

verdict found(std::uint16_t port, port_state state)
{
    verdict made;
    made.endpoint = endpoint::v4(0x7f000001, port);
    made.outcome.state = state;
    return made;
}

// Nothing but the file takes standard output, which belongs to the test.
options into(std::string const& path, output_format format = output_format::ndjson)
{
    options chosen;
    chosen.outputs = {{format, path}, {output_format::greppable, "-"}};
    return chosen;
}

std::ptrdiff_t lines(test::scratch_file const& file)
{
    auto const text = file.content();
    return std::count(text.begin(), text.end(), '\n');
}

} // namespace

BOOST_AUTO_TEST_SUITE(scan_output_)

BOOST_AUTO_TEST_CASE(counts_all_and_writes_what_is_wanted)
{
    for (auto const& [shown, expected] :
         {std::pair(sink::only_open, 1), std::pair(sink::only_closed, 2), std::pair(sink::all_states, 3)}) {
        test::scratch_file const file;
        auto chosen = into(file.path());
        chosen.shown = shown;
        scan_output output(chosen);
        output.put(found(1, port_state::closed));
        output.put(found(2, port_state::open));
        output.put(found(3, port_state::closed));
        BOOST_TEST(output.verdicts() == 3u);
        BOOST_TEST(output.count(port_state::closed) == 2u);
        BOOST_TEST(lines(file) == expected);
    }
}

BOOST_AUTO_TEST_CASE(prepares_before_it_writes_and_only_then)
{
    test::scratch_file const file;
    auto const chosen = into(file.path());
    scan_output output(chosen);
    int prepared = 0;
    output.before_write([&] { ++prepared; });
    output.put(found(1, port_state::closed));
    BOOST_TEST(prepared == 0);
    output.put(found(2, port_state::open));
    BOOST_TEST(prepared == 1);
    output.before_write(nullptr);
    output.put(found(3, port_state::open));
    BOOST_TEST(prepared == 1);
}

BOOST_AUTO_TEST_CASE(goes_on_without_an_output_that_failed_and_says_which)
{
    test::scratch_file const file;
    options chosen;
    chosen.outputs = {
        {output_format::json, "/dev/full"}, {output_format::ndjson, file.path()}, {output_format::greppable, "-"}};
    scan_output output(chosen);
    BOOST_TEST(!output.failed());
    output.put(found(1, port_state::open));
    output.put(found(2, port_state::open));
    BOOST_TEST(lines(file) == 2);
    BOOST_TEST(output.failed());
    BOOST_REQUIRE(output.failures().size() == 1u);
    BOOST_TEST(output.failures()[0] == "cannot write '/dev/full': No space left on device");
}

BOOST_AUTO_TEST_CASE(files_keep_what_they_hold_until_the_scan_begins)
{
    test::scratch_file const file("of the last scan\n");
    auto const chosen = into(file.path());
    scan_output output(chosen);
    BOOST_TEST(file.content() == "of the last scan\n");
    output.begin({});
    BOOST_TEST(file.content() == "");
}

BOOST_AUTO_TEST_CASE(refuses_two_outputs_into_one_file)
{
    test::scratch_file const file;
    auto chosen = into(file.path());
    chosen.outputs.push_back({output_format::json, file.path()});
    BOOST_TEST(test::refusal([&] { scan_output output(chosen); }).starts_with("two outputs into "));
    chosen = into("/dev/null");
    chosen.outputs.push_back({output_format::json, "/dev/null"});
    BOOST_TEST(test::refusal([&] { scan_output output(chosen); }) == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_opened_has_a_status_of_its_own)
{
    auto const chosen = into("/nonexistent/file");
    BOOST_CHECK_EXCEPTION(scan_output{chosen}, usage_error,
                          [](usage_error const& error) { return error.status() == exit_status::output; });
}

BOOST_AUTO_TEST_SUITE_END()
