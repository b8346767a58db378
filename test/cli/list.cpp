// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/list.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;

namespace {

// What is listed with the options, and the status.
struct listing
{
    explicit listing(options const& chosen)
    {
        test::scratch_file out, said;
        messages say(false, said.descriptor());
        status = run_list(chosen, say, out.descriptor());
        text = out.content();
    }

    std::string text;
    exit_status status;
};

options sample()
{
    options chosen;
    chosen.what = action::list;
    chosen.targets = {{"127.0.0.1-2", ""}};
    chosen.ports = {{"1-2,U:7", "-p"}};
    return chosen;
}

} // namespace

BOOST_AUTO_TEST_SUITE(list)

BOOST_AUTO_TEST_CASE(names_every_endpoint_in_its_order)
{
    listing const all(sample());
    BOOST_TEST((all.status == exit_status::finished));
    BOOST_TEST(all.text == "127.0.0.1:1\n127.0.0.2:1\n127.0.0.1:2\n127.0.0.2:2\n127.0.0.1:U:7\n127.0.0.2:U:7\n");
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit)
{
    auto chosen = sample();
    chosen.limit = 5;
    BOOST_TEST(listing(chosen).text == "127.0.0.1:1\n127.0.0.2:1\n127.0.0.1:2\n127.0.0.2:2\n127.0.0.1:U:7\n");
    chosen.limit = 0;
    BOOST_TEST(listing(chosen).text == "");
}

BOOST_AUTO_TEST_CASE(counts_without_listing)
{
    auto chosen = sample();
    chosen.count = true;
    BOOST_TEST(listing(chosen).text == "6\n");
    chosen.shard_count = 4;
    BOOST_TEST(listing(chosen).text == "2\n");
    chosen.shard_index = 3;
    BOOST_TEST(listing(chosen).text == "1\n");
}

BOOST_AUTO_TEST_CASE(an_output_that_cannot_be_written_is_told)
{
    messages say(false, -1);
    BOOST_TEST(test::refusal([&] { run_list(sample(), say, -1); }) == "cannot write: Bad file descriptor");
}

BOOST_AUTO_TEST_SUITE_END()
