// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/csv.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "other_readers.hpp"
#include "samples.hpp"

using sonda::sink::csv;

namespace {

std::string document(std::vector<sonda::verdict> const& all, bool complete = true)
{
    std::ostringstream out;
    test::feed(csv{out, test::notes()}, all, complete);
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(csv_sink)

BOOST_AUTO_TEST_CASE(it_is_as_frozen)
{
    auto frozen = test::golden("scan.csv"); // kept with the ends of lines of its neighbours
    for (auto at = frozen.find('\n'); at != std::string::npos; at = frozen.find('\n', at + 2))
        frozen.insert(at, 1, '\r');
    BOOST_TEST(document(test::every_kind()) == frozen);
}

BOOST_AUTO_TEST_CASE(python_reads_the_same_findings)
{
    if (test::lacks("python3", "python_reads_the_same_findings"))
        return;
    auto const all = test::every_kind();
    auto const result = test::read_with(test::python(R"(
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))
assert all(None not in row and None not in row.values() for row in rows)
ports = [row for row in rows if row['type'] == 'port']
print(*sorted(' '.join(row[name] for name in ('address', 'port', 'protocol', 'state', 'reason')) for row in ports), sep='\n')
assert rows[-1]['type'] == 'summary' and rows[-1]['state'] == 'complete', rows[-1]
assert 'open=5' in rows[-1]['reason'].split()
assert ports[0]['host'] == 'localhost' and ports[0]['names'] == 'localhost web' and ports[0]['rtt_us'] == '120'
)"),
                                        document(all));
    BOOST_TEST(result.out == test::findings(all));
    BOOST_TEST(result.status == 0);
}

BOOST_AUTO_TEST_CASE(names_come_back_as_they_were_and_break_no_row)
{
    if (test::lacks("python3", "names_come_back_as_they_were_and_break_no_row"))
        return;
    for (auto const& name : test::hostile_names()) {
        std::vector<std::string> const names{name};
        std::ostringstream out;
        sonda::sink::annotations notes;
        notes.names = [&](auto const&) { return std::span<std::string const>(names); };
        csv sink{out, notes};
        sink.put(test::open_port(80));
        sink.finish({}, true);
        auto const result = test::read_with(test::python(R"(
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))
assert [len(row) for row in rows] == [11, 11, 11], rows
assert rows[1][1] == rows[1][9]
sys.stdout.write(rows[1][1])
)"),
                                            out.str());
        BOOST_TEST(result.status == 0, result.out);
        BOOST_TEST(result.out == sonda::detail::well_formed(name));
    }
}

BOOST_AUTO_TEST_CASE(every_line_is_there_as_soon_as_it_was_put)
{
    std::ostringstream out;
    csv sink{out, test::notes()};
    for (auto const& found : test::every_kind()) {
        sink.put(found);
        BOOST_TEST(out.str().ends_with("2026-01-02T03:04:05.000006Z\r\n"));
    }
}

BOOST_AUTO_TEST_CASE(head_and_summary_are_written_once)
{
    std::ostringstream out;
    csv sink{out, test::notes()};
    sink.begin(test::some_scan());
    sink.begin(test::some_scan());
    sink.finish({}, false);
    sink.finish({}, false);
    auto const text = out.str();
    BOOST_TEST(text.rfind("type,host,") == 0u);
    BOOST_TEST(text.find("summary,,,,,interrupted,targets=0 ") == text.rfind("summary,"));
}

BOOST_AUTO_TEST_CASE(it_works_without_a_begin_and_without_a_verdict)
{
    std::ostringstream out;
    csv{out, test::notes()}.finish({}, true);
    BOOST_TEST(
        out.str().starts_with("type,host,address,port,protocol,state,reason,rtt_us,tries,names,time\r\nsummary,"));
}

BOOST_AUTO_TEST_SUITE_END()
