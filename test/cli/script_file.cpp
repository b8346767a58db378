// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/script_file.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using words = std::vector<std::string>;

namespace {

struct fixture
{
    // What a file is refused for, without its name.
    std::string refused(std::string const& content)
    {
        test::scratch_file const file(content);
        auto text = test::refusal([&] { sonda::cli::read_script(file.path(), say); });
        return text.starts_with(file.path()) ? "FILE" + text.substr(file.path().size()) : text;
    }

    sonda::cli::script read(std::string const& content)
    {
        test::scratch_file const file(content);
        return sonda::cli::read_script(file.path(), say);
    }

    test::scratch_file said;
    sonda::cli::messages say{false, said.descriptor()};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(script_file, fixture)

BOOST_AUTO_TEST_CASE(a_header_says_what_a_script_is_for_and_how_it_is_called)
{
    auto const one =
        read("#!/bin/bash \n#tags = [\"a\", \"b\",]\n#developer = [ \"me\", \"https://me.test\" ]\n"
             "# port = \"80,U:53\"\r\n# ports_separator = \"-\"\n"
             "#call_format = \"bash {{script}} -6={{ipversion}} '{{ip}}' {{port}}\"\n\n# tags = 1\nexit\n");
    BOOST_TEST(one.tags == (words{"a", "b"}), boost::test_tools::per_element());
    BOOST_TEST(one.developers == (words{"me", "https://me.test"}), boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(one.ports.has_value());
    BOOST_TEST((one.ports->tcp.contains(80) && !one.ports->tcp.contains(53) && one.ports->udp.contains(53)));
    BOOST_TEST(one.separator == "-");
    BOOST_TEST(one.call == (words{"bash", "{{script}}", "-6={{ipversion}}", "{{ip}}", "{{port}}"}),
               boost::test_tools::per_element());
    BOOST_TEST(said.content() == "");
}

BOOST_AUTO_TEST_CASE(the_first_line_is_skipped_whatever_it_is)
{
    BOOST_TEST(read("# tags = [ not looked at\n#call_format='x'").call.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_port_may_be_a_number_a_list_or_what_triggers)
{
    for (auto const* const key : {"port = 80", "port = [80, \"81\"]", "trigger_port = \"80\""}) {
        auto const one = read("\n#call_format = 'x'\n#" + std::string(key));
        BOOST_TEST_REQUIRE(one.ports.has_value());
        BOOST_TEST(one.ports->tcp.contains(80), key);
    }
}

BOOST_AUTO_TEST_CASE(what_has_no_header_is_refused)
{
    for (auto const* const content :
         {"", "#!/bin/sh", "#!/bin/sh\n", "#!/bin/sh\necho\n# tags = ['a']\n", "\n#\n#\n", "\n\n#call_format='x'\n"})
        BOOST_TEST(refused(content) == "it has no header: from its second line on, # tags = [...] and the like",
                   content);
    BOOST_TEST(refused("\n# tags = ['a']\n") == "its header has no call_format");
}

BOOST_AUTO_TEST_CASE(a_malformed_header_is_told_with_its_line)
{
    BOOST_TEST(refused("\n# This script does a lot.\n") == "FILE:2: an equals sign was expected");
    BOOST_TEST(refused("\n# call_format = 'x'\n# tags = true\n") == "FILE:3: 'tags' is not true or false");
    BOOST_TEST(refused("\n# call_format = 'x'\n# port = 'no port'\n").find("FILE:3: bad port 'no port'") == 0u);
    BOOST_TEST(refused("\n# call_format = 'x'\n# port = []\n").find("FILE:3: bad port") == 0u);
    BOOST_TEST(refused("\n# ports_separator = ''\n") == "FILE:2: nothing would separate the ports");
    BOOST_TEST(refused("\n# call_format = ['a', 'b']\n") == "FILE:2: 'call_format' has one value");
    BOOST_TEST(refused("\n# tags = [\n# 'a'\n\n").find("FILE:") == 0u);
    BOOST_TEST(refused("\n# tags = ['\xff']\n") == "FILE:2: a string that is not UTF-8");
    BOOST_TEST(refused("\n# tags = ['a']\n# tags = ['b']\n") == "FILE:3: 'tags' is given twice");
}

BOOST_AUTO_TEST_CASE(a_call_that_could_not_be_made_is_told_with_its_line)
{
    BOOST_TEST(refused("\n#\n# call_format = 'nmap {{ip}} | grep open'\n") ==
               "FILE:3: bad call_format: no shell runs it, which '|' would take; call one in the script");
    BOOST_TEST(refused("\n# call_format = 'x {{ports}}'\n") ==
               "FILE:2: '{{ports}}' is none of {{ip}}, {{port}}, {{script}} and {{ipversion}}");
    BOOST_TEST(refused("\n# call_format = '{{ip}} x'\n") ==
               "FILE:2: bad call_format: a port or an address is no program");
    BOOST_TEST(refused("\n# call_format = \"x \\u0000\"\n") == "FILE:2: bad call_format: a NUL is in it");
}

BOOST_AUTO_TEST_CASE(a_key_that_no_script_has_is_told_and_does_nothing)
{
    test::scratch_file const file("\n# author = 'me'\n# call_format = 'x'\n");
    BOOST_TEST(sonda::cli::read_script(file.path(), say).call.size() == 1u);
    BOOST_TEST(said.content() == "sonda: " + file.path() + ":2: 'author' is no key of a script\n");
}

BOOST_AUTO_TEST_CASE(what_is_no_file_or_has_a_header_without_end_is_refused)
{
    auto const refusal = [&](std::string const& path) {
        return test::refusal([&] { sonda::cli::read_script(path, say); });
    };
    BOOST_TEST(refusal("/nowhere/at/all") == "No such file or directory");
    BOOST_TEST(refusal("/") == "it is no file");
    BOOST_TEST(refusal("/dev/zero") == "it is no file");
    auto pipe = said.path() + "-pipe";
    BOOST_TEST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(refusal(pipe) == "it is no file"); // and nobody waits for who writes to it
    ::unlink(pipe.c_str());
    BOOST_TEST(refused("\n#" + std::string(100'000, ' ')) == "its header is longer than 64 KiB");
    BOOST_TEST(refused(std::string(100'000, 'x')).find("it has no header") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
