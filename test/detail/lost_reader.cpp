// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/lost_reader.hpp>
#include <sonda/detail/socket_handle.hpp>

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using sonda::detail::has_lost_reader;
using sonda::detail::has_other_end;
using sonda::detail::socket_handle;

BOOST_AUTO_TEST_SUITE(lost_reader)

BOOST_AUTO_TEST_CASE(a_pipe_has_lost_its_reader_when_every_one_is_gone)
{
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    socket_handle reader(ends[0]);
    socket_handle const writer(ends[1]);
    socket_handle second(::dup(reader.get()));
    BOOST_TEST(has_other_end(writer.get()));
    BOOST_TEST(!has_lost_reader(writer.get()));
    reader.reset();
    BOOST_TEST(!has_lost_reader(writer.get()));
    second.reset();
    BOOST_TEST(has_lost_reader(writer.get()));
}

BOOST_AUTO_TEST_CASE(a_full_pipe_has_its_reader)
{
    int ends[2];
    BOOST_REQUIRE(::pipe2(ends, O_NONBLOCK) == 0);
    socket_handle const reader(ends[0]);
    socket_handle const writer(ends[1]);
    while (::write(writer.get(), "sonda", 5) > 0)
        ;
    BOOST_TEST(!has_lost_reader(writer.get()));
}

BOOST_AUTO_TEST_CASE(a_socket_has_lost_its_reader_when_its_other_end_is_closed)
{
    int ends[2];
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    socket_handle reader(ends[0]);
    socket_handle const writer(ends[1]);
    BOOST_TEST(has_other_end(writer.get()));
    BOOST_TEST(!has_lost_reader(writer.get()));
    BOOST_REQUIRE(::shutdown(reader.get(), SHUT_WR) == 0); // it says nothing more, and reads
    BOOST_TEST(!has_lost_reader(writer.get()));
    reader.reset();
    BOOST_TEST(has_lost_reader(writer.get()));
}

BOOST_AUTO_TEST_CASE(files_and_devices_have_no_other_end)
{
    for (auto const* const path : {"/dev/null", "/dev/full", "/proc/self/comm"}) {
        socket_handle const file(::open(path, O_RDWR));
        BOOST_REQUIRE(file);
        BOOST_TEST(!has_other_end(file.get()), path);
        BOOST_TEST(!has_lost_reader(file.get()), path);
    }
    BOOST_TEST(!has_lost_reader(-1));
}

BOOST_AUTO_TEST_SUITE_END()
