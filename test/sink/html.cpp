// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/html.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "other_readers.hpp"
#include "samples.hpp"

using sonda::sink::html;

namespace {

std::string document(std::vector<sonda::verdict> const& all, bool complete = true)
{
    std::ostringstream out;
    test::feed(html{out, test::notes()}, all, complete);
    return out.str();
}

// Without style and script, which are code and not form.
std::string without(std::string text, std::string const& element)
{
    auto const begin = text.find('<' + element + '>');
    auto const end = text.find("</" + element + '>');
    BOOST_TEST_REQUIRE((begin < end && end != std::string::npos));
    return text.erase(begin, end - begin);
}

constexpr auto read_page = R"(
import html.parser, sys
class page(html.parser.HTMLParser):
    void = {'meta', 'input', 'br'}
    stack, rows, cell, ids, cut = [], [], None, set(), False
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ('src', 'onload', 'onclick', 'style'):
            assert name not in attributes, (tag, attributes)
        assert attributes.get('href', '#').startswith('#')
        if 'id' in attributes:
            assert attributes['id'] not in self.ids
            self.ids.add(attributes['id'])
        if tag not in self.void:
            self.stack.append(tag)
        if tag == 'tr': self.row = []
        if tag in ('td', 'th'): self.cell = ''
    def handle_endtag(self, tag):
        assert self.stack.pop() == tag, tag
        if tag in ('td', 'th'): self.row.append(self.cell); self.cell = None
        if tag == 'tr': self.rows.append(self.row)
    def handle_data(self, data):
        if self.cell is not None: self.cell += data
read = page()
read.feed(open(sys.argv[1], encoding='utf-8').read())
read.close()
ports = [row for row in read.rows if len(row) == 9 and row[1].isdigit()]
)";

} // namespace

BOOST_AUTO_TEST_SUITE(html_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    auto const page = without(without(document(test::every_kind()), "style"), "script");
    auto const policy = page.find("sha256-");
    auto const frozen = test::golden("scan.html");
    auto const old_policy = frozen.find("sha256-");
    BOOST_TEST_REQUIRE((policy != std::string::npos && old_policy != std::string::npos));
    auto const rest = [](std::string const& text, std::size_t at) { return text.substr(0, at) + text.substr(at + 51); };
    BOOST_TEST(test::with_frozen_version(rest(page, policy)) == rest(frozen, old_policy));
}

BOOST_AUTO_TEST_CASE(its_elements_are_closed_and_its_rows_are_the_findings)
{
    if (test::lacks("python3", "its_elements_are_closed_and_its_rows_are_the_findings"))
        return;
    auto const all = test::every_kind();
    auto const result = test::read_with(test::python(std::string(read_page) + R"(
assert not read.stack, read.stack
print(*sorted(' '.join((row[0].split()[-1], row[1], row[2], row[3], row[5])) for row in ports), sep='\n')
)"),
                                        document(all));
    BOOST_TEST(result.out == test::findings(all));
}

BOOST_AUTO_TEST_CASE(names_and_words_are_no_markup)
{
    if (test::lacks("python3", "names_and_words_are_no_markup"))
        return;
    std::ostringstream out;
    sonda::sink::annotations notes = test::notes();
    notes.names = [](auto const&) { return std::span<std::string const>(test::hostile_names()); };
    html sink{out, notes};
    auto info = test::some_scan();
    info.arguments = test::hostile_names();
    info.options = {{"</dl><script>", "<img src=x onerror=alert(1)>"}};
    sink.begin(info);
    sink.put(test::open_port(80));
    sink.finish({}, true);
    auto const result = test::read_with(test::python(std::string(read_page) + R"(
assert not read.stack, read.stack
assert len(ports) == 1 and '</td><script>alert(1)</script>' in ports[0][0]
print('well')
)"),
                                        out.str());
    BOOST_TEST(result.out == "well\n");
    BOOST_TEST(out.str().find("\xe2\x80\xae") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(it_needs_nothing_beside_itself)
{
    auto const page = document(test::every_kind());
    for (std::string_view const word :
         {"http:", "https:", "//cdn", "src=", "@import", "url(", "<link", "<iframe", "fetch("})
        BOOST_TEST(page.find(word) == std::string::npos, word);
}

BOOST_AUTO_TEST_CASE(its_policy_allows_its_script_and_no_other)
{
    if (test::lacks("python3", "its_policy_allows_its_script_and_no_other"))
        return;
    auto const result = test::read_with(test::python(R"(
import base64, hashlib, re, sys
page = open(sys.argv[1], encoding='utf-8', newline='').read()
scripts = re.findall('<script>(.*?)</script>', page, re.S)
assert len(scripts) == 1
digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
assert f"script-src 'sha256-{digest}';" in page, 'the hash of the script is sha256-' + digest
)"),
                                        document(test::every_kind()));
    BOOST_TEST(result.status == 0, result.out);
}

BOOST_AUTO_TEST_CASE(what_was_cut_off_is_read_up_to_its_last_row)
{
    if (test::lacks("python3", "what_was_cut_off_is_read_up_to_its_last_row"))
        return;
    std::ostringstream out;
    html sink{out, test::notes()};
    for (auto const& found : test::every_kind())
        sink.put(found);
    auto const result =
        test::read_with(test::python(std::string(read_page) + "print(len(ports), 'summary' in read.ids)"), out.str());
    BOOST_TEST(result.out == "13 False\n");
}

BOOST_AUTO_TEST_CASE(it_says_whether_the_scan_was_complete)
{
    BOOST_TEST(document({}, true).find("The scan is complete") != std::string::npos);
    BOOST_TEST(document({}, false).find("The scan was interrupted") != std::string::npos);
    BOOST_TEST(document({}, false).find("The scan is complete") == std::string::npos);
    BOOST_TEST(document({}, true).find("No port is shown") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(addresses_sort_as_numbers)
{
    auto const key = [](sonda::endpoint const& host) {
        std::string text;
        sonda::detail::append_html_key(text, host);
        return text;
    };
    std::vector<std::string> const keys{key(sonda::endpoint::v4(9, 1)), key(sonda::endpoint::v4(0x7f000002, 1)),
                                        key(sonda::endpoint::v4(0x7f00000a, 1)), key(sonda::endpoint::v6(0, 1, 0, 1)),
                                        key(sonda::endpoint::v6(1, 0, 0, 1))};
    BOOST_TEST(std::is_sorted(keys.begin(), keys.end()));
    BOOST_TEST(keys[0].size() == 9u);
    BOOST_TEST(keys[4].size() == 33u);
    for (auto const& text : keys)
        BOOST_TEST(std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= 'a' && c <= 'p'; }), text);
}

BOOST_AUTO_TEST_CASE(the_end_is_written_once)
{
    std::ostringstream out;
    html sink{out, test::notes()};
    sink.finish({}, true);
    auto const once = out.str();
    sink.finish({}, true);
    BOOST_TEST(out.str() == once);
}

BOOST_AUTO_TEST_SUITE_END()
