// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_inputs.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;

namespace {

// Collects what options say, without a look-up; what is said goes to a file.
struct gathering
{
    explicit gathering(options chosen_ = {})
        : chosen(std::move(chosen_))
        , gatherer(chosen, say)
    {}

    void read() { read_inputs(chosen, gatherer, say); }

    bool scans(char const* address, sonda::protocol proto = sonda::protocol::tcp)
    {
        return gatherer.selection(proto).addresses.contains(boost::asio::ip::make_address(address));
    }

    bool spares(char const* address)
    {
        return gatherer.selection(sonda::protocol::udp)
            .excluded_addresses.contains(boost::asio::ip::make_address(address));
    }

    options chosen;
    test::scratch_file said;
    messages say{false, said.descriptor()};
    target_gatherer gatherer;
};

} // namespace

BOOST_AUTO_TEST_SUITE(read_inputs_)

BOOST_AUTO_TEST_CASE(adds_words_and_files_up)
{
    test::scratch_file file("\xef\xbb\xbf"
                            "127.0.0.3\r\n\r\n  127.0.0.4 # lab\r\n# all\r\n127.0.0.5");
    options chosen;
    chosen.targets = {{"127.0.0.1,::1", ""}, {"127.0.0.2", "-a"}};
    chosen.target_files = {file.path()};
    gathering all(chosen);
    all.read();
    for (auto const* const address : {"127.0.0.1", "::1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"})
        for (auto const proto : {sonda::protocol::tcp, sonda::protocol::udp})
            BOOST_TEST(all.scans(address, proto), address);
    BOOST_TEST(all.gatherer.names().empty());
    BOOST_TEST(all.say.bad_inputs() == 0u);
}

BOOST_AUTO_TEST_CASE(reads_a_file_that_addresses_name)
{
    test::scratch_file file("127.0.0.3\n");
    options chosen;
    chosen.targets = {{file.path(), "-a"}};
    gathering all(chosen);
    all.read();
    BOOST_TEST(all.scans("127.0.0.3"));
}

BOOST_AUTO_TEST_CASE(tells_bad_lines_with_their_place_and_goes_on)
{
    test::scratch_file file("127.0.0.1\n300.1.1.1\n127.0.0.2\n");
    options chosen;
    chosen.target_files = {file.path()};
    gathering all(chosen);
    all.read();
    BOOST_TEST(all.say.bad_inputs() == 1u);
    BOOST_TEST(all.said.content().starts_with("sonda: " + file.path() + ":2: bad target '300.1.1.1': "));
    BOOST_TEST(all.scans("127.0.0.1"));
    BOOST_TEST(all.scans("127.0.0.2"));
}

BOOST_AUTO_TEST_CASE(refuses_bad_words_and_quotes_them)
{
    options chosen;
    chosen.targets = {{"127.0.0.1,300.1.1.1", ""}};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }).starts_with("bad target '300.1.1.1': "));
    chosen.targets = {{"127.0.0.1", ""}};
    chosen.excluded = {{"127.0.0.0/33", "-x"}};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }).starts_with("bad target '127.0.0.0/33' in -x: "));
}

BOOST_AUTO_TEST_CASE(refuses_a_bad_line_in_what_must_not_be_scanned)
{
    test::scratch_file file("127.0.0.1\n127.0.0.0/33\n");
    options chosen;
    chosen.targets = {{"127.0.0.2", ""}};
    chosen.excluded_files = {file.path()};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }).starts_with(file.path() + ":2: bad target "));
}

BOOST_AUTO_TEST_CASE(refuses_files_that_cannot_be_read)
{
    options chosen;
    chosen.target_files = {"/nonexistent/file"};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }) ==
               "cannot read '/nonexistent/file': No such file or directory");
    chosen.target_files = {"/"};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }) == "cannot read '/': Is a directory");
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_text_wherever_it_is_named)
{
    options chosen;
    chosen.targets = {{"127.0.0.2", ""}};
    chosen.target_files = {"/dev/zero"};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }) == "/dev/zero:1: a NUL byte: this is no text");
    chosen.target_files.clear();
    chosen.excluded_files = {"/dev/zero"};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }) == "/dev/zero:1: a NUL byte: this is no text");
    test::scratch_file const file("127.0.0.1\n300.1.1.1\n" + std::string(2'000'000, 'a'));
    chosen.excluded_files.clear();
    chosen.targets.push_back({file.path(), "-a"});
    gathering all(chosen);
    BOOST_TEST(test::refusal([&] { all.read(); }) == file.path() + ":3: a word of more than 1 MiB");
    auto const said = all.said.content();
    BOOST_TEST(said.find(":2: bad target '300.1.1.1'") != std::string::npos, said);
    BOOST_TEST(said.find(":3:") == std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(reads_as_many_short_lines_as_there_are)
{
    std::string many;
    while (many.size() < 3'000'000)
        many += "127.0.0.1 # often\n";
    test::scratch_file const file(many);
    options chosen;
    chosen.target_files = {file.path()};
    gathering all(chosen);
    all.read();
    BOOST_TEST(all.scans("127.0.0.1"));
}

BOOST_AUTO_TEST_CASE(wants_a_target)
{
    options chosen;
    chosen.excluded = {{"127.0.0.1", "-x"}};
    BOOST_TEST(test::refusal([&] { gathering(chosen).read(); }) != "");
}

BOOST_AUTO_TEST_CASE(excludes_for_both_protocols)
{
    options chosen;
    chosen.targets = {{"127.0.0.0/29", ""}};
    chosen.excluded = {{"127.0.0.1,127.0.0.4/31", "-x"}};
    gathering all(chosen);
    all.read();
    for (auto const* const address : {"127.0.0.1", "127.0.0.4", "127.0.0.5"})
        BOOST_TEST(all.spares(address), address);
    BOOST_TEST(!all.spares("127.0.0.2"));
}

BOOST_AUTO_TEST_CASE(gives_host_and_port_the_protocol_of_bare_ports)
{
    for (auto const fallback : {sonda::protocol::tcp, sonda::protocol::udp}) {
        options chosen;
        chosen.fallback = fallback;
        chosen.targets = {{"127.0.0.1:80", ""}};
        gathering all(chosen);
        all.read();
        auto const other = fallback == sonda::protocol::tcp ? sonda::protocol::udp : sonda::protocol::tcp;
        BOOST_TEST(all.gatherer.selection(fallback).endpoints.size() == 1u);
        BOOST_TEST(all.gatherer.selection(other).endpoints.empty());
        BOOST_TEST(all.gatherer.selection(fallback).addresses.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
