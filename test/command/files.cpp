// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command does to files that are more than an output: full, shared, read, or with nobody at the other end.

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::held_port;
using test::run;
using test::run_shell;
using words = std::vector<std::string>;

namespace {

// Another name of the same file, which goes away with it.
struct other_name
{
    explicit other_name(std::string const& file)
        : path(file + ".other")
    {
        std::filesystem::create_symlink(file, path);
    }

    ~other_name() { std::filesystem::remove(path); }

    std::string const path;
};

bool is_ndjson(std::string const& text)
{
    auto const lines = test::lines_of(text);
    for (auto const& line : lines) {
        boost::system::error_code failed;
        boost::json::parse(line, failed);
        if (failed)
            return false;
    }
    return !lines.empty();
}

} // namespace

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(a_file_that_may_not_grow_is_an_output_that_failed)
{
    test::scratch_file const file;
    auto const result =
        run_shell("ulimit -f 4; exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-2000 --all -oJ '" + file.path() + '\'');
    BOOST_TEST(result.status == 5);
    BOOST_TEST(result.err == "sonda: cannot write '" + file.path() + "': File too large\n");
    BOOST_TEST(result.out.find("\ncomplete: 2000 of 2000 targets") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_that_standard_output_goes_to_is_standard_output)
{
    held_port const open;
    auto const scan = "\"$SONDA_COMMAND\" 127.0.0.1 -p " + open.text();
    test::scratch_file const file("kept\n");
    other_name const other(file.path());
    BOOST_TEST(run_shell(scan + " -oN '" + other.path + "' > '" + file.path() + '\'').status == 0);
    BOOST_TEST(is_ndjson(file.content()), file.content());
    BOOST_TEST(
        run_shell("echo kept > '" + file.path() + "'; " + scan + " -oN /dev/stdout >> '" + file.path() + '\'').status ==
        0);
    BOOST_TEST(file.content().starts_with("kept\n{"));
    BOOST_TEST(is_ndjson(file.content().substr(5)), file.content());
    auto const piped = run_shell(scan + " -oN /dev/stdout");
    BOOST_TEST(is_ndjson(piped.out), piped.out);
    auto const two = run_shell(scan + " -oJ - -oN '" + other.path + "' >> '" + file.path() + '\'');
    BOOST_TEST(two.status == 2);
    BOOST_TEST(two.err == "sonda: two outputs on standard output\n");
    BOOST_TEST(run_shell(scan + " -oJ /dev/null -oN /dev/null > /dev/null").status == 0);
}

BOOST_AUTO_TEST_CASE(messages_and_an_output_do_not_go_into_one_file)
{
    test::scratch_file const file("kept\n");
    auto const name = '\'' + file.path() + '\'';
    BOOST_TEST(run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p 1 -oJ " + name + " 2>> " + name).status == 2);
    BOOST_TEST(file.content() == "kept\nsonda: " + name + " is where standard error goes\n");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read_is_not_written)
{
    test::scratch_file const targets("127.0.0.1\n"), config("timeout = 100\n"), payloads("# none\n");
    for (auto const& [file, line] : {std::pair(&targets, words{"-iL", targets.path()}),
                                     std::pair(&targets, words{"-iL", "/dev/null", "-iL", targets.path()}),
                                     std::pair(&targets, words{"-a", targets.path()}),
                                     std::pair(&targets, words{"127.0.0.2", "--exclude-file", targets.path()}),
                                     std::pair(&config, words{"127.0.0.1", "--config", config.path()}),
                                     std::pair(&payloads, words{"127.0.0.1", "--payloads", payloads.path()})}) {
        auto const content = file->content();
        other_name const other(file->path());
        for (auto const& path : {file->path(), other.path}) {
            auto whole = line;
            whole.insert(whole.end(), {"-p", "1", "-oJ", "/dev/null", "-oT", path});
            auto const result = run(whole);
            BOOST_TEST(result.status == 2);
            BOOST_TEST(result.err == "sonda: '" + file->path() + "' is to be read and written\n");
            BOOST_TEST(file->content() == content);
        }
    }
    auto const name = '\'' + targets.path() + '\'';
    for (auto const& line : {"-iL - -oT " + name + " < " + name, "-iL " + name + " >> " + name}) {
        BOOST_TEST(run_shell("\"$SONDA_COMMAND\" -p 1 " + line).status == 2);
        BOOST_TEST(targets.content() == "127.0.0.1\n");
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_called_like_an_address_is_not_read)
{
    auto const result = run_shell("d=$(mktemp -d) && cd \"$d\" && echo old > 127.0.0.1 && "
                                  "\"$SONDA_COMMAND\" -a 127.0.0.1 -p 1 -oJ 127.0.0.1 > /dev/null; echo $?; "
                                  "head -c 1 127.0.0.1; rm -r \"$d\"");
    BOOST_TEST(result.out == "0\n{");
}

BOOST_AUTO_TEST_CASE(the_wait_for_who_reads_a_pipe_ends_with_a_signal)
{
    test::scratch_file const place;
    auto const path = place.path() + ".pipe";
    BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    for (auto const& [number, status] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 143)}) {
        test::process scan(test::command({"127.0.0.1", "-p", "1", "-oJ", path}));
        while (!scan.handles(SIGTERM) || !scan.sleeps())
            ;
        scan.signal(number);
        auto const result = scan.wait();
        BOOST_TEST(result.status == status);
        BOOST_TEST(result.err == "sonda: interrupted; nothing was sent\n");
    }
    std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(too_little_memory_is_told_with_the_batch_and_nothing_is_sent)
{
    if (test::skip_sanitized("too_little_memory_is_told_with_the_batch_and_nothing_is_sent", "memory"))
        return;
    auto const result = run_shell("ulimit -v 60000; exec \"$SONDA_COMMAND\" 127.0.0.0/8 -p 8000-10000 --udp "
                                  "--threads 1 -b 1000000 --interval 600000");
    BOOST_TEST(result.status == 4);
    BOOST_TEST(result.out == "");
    BOOST_TEST(result.err == "sonda: not enough memory for a batch of 1000000\n");
}

BOOST_AUTO_TEST_CASE(a_scan_that_memory_does_not_suffice_for_is_never_said_to_be_complete)
{
    if (test::skip_sanitized("a_scan_that_memory_does_not_suffice_for_is_never_said_to_be_complete", "memory"))
        return;
    for (auto const* const limit : {"100000", "110000", "120000", "130000", "140000"}) {
        auto const result = run_shell(std::string("ulimit -v ") + limit +
                                      "; exec timeout 20 \"$SONDA_COMMAND\" 127.0.0.0/16 -p 9000-9100 --udp "
                                      "--threads 1 -b 1000000 -t 100 --tries 1");
        BOOST_TEST(result.status == 4, limit);
        BOOST_TEST(result.out.find("complete:") == std::string::npos, result.out);
        BOOST_TEST(result.err.find("not enough memory") != std::string::npos, result.err);
    }
}

BOOST_AUTO_TEST_SUITE_END()
