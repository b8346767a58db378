// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/greppable.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#include <sonda/sink/text.hpp>
#include <sonda/sink/writer.hpp>

#include <boost/test/unit_test.hpp>

#include <ios>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>

#include "samples.hpp"

using namespace sonda;

namespace {

/// Shows nothing before it is flushed.
struct holding_writer
{
    std::string* seen;
    std::string held;

    void write(std::string_view bytes) { held += bytes; }
    void flush()
    {
        *seen += held;
        held.clear();
    }
};
static_assert(sink::writer<holding_writer>);

using streaming =
    std::tuple<sink::basic_text<holding_writer>, sink::basic_json<holding_writer>, sink::basic_ndjson<holding_writer>>;

/// Takes everything and fails when it is flushed, as a full disk does.
struct full_buffer : std::streambuf
{
    int_type overflow(int_type c) override { return c; }
    std::streamsize xsputn(char const*, std::streamsize count) override { return count; }
    int sync() override { return -1; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(writer_tests)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_record_and_the_end_are_flushed, Sink, streaming)
{
    std::string seen;
    Sink sink{holding_writer{&seen, {}}};
    sink.put(test::open_port(8001));
    BOOST_TEST(seen.find("8001") != std::string::npos);
    auto const before = seen.size();
    sink.put(test::open_port(8001));
    BOOST_TEST(seen.size() > before);
    seen.clear();
    sink.finish({}, true);
    BOOST_TEST(seen.find("complete") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_head_of_a_document_is_flushed)
{
    std::string seen;
    sink::basic_json sink{holding_writer{&seen, {}}};
    sink.begin(test::some_scan());
    BOOST_TEST(seen.find("\"results\":[") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(greppable_lines_are_flushed_at_the_end)
{
    std::string seen;
    sink::basic_greppable sink{holding_writer{&seen, {}}};
    sink.put(test::open_port(8001));
    sink.finish({}, true);
    BOOST_TEST(seen == "127.0.0.1 -> [8001]\n");
}

BOOST_AUTO_TEST_CASE(a_stream_that_fails_to_write_or_to_flush_throws)
{
    full_buffer buffer;
    std::ostream out(&buffer);
    sink::ostream_writer writer{out};
    writer.write("text");
    BOOST_CHECK_THROW(writer.flush(), std::ios_base::failure);
    BOOST_CHECK_THROW(writer.write("text"), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
