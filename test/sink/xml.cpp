// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/xml.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "other_readers.hpp"
#include "samples.hpp"

using sonda::sink::xml;

namespace {

std::string document(std::vector<sonda::verdict> const& all, bool complete = true)
{
    std::ostringstream out;
    test::feed(xml{out, test::notes()}, all, complete);
    return out.str();
}

// The document type of the nmap that is installed; empty, and it is said, if there is none.
std::string document_type(std::string const& test)
{
    std::string const path = "/usr/share/nmap/nmap.dtd";
    if (test::lacks("xmllint", test))
        return {};
    if (std::filesystem::exists(path))
        return path;
    std::cout << "SKIPPED: " << test << ": there is no nmap.dtd" << std::endl;
    return {};
}

test::reading validate(std::string const& dtd, std::string const& text)
{
    return test::read_with("xmllint --nonet --noout --dtdvalid " + dtd + " \"$1\"", text);
}

std::string one_name(std::string const& name)
{
    std::vector<std::string> const names{name};
    std::ostringstream out;
    sonda::sink::annotations notes = test::notes();
    notes.names = [&](auto const&) { return std::span<std::string const>(names); };
    auto info = test::some_scan();
    info.arguments = {name};
    xml sink{out, notes};
    sink.begin(info);
    sink.put(test::open_port(80));
    sink.finish({}, true);
    return out.str();
}

constexpr auto print_findings = R"(
import sys, xml.etree.ElementTree as tree
lines = []
for host in tree.parse(sys.argv[1]).getroot().iter('host'):
    for port in host.iter('port'):
        state = port.find('state')
        reason = state.get('reason') + (' from ' + state.get('reason_ip') if state.get('reason_ip') else '')
        lines.append(' '.join((host.find('address').get('addr'), port.get('portid'), port.get('protocol'), state.get('state'), reason)))
print(*sorted(lines), sep='\n')
)";

} // namespace

BOOST_AUTO_TEST_SUITE(xml_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    BOOST_TEST(test::with_frozen_version(document(test::every_kind())) == test::golden("scan.xml"));
}

BOOST_AUTO_TEST_CASE(it_is_valid_with_none_one_or_many_results_complete_or_not)
{
    auto const dtd = document_type("it_is_valid_with_none_one_or_many_results_complete_or_not");
    if (dtd.empty())
        return;
    for (std::size_t results : {0u, 1u, 2u, 13u})
        for (bool complete : {true, false}) {
            auto all = test::every_kind();
            all.resize(results);
            auto const result = validate(dtd, document(all, complete));
            BOOST_TEST(result.status == 0, result.out);
        }
    BOOST_TEST(validate(dtd, "<nmaprun/>").status != 0);
}

BOOST_AUTO_TEST_CASE(names_and_words_stay_in_their_place)
{
    auto const dtd = document_type("names_and_words_stay_in_their_place");
    if (dtd.empty() || test::lacks("python3", "names_and_words_stay_in_their_place"))
        return;
    for (auto const& name : test::hostile_names()) {
        auto const text = one_name(name);
        auto const result = validate(dtd, text);
        BOOST_TEST(result.status == 0, result.out);
        auto const read = test::read_with(test::python(R"(
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.get('args') == 'sonda ' + next(root.iter('hostname')).get('name')
sys.stdout.write(next(root.iter('hostname')).get('name'))
)"),
                                          text);
        auto expected = sonda::detail::well_formed(name);
        std::replace(expected.begin(), expected.end(), '\x01', '?');
        if (auto const at = expected.find('?'); at != std::string::npos)
            expected.replace(at, 1, "\xef\xbf\xbd"); // XML has no way to say U+0001
        BOOST_TEST(read.out == expected);
    }
}

BOOST_AUTO_TEST_CASE(python_reads_the_same_findings)
{
    if (test::lacks("python3", "python_reads_the_same_findings"))
        return;
    auto const all = test::every_kind();
    BOOST_TEST(test::read_with(test::python(print_findings), document(all)).out == test::findings(all));
}

BOOST_AUTO_TEST_CASE(ndiff_finds_no_difference_where_there_is_none_and_the_one_there_is)
{
    if (test::lacks("ndiff", "ndiff_finds_no_difference_where_there_is_none_and_the_one_there_is"))
        return;
    std::vector<sonda::verdict> const old{test::open_port(22), test::open_port(80)};
    auto now = old;
    std::swap(now[0], now[1]);
    test::scratch_file const first(document(old));
    auto const line = "ndiff " + first.path() + " \"$1\"";
    auto const same = test::read_with(line, document(now));
    BOOST_TEST(same.status == 0, same.out);
    now.push_back(test::open_port(443));
    auto const other = test::read_with(line, document(now));
    BOOST_TEST(other.status == 1);
    BOOST_TEST(other.out.find("+443/tcp open") != std::string::npos, other.out);
    BOOST_TEST(other.out.find("80/tcp") == std::string::npos, other.out);
}

BOOST_AUTO_TEST_CASE(what_was_cut_off_is_read_up_to_its_last_record)
{
    if (test::lacks("python3", "what_was_cut_off_is_read_up_to_its_last_record"))
        return;
    std::ostringstream out;
    xml sink{out, test::notes()};
    for (auto const& found : test::every_kind())
        sink.put(found);
    auto const read = test::read_with(test::python(R"(
import sys, xml.etree.ElementTree as tree
parser = tree.XMLPullParser(['end'])
parser.feed(open(sys.argv[1]).read())
print(sum(element.tag == 'port' for event, element in parser.read_events()))
)"),
                                      out.str());
    BOOST_TEST(read.out == "13\n");
}

BOOST_AUTO_TEST_CASE(ports_of_one_host_that_follow_each_other_share_it)
{
    std::ostringstream out;
    xml sink{out, test::notes()};
    for (std::uint16_t port = 80; port != 83; ++port)
        sink.put(test::open_port(port));
    sink.put(test::open_port(80, 0x7f000002));
    sink.put(test::open_port(83));
    sink.finish({}, true);
    auto const text = out.str();
    auto const count = [&](std::string const& part) {
        std::size_t number = 0;
        for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
            ++number;
        return number;
    };
    BOOST_TEST(count("<host ") == 3u);
    BOOST_TEST(count("</host>") == 3u);
    BOOST_TEST(count("<port ") == 5u);
    BOOST_TEST(text.find("<hosts up=\"2\" down=\"0\" total=\"2\"/>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_end_is_written_once_and_says_how_it_was)
{
    std::ostringstream out;
    xml sink{out, test::notes()};
    sink.finish({}, false);
    sink.finish({}, true);
    BOOST_TEST(out.str().find("exit=\"error\" errormsg=\"interrupted\"") != std::string::npos);
    BOOST_TEST(out.str().find("exit=\"success\"") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
