// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/reader_watch.hpp>
#include <sonda/detail/socket_handle.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <string>

#include <unistd.h>

#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using sonda::detail::socket_handle;

namespace {

// A pipe with a name, as an output has it.
struct named_pipe
{
    named_pipe()
    {
        int ends[2];
        BOOST_REQUIRE(::pipe(ends) == 0);
        reader = socket_handle(ends[0]);
        writer = socket_handle(ends[1]);
    }

    std::string path() const { return "/proc/self/fd/" + std::to_string(writer.get()); }

    socket_handle reader;
    socket_handle writer;
};

// Nothing of it takes standard output, which belongs to the test.
options into(std::string const& one, std::string const& other)
{
    options chosen;
    chosen.quiet = true;
    chosen.outputs = {{output_format::ndjson, one}, {output_format::ndjson, other}};
    return chosen;
}

constexpr std::chrono::milliseconds at_once{0};

} // namespace

BOOST_AUTO_TEST_SUITE(reader_watch_)

BOOST_AUTO_TEST_CASE(tells_once_when_no_output_is_left)
{
    named_pipe one;
    named_pipe other;
    auto const chosen = into(one.path(), other.path());
    scan_output output(chosen);
    boost::asio::io_context context(1);
    int told = 0;
    reader_watch const watch(
        context, output, [&] { ++told; }, at_once);
    context.run_one();
    BOOST_TEST(!output.failed());
    one.reader.reset();
    context.run_one();
    BOOST_TEST(output.failed());
    BOOST_TEST(told == 0);
    other.reader.reset();
    context.run();
    BOOST_TEST(told == 1);
    BOOST_TEST(output.failures().empty()); // nothing is to be said of them
}

BOOST_AUTO_TEST_CASE(a_file_beside_the_pipe_goes_on)
{
    named_pipe pipe;
    test::scratch_file const file;
    auto const chosen = into(pipe.path(), file.path());
    scan_output output(chosen);
    pipe.reader.reset();
    BOOST_TEST(output.look_for_readers());
    BOOST_TEST(output.failed());
    output.begin({});
    output.finish({}, true);
    BOOST_TEST(file.content() != "");
}

BOOST_AUTO_TEST_CASE(does_nothing_where_nobody_reads_anyway)
{
    test::scratch_file const file;
    auto const chosen = into(file.path(), "/dev/null");
    scan_output output(chosen);
    boost::asio::io_context context(1);
    reader_watch const watch(
        context, output, [] { BOOST_ERROR("told"); }, at_once);
    BOOST_TEST(context.run() == 0u);
}

BOOST_AUTO_TEST_CASE(a_wait_that_is_over_when_it_goes_does_nothing)
{
    named_pipe pipe;
    auto const chosen = into(pipe.path(), "/dev/null");
    scan_output output(chosen);
    pipe.reader.reset();
    boost::asio::io_context context(1);
    std::optional<reader_watch> watch;
    boost::asio::steady_timer first(context, at_once);
    first.async_wait([&](boost::system::error_code) { watch.reset(); });
    watch.emplace(
        context, output, [] { BOOST_ERROR("told"); }, at_once);
    BOOST_TEST(context.run() == 2u);
    BOOST_TEST(!output.failed()); // nobody looked
}

BOOST_AUTO_TEST_SUITE_END()
