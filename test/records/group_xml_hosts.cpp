// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/group_xml_hosts.hpp>
#include <sonda/sink/xml.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include "cli/scratch_file.hpp"
#include "sink/other_readers.hpp"
#include "sink/samples.hpp"

using sonda::cli::group_xml_hosts;

namespace {

std::string scattered()
{
    std::ostringstream out;
    test::feed(sonda::sink::xml{out, test::notes()}, test::every_kind());
    return out.str();
}

std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t number = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++number;
    return number;
}

} // namespace

BOOST_AUTO_TEST_SUITE(group_xml_hosts_of_a_file)

BOOST_AUTO_TEST_CASE(each_host_stands_once_with_all_its_ports)
{
    test::scratch_file const file(scattered());
    ::chmod(file.path().c_str(), 0640);
    group_xml_hosts(file.path());
    auto const text = file.content();
    BOOST_TEST(count(text, "<host ") == 3u);
    BOOST_TEST(count(text, "</host>") == 3u);
    BOOST_TEST(count(text, "<port ") == 13u);
    BOOST_TEST(count(text.substr(0, text.find("</host>")), "<port ") == 9u);
    BOOST_TEST(text.ends_with("</runstats>\n</nmaprun>\n"));
    struct stat found;
    ::stat(file.path().c_str(), &found);
    BOOST_TEST((found.st_mode & 07777) == 0640u);
    if (!test::lacks("xmllint", "each_host_stands_once_with_all_its_ports"))
        BOOST_TEST(test::read_with("xmllint --noout \"$1\"", text).status == 0);
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link)
{
    test::scratch_file const file(scattered());
    auto const link = file.path() + ".link";
    BOOST_TEST_REQUIRE(::symlink(file.path().c_str(), link.c_str()) == 0);
    group_xml_hosts(link);
    BOOST_TEST(std::filesystem::is_symlink(link));
    BOOST_TEST(count(file.content(), "<host ") == 3u);
    std::filesystem::remove(link);
}

BOOST_AUTO_TEST_CASE(where_no_host_is_twice_nothing_is_touched)
{
    std::ostringstream out;
    test::feed(sonda::sink::xml{out}, {test::open_port(80), test::open_port(81), test::open_port(80, 0x7f000002)});
    test::scratch_file const file(out.str());
    struct stat before, after;
    ::stat(file.path().c_str(), &before);
    group_xml_hosts(file.path());
    ::stat(file.path().c_str(), &after);
    BOOST_TEST(before.st_ino == after.st_ino);
    BOOST_TEST(file.content() == out.str());
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_left_alone)
{
    BOOST_CHECK_NO_THROW(group_xml_hosts("/dev/null"));
    BOOST_CHECK_NO_THROW(group_xml_hosts("/nonexistent/file"));
}

BOOST_AUTO_TEST_SUITE_END()
