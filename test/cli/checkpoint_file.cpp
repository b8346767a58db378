// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/checkpoint_file.hpp>
#include <sonda/cli/checkpoint_writer.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using sonda::cli::checkpoint_file;
using sonda::cli::checkpoint_writer;

namespace {

// A file in a folder of its own, which goes away with it.
struct scratch
{
    scratch()
    {
        folder += ".d";
        std::filesystem::create_directory(folder);
    }

    ~scratch() { std::filesystem::remove_all(folder); }

    std::string operator/(char const* name) const { return folder + '/' + name; }

    test::scratch_file const place;
    std::string folder = place.path();
};

std::string content(std::string const& path)
{
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(checkpoint_file_)

BOOST_AUTO_TEST_CASE(is_replaced_as_a_whole)
{
    scratch const in;
    checkpoint_file file(in / "file");
    BOOST_TEST(!file.exists());
    BOOST_TEST(test::refusal([&] { file.read(); }) == "cannot read '" + (in / "file") + "': No such file or directory");
    file.replace("one");
    BOOST_TEST(file.exists());
    BOOST_TEST(file.read() == "one");
    std::ifstream reader(in / "file"); // has the old one to its end
    file.replace("two, which is longer");
    BOOST_TEST(std::string(std::istreambuf_iterator<char>(reader), {}) == "one");
    BOOST_TEST(content(in / "file") == "two, which is longer");
    BOOST_TEST(std::distance(std::filesystem::directory_iterator(in.folder), {}) == 1);
}

BOOST_AUTO_TEST_CASE(belongs_to_one_at_a_time)
{
    scratch const in;
    auto const taken = "'" + (in / "file") + "' belongs to a scan that is under way";
    {
        checkpoint_file file(in / "file");
        file.replace("one");
        BOOST_TEST(test::refusal([&] { checkpoint_file other(in / "file"); }) == taken);
        file.replace("two");
        BOOST_TEST(test::refusal([&] { checkpoint_file other(in / "file"); }) == taken);
    }
    checkpoint_file const again(in / "file");
    BOOST_TEST(again.read() == "two");
}

BOOST_AUTO_TEST_CASE(behind_a_link_what_it_leads_to_is_replaced)
{
    scratch const in;
    std::filesystem::create_symlink("file", in / "link");
    std::ofstream(in / "file") << "old";
    checkpoint_file file(in / "link");
    BOOST_TEST(file.path() == in / "file");
    file.replace("new");
    BOOST_TEST(content(in / "file") == "new");
    BOOST_TEST(std::filesystem::is_symlink(in / "link"));
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_refused)
{
    scratch const in;
    BOOST_TEST(test::refusal([] { checkpoint_file file("/dev/null"); }) ==
               "'/dev/null' is no regular file, as a checkpoint has to be");
    BOOST_TEST(test::refusal([&] { checkpoint_file file(in.folder); }) != "");
    checkpoint_file file("/nonexistent/file");
    BOOST_CHECK_THROW(file.replace("text"), std::system_error);
}

BOOST_AUTO_TEST_CASE(a_thread_writes_the_newest_and_says_what_it_could_not)
{
    scratch const in;
    {
        checkpoint_writer writer(checkpoint_file(in / "file"));
        BOOST_TEST(writer.save_now("first", {}) == "");
        BOOST_TEST(content(in / "file") == "first");
        for (int i = 0; i != 100; ++i)
            writer.save(std::to_string(i), {});
    }
    BOOST_TEST(content(in / "file") == "99");
    checkpoint_writer writer(checkpoint_file("/nonexistent/file"));
    BOOST_TEST(writer.save_now("text", {}) == "cannot write '/nonexistent/file': No such file or directory");
    BOOST_TEST(writer.failure() == writer.save_now("text", {}));
}

BOOST_AUTO_TEST_SUITE_END()
