// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/bundle.hpp>
#include <sonda/sink/csv.hpp>
#include <sonda/sink/filter.hpp>
#include <sonda/sink/gnmap.hpp>
#include <sonda/sink/greppable.hpp>
#include <sonda/sink/html.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/tee.hpp>
#include <sonda/sink/text.hpp>
#include <sonda/sink/xml.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "samples.hpp"

using namespace sonda;

namespace {

// What sinks are told of the verdicts before one.
sink::scan_past past_of(std::vector<verdict> const& all, std::size_t written)
{
    sink::scan_past past;
    std::vector<verdict> const before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(written));
    past.records = written;
    for (auto const& found : before) {
        past.last = found.endpoint;
        past.trips.add(found.rtt);
    }
    past.open = [before](auto const& each) {
        for (auto const& found : before)
            if (found.state() == port_state::open)
                each(found.endpoint);
    };
    past.hosts = [before](auto const& each) {
        for (auto const& found : before)
            each(found.endpoint);
    };
    return past;
}

// A document that was left without an end after some of its verdicts and gone on with by another sink, which is to be
// the one that a single sink writes.
template<class Make>
void goes_on(Make make)
{
    auto const all = test::every_kind();
    std::ostringstream whole;
    {
        auto written = make(whole);
        sink::begin(written, test::some_scan());
        for (auto const& found : all)
            written.put(found);
        sink::finish(written, test::summary_of(all), true);
    }
    for (std::size_t cut = 0; cut <= all.size(); ++cut) {
        std::ostringstream out;
        auto first = make(out);
        sink::begin(first, test::some_scan());
        for (std::size_t i = 0; i != cut; ++i)
            first.put(all[i]);
        auto second = make(out);
        sink::go_on(second, test::some_scan(), past_of(all, cut));
        for (std::size_t i = cut; i != all.size(); ++i)
            second.put(all[i]);
        sink::finish(second, test::summary_of(all), true);
        BOOST_TEST_REQUIRE(out.str() == whole.str(), "cut after " + std::to_string(cut));
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(go_on)

BOOST_AUTO_TEST_CASE(a_document_that_was_cut_off_is_gone_on_with)
{
    goes_on([](auto& out) { return sink::json(out, test::notes()); });
    goes_on([](auto& out) { return sink::ndjson(out, test::notes()); });
    goes_on([](auto& out) { return sink::xml(out, test::notes()); });
    goes_on([](auto& out) { return sink::csv(out, test::notes()); });
    goes_on([](auto& out) { return sink::gnmap(out, test::notes()); });
    goes_on([](auto& out) { return sink::html(out, test::notes()); });
    goes_on([](auto& out) { return sink::greppable(out); });
}

// Its table at the end has of what came before only that it is open.
BOOST_AUTO_TEST_CASE(a_text_goes_on_and_its_table_has_all_that_is_open)
{
    auto const all = test::every_kind();
    std::ostringstream out;
    sink::text second(out, sink::text_style::plain, test::notes());
    sink::go_on(second, test::some_scan(), past_of(all, 5));
    BOOST_TEST(out.str() == "");
    second.put(all[5]);
    sink::finish(second, test::summary_of(all), true);
    for (auto const* const open : {"127.0.0.1", "::1", "80", "443"})
        BOOST_TEST(out.str().find(open) != std::string::npos, out.str());
    BOOST_TEST(out.str().find("81") == std::string::npos, out.str());
}

BOOST_AUTO_TEST_CASE(sinks_of_sinks_pass_it_on)
{
    goes_on([](auto& out) { return sink::filter(sink::json(out, test::notes()), sink::all_states); });
    goes_on([](auto& out) { return sink::tee(sink::json(out, test::notes()), sink::ndjson(out, test::notes())); });
    goes_on([](auto& out) {
        sink::bundle both;
        both.add(sink::csv(out, test::notes()));
        both.add(sink::xml(out, test::notes()));
        return both;
    });
}

BOOST_AUTO_TEST_SUITE_END()
