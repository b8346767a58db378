// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/fd_writer.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/text.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "samples.hpp"

using sonda::sink::fd_writer;

namespace {

std::atomic<unsigned> signals{0};

void count_signal(int)
{
    ++signals;
}

/// A pipe whose broken end is an error and no signal.
struct pipe_fixture
{
    std::array<int, 2> ends{-1, -1};
    void (*before)(int) = std::signal(SIGPIPE, SIG_IGN);

    pipe_fixture() { BOOST_TEST_REQUIRE(::pipe(ends.data()) == 0); }
    ~pipe_fixture()
    {
        close_end(0);
        close_end(1);
        std::signal(SIGPIPE, before);
    }

    void close_end(std::size_t which)
    {
        if (auto const end = std::exchange(ends[which], -1); end >= 0)
            ::close(end);
    }

    /// How many bytes the pipe holds.
    int available() const
    {
        int count = 0;
        ::ioctl(ends[0], FIONREAD, &count);
        return count;
    }

    /// Reads until the end or until `limit` bytes are there.
    std::string read(std::size_t limit = ~std::size_t(0)) const
    {
        std::string text;
        std::array<char, 4096> part;
        while (text.size() < limit) {
            auto const count = ::read(ends[0], part.data(), (std::min)(part.size(), limit - text.size()));
            if (count <= 0)
                break;
            text.append(part.data(), static_cast<std::size_t>(count));
        }
        return text;
    }
};

int error_of(auto function)
{
    try {
        function();
    } catch (std::system_error const& error) {
        return error.code().value();
    }
    return 0;
}

std::string some_bytes(std::size_t size)
{
    std::string text(size, ' ');
    for (std::size_t i = 0; i != size; ++i)
        text[i] = static_cast<char>('a' + i * i % 23);
    return text;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(fd_writer_tests, pipe_fixture)

BOOST_AUTO_TEST_CASE(nothing_is_written_before_the_flush_and_all_after_it)
{
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fd_writer out{ends[1]};
    out.write("one ");
    out.write("two");
    BOOST_TEST(read() == "");
    BOOST_TEST(out.written() == 0u);
    out.flush();
    BOOST_TEST(read() == "one two");
    BOOST_TEST(out.written() == 7u);
    out.flush();
    BOOST_TEST(read() == "");
}

BOOST_AUTO_TEST_CASE(a_record_is_readable_as_soon_as_it_was_put)
{
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    sonda::sink::basic_text sink{fd_writer{ends[1]}};
    sink.put(test::open_port(80));
    BOOST_TEST(read() == "127.0.0.1:80           open           tcp  syn-ack      0.123ms\n");
}

BOOST_AUTO_TEST_CASE(more_than_it_holds_is_written_without_a_flush)
{
    std::string got;
    auto const bytes = some_bytes(1'000'000);
    std::thread reader([&] { got = read(); });
    fd_writer out{ends[1]};
    for (std::size_t i = 0; i != bytes.size(); i += 1000)
        out.write(std::string_view(bytes).substr(i, 1000));
    BOOST_TEST(out.written() > 900'000u);
    out.flush();
    close_end(1);
    reader.join();
    BOOST_TEST((got == bytes));
}

BOOST_AUTO_TEST_CASE(a_descriptor_that_does_not_block_is_waited_for)
{
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    std::string got;
    auto const bytes = some_bytes(500'000);
    std::thread reader([&] { got = read(); });
    fd_writer out{ends[1]};
    out.write(bytes);
    out.flush();
    close_end(1);
    reader.join();
    BOOST_TEST((got == bytes));
}

BOOST_AUTO_TEST_CASE(signals_cost_no_byte)
{
    struct sigaction action = {};
    struct sigaction previous = {};
    action.sa_handler = count_signal; // without SA_RESTART
    ::sigaction(SIGUSR1, &action, &previous);
    std::string got;
    auto const bytes = some_bytes(400'000);
    std::thread reader([&, writing = ::pthread_self()] {
        // Full, so that the writer waits; then one signal after the other, while it waits again.
        while (available() < 65536)
            std::this_thread::yield();
        for (unsigned sent = 0; sent != 200; ++sent) {
            auto const before_this = signals.load();
            ::pthread_kill(writing, SIGUSR1);
            while (signals == before_this)
                std::this_thread::yield();
            for (unsigned i = 0; i != 200; ++i)
                available();
        }
        got = read(bytes.size());
    });
    fd_writer out{ends[1]};
    out.write(bytes);
    out.flush();
    reader.join();
    ::sigaction(SIGUSR1, &previous, nullptr);
    BOOST_TEST((got == bytes));
}

BOOST_AUTO_TEST_CASE(a_pipe_that_nobody_reads_is_epipe)
{
    close_end(0);
    fd_writer out{ends[1]};
    out.write("text");
    BOOST_TEST(error_of([&] { out.flush(); }) == EPIPE);
    sonda::sink::basic_text sink{fd_writer{ends[1]}};
    BOOST_TEST(error_of([&] { sink.put(test::open_port(80)); }) == EPIPE);
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_enospc)
{
    auto const full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full < 0) {
        BOOST_TEST_MESSAGE("skipped: there is no /dev/full");
        return;
    }
    sonda::sink::basic_json sink{fd_writer{full}};
    BOOST_TEST(error_of([&] { sink.put(test::open_port(80)); }) == ENOSPC);
    ::close(full);
}

BOOST_AUTO_TEST_CASE(a_closed_descriptor_is_ebadf)
{
    fd_writer out{-1};
    out.write("text");
    BOOST_TEST(error_of([&] { out.flush(); }) == EBADF);
}

BOOST_AUTO_TEST_CASE(what_could_not_be_written_is_written_when_it_can_be)
{
    auto const full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full < 0) {
        BOOST_TEST_MESSAGE("skipped: there is no /dev/full");
        return;
    }
    sonda::sink::basic_json sink{fd_writer{full}};
    BOOST_TEST(error_of([&] { sink.put(test::open_port(80)); }) == ENOSPC);
    BOOST_TEST_REQUIRE(::dup2(ends[1], full) == full);
    sink.finish({}, false);
    ::close(full);
    close_end(1);
    auto const written = boost::json::parse(read());
    BOOST_TEST(written.at("results").as_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(in_a_hurry_a_reader_gets_what_it_takes_and_no_more)
{
    pipe_fixture pipe;
    std::atomic<bool> hurry{true};
    fd_writer out(pipe.ends[1], &hurry);
    out.write(std::string(1000, 'a'));
    out.flush();
    BOOST_TEST(out.written() == 1000u);
    BOOST_CHECK_EXCEPTION(out.write(std::string(100'000, 'b')), std::system_error,
                          [](std::system_error const& error) { return error.code() == std::errc::timed_out; });
    BOOST_TEST(out.written() > 1000u);
    BOOST_TEST(out.written() < 101'000u);
}

BOOST_AUTO_TEST_SUITE_END()
