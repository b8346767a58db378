// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/sink.hpp>
#include <sonda/sink/bundle.hpp>
#include <sonda/sink/callback.hpp>
#include <sonda/sink/counter.hpp>
#include <sonda/sink/csv.hpp>
#include <sonda/sink/filter.hpp>
#include <sonda/sink/gnmap.hpp>
#include <sonda/sink/greppable.hpp>
#include <sonda/sink/html.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/tee.hpp>
#include <sonda/sink/text.hpp>
#include <sonda/sink/xml.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

using namespace sonda;
using conformance::check_sink;
using conformance::sink_expectations;

namespace {

/// How often `part` occurs in what a sink wrote; `make` begins with an empty page.
struct page
{
    std::ostringstream out;

    std::ostringstream& fresh()
    {
        out.str({});
        return out;
    }

    std::size_t occurrences(std::string_view part) const
    {
        std::size_t count = 0;
        std::string const all = out.str();
        for (auto at = all.find(part); at != std::string::npos; at = all.find(part, at + part.size()))
            ++count;
        return count;
    }
};

bool is_open(verdict const& found)
{
    return found.state() == port_state::open;
}

/// A sink that gets one thing wrong, chosen by `Fault`.
enum class fault { none, loses_some, late, tells_in_destructor, throws, twice };

template<fault Fault>
struct faulty
{
    explicit faulty(std::size_t& out)
        : seen(&out)
    {}
    faulty(faulty&& other) noexcept
        : seen(std::exchange(other.seen, nullptr))
        , held(other.held)
    {}
    ~faulty()
    {
        if (Fault == fault::tells_in_destructor && seen != nullptr)
            ++*seen;
    }
    void put(verdict const& found)
    {
        if (Fault == fault::throws && found.endpoint.is_v6())
            throw 1;
        if (Fault == fault::late)
            ++held;
        else if (Fault != fault::loses_some || found.endpoint.port() % 7 != 0)
            ++*seen;
    }
    void finish(scan_summary const&, bool)
    {
        *seen += held;
        if (Fault != fault::twice)
            held = 0;
        else
            held = 1;
    }

    std::size_t* seen;
    std::size_t held = 0;
};

template<fault Fault>
conformance::report check_faulty()
{
    std::size_t seen = 0;
    return check_sink(
        [&] {
            seen = 0;
            return faulty<Fault>(seen);
        },
        [&] { return seen; });
}

struct half_drainable
{
    void put(verdict const&) {}
    bool full() const { return false; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(sink_conformance)

BOOST_AUTO_TEST_CASE(text_conforms)
{
    page paper;
    using sink::text_style;
    for (auto const style : {text_style::plain, text_style::colour}) {
        auto const made = check_sink(
            [&] {
                return sink::text{paper.fresh(), style};
            },
            [&] {
                return paper.occurrences("tcp  ") + paper.occurrences("udp  ") - paper.occurrences("tcp    ") -
                       paper.occurrences("udp    "); // the rows of the table have wider columns
            });
        BOOST_TEST(made.passed(), made);
    }
    auto const made = check_sink(
        [&] {
            return sink::text{paper.fresh(), text_style::accessible};
        },
        [&] { return paper.occurrences(". Reason: "); });
    BOOST_TEST(made.passed(), made);
}

BOOST_AUTO_TEST_CASE(greppable_conforms)
{
    page paper;
    auto const made = check_sink([&] { return sink::greppable{paper.fresh()}; },
                                 [&] { return paper.occurrences(",") + paper.occurrences("["); },
                                 {.at_once = false, .shown = is_open});
    BOOST_TEST(made.passed(), made);
}

BOOST_AUTO_TEST_CASE(json_and_ndjson_conform)
{
    page paper;
    auto const seen = [&] { return paper.occurrences("\"type\":\"port\""); };
    auto const one = check_sink([&] { return sink::json{paper.fresh()}; }, seen);
    BOOST_TEST(one.passed(), one);
    auto const other = check_sink([&] { return sink::ndjson{paper.fresh()}; }, seen);
    BOOST_TEST(other.passed(), other);
}

BOOST_AUTO_TEST_CASE(xml_csv_gnmap_and_html_conform)
{
    page paper;
    auto const check = [&](auto make, std::string_view mark) {
        auto const made = check_sink(make, [&] { return paper.occurrences(mark); });
        BOOST_TEST(made.passed(), made);
    };
    check([&] { return sink::xml{paper.fresh()}; }, "<port ");
    check([&] { return sink::csv{paper.fresh()}; }, "\nport,");
    check([&] { return sink::gnmap{paper.fresh()}; }, "Host: ");
    check([&] { return sink::html{paper.fresh()}; }, "<th scope=\"row\" data-key=");
}

BOOST_AUTO_TEST_CASE(callback_filter_and_counter_conform)
{
    std::size_t count = 0;
    auto const make = [&] {
        count = 0;
        return sink::callback{[&](verdict const&) { ++count; }};
    };
    auto const seen = [&] { return count; };
    auto const called = check_sink(make, seen);
    BOOST_TEST(called.passed(), called);
    auto const filtered = check_sink([&] { return sink::filter{make(), sink::only_open}; }, seen, {.shown = is_open});
    BOOST_TEST(filtered.passed(), filtered);

    sink::counter counter;
    auto const counted = check_sink(
        [&] {
            counter = {};
            return sink::tee<sink::counter&, sink::null>{counter, sink::null{}};
        },
        [&] { return counter.total(); });
    BOOST_TEST(counted.passed(), counted);
}

BOOST_AUTO_TEST_CASE(null_conforms)
{
    auto const made =
        check_sink([] { return sink::null{}; }, [] { return 0u; }, {.shown = [](verdict const&) { return false; }});
    BOOST_TEST(made.passed(), made);
}

BOOST_AUTO_TEST_CASE(tee_and_bundle_conform)
{
    page first, second;
    auto const seen = [&] {
        auto const ports = second.occurrences("\"type\":\"port\"");
        return first.occurrences("\"type\":\"port\"") == ports ? ports : std::size_t(-1);
    };
    auto const one = check_sink(
        [&] {
            return sink::tee{sink::json{first.fresh()}, sink::ndjson{second.fresh()}};
        },
        seen);
    BOOST_TEST(one.passed(), one);
    auto const other = check_sink(
        [&] {
            sink::bundle all;
            all.add(sink::ndjson{first.fresh()});
            all.add(sink::json{second.fresh()});
            return all;
        },
        seen);
    BOOST_TEST(other.passed(), other);
}

BOOST_AUTO_TEST_CASE(the_check_finds_what_is_wrong)
{
    BOOST_TEST(check_faulty<fault::none>().passed(), check_faulty<fault::none>());
    BOOST_TEST(!check_faulty<fault::loses_some>().passed());
    BOOST_TEST(!check_faulty<fault::late>().passed());
    BOOST_TEST(!check_faulty<fault::tells_in_destructor>().passed());
    BOOST_TEST(!check_faulty<fault::throws>().passed());
    BOOST_TEST(!check_faulty<fault::twice>().passed());
    auto const half =
        check_sink([] { return half_drainable{}; }, [] { return 0u; }, {.shown = [](verdict const&) { return false; }});
    BOOST_TEST(!half.passed());
}

BOOST_AUTO_TEST_SUITE_END()
