// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The page of a scan in a real browser: it is clicked and read.

#include <sonda/sink/html.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "cli/scratch_file.hpp"
#include "report_page/browser.hpp"
#include "sink/other_readers.hpp"
#include "sink/samples.hpp"
#include "support/net_namespace.hpp"

namespace {

std::string page(std::vector<sonda::verdict> const& all, sonda::sink::annotations const& notes = test::notes())
{
    std::ostringstream out;
    test::feed(sonda::sink::html{out, notes}, all);
    return out.str();
}

/// A page in a browser that can reach nothing, or the reason why there is none.
class opened_page
{
public:
    opened_page(char const* test, std::string const& content)
        : file_(content)
        , named_(file_.path() + ".html")
    {
        if (test::find_chromium().empty()) {
            std::cout << "SKIPPED: " << test << ": there is no chromium" << std::endl;
            return;
        }
        std::signal(SIGPIPE, SIG_IGN);
        if (test::net_namespace::available())
            alone_.emplace();
        std::filesystem::copy_file(file_.path(), named_);
        shown_.emplace(named_);
    }

    ~opened_page()
    {
        std::error_code ignored;
        std::filesystem::remove(named_, ignored);
    }

    explicit operator bool() const noexcept { return shown_.has_value(); }
    test::browser* operator->() noexcept { return &*shown_; }

    /// The text of a column of the rows that are shown, in their order.
    std::string column(int number)
    {
        return shown_->text("Array.from(document.querySelectorAll('#ports tbody tr:not([hidden])'), row => row.cells[" +
                            std::to_string(number) + "].textContent.trim()).join(' ')");
    }

private:
    test::scratch_file file_;
    std::string named_;
    std::optional<test::net_namespace> alone_;
    std::optional<test::browser> shown_;
};

constexpr auto shown = "document.getElementById('shown').textContent";

// The least contrast of any text that is shown, by the formula of WCAG 2.1 (section 1.4.3).
constexpr auto least_contrast = R"((() => {
  const part = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const numbers = text => text.match(/[\d.]+/g).map(Number);
  const behind = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
  let least = 21;
  for (const e of document.body.querySelectorAll('*')) {
    if (!e.offsetParent || !Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim())) continue;
    const a = light(numbers(getComputedStyle(e).color)), b = light(behind(e));
    least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return least; })())";

} // namespace

BOOST_AUTO_TEST_SUITE(report_page)

BOOST_AUTO_TEST_CASE(it_filters_by_host_port_and_state)
{
    opened_page page_of("it_filters_by_host_port_and_state", page(test::every_kind()));
    if (!page_of)
        return;
    BOOST_TEST(page_of->text(shown) == "13 of 13 ports are shown.");
    page_of->click("#filter-host");
    page_of->type("::1");
    BOOST_TEST(page_of->becomes(std::string(shown) + ".startsWith('3 of 13 ')"), page_of->text(shown));
    BOOST_TEST(page_of.column(1) == "443 444 55");
    page_of->click("form button");
    BOOST_TEST(page_of->becomes(std::string(shown) + ".startsWith('13 of 13 ')"));
    page_of->click("#filter-port");
    page_of->type("80-82, 8081-");
    BOOST_TEST(page_of->becomes(std::string(shown) + ".startsWith('5 of 13 ')"), page_of->text(shown));
    BOOST_TEST(page_of.column(1) == "80 81 82 80 8081");
    page_of->evaluate("const s = document.getElementById('filter-state'); s.value = 'open'; "
                      "s.dispatchEvent(new Event('input', {bubbles: true}))");
    BOOST_TEST(page_of->becomes(std::string(shown) + ".startsWith('2 of 13 ')"), page_of->text(shown));
    BOOST_TEST(page_of.column(3) == "open open");
}

BOOST_AUTO_TEST_CASE(what_is_no_list_of_ports_is_told)
{
    opened_page page_of("what_is_no_list_of_ports_is_told", page(test::every_kind()));
    if (!page_of)
        return;
    page_of->click("#filter-port");
    page_of->type("90-80");
    BOOST_TEST(page_of->becomes("document.getElementById('filter-problem').textContent.startsWith('Not a list')"));
    BOOST_TEST(page_of->text("document.getElementById('filter-port').getAttribute('aria-invalid')") == "true");
    BOOST_TEST(page_of->text(shown) == "13 of 13 ports are shown.");
}

BOOST_AUTO_TEST_CASE(it_sorts_by_every_column_both_ways)
{
    opened_page page_of("it_sorts_by_every_column_both_ways", page(test::every_kind()));
    if (!page_of)
        return;
    auto const head = [](int column) { return "#ports th:nth-child(" + std::to_string(column + 1) + ")"; };
    page_of->click(head(1) + " button");
    BOOST_TEST(page_of.column(1) == "53 54 55 56 80 80 81 82 83 443 444 8080 8081");
    BOOST_TEST(page_of->text("document.querySelector('" + head(1) + "').ariaSort") == "ascending");
    page_of->click(head(1) + " button");
    BOOST_TEST(page_of.column(1) == "8081 8080 444 443 83 82 81 80 80 56 55 54 53");
    BOOST_TEST(page_of->text("document.querySelector('" + head(1) + "').ariaSort") == "descending");
    page_of->click(head(0) + " button");
    BOOST_TEST(page_of.column(0).ends_with("192.0.2.1 ::1 ::1 ::1"), page_of.column(0));
    BOOST_TEST(page_of->text("document.querySelector('" + head(1) + "').ariaSort") == "null");
    page_of->click(head(6) + " button");
    BOOST_TEST(page_of.column(6).starts_with("0.001 0.001 0.005 0.040 0.099 0.120 1500.000"), page_of.column(6));
    for (int const column : {2, 3, 4, 5, 7, 8}) {
        page_of->click(head(column) + " button");
        BOOST_TEST(page_of->text("document.querySelector('" + head(column) + "').ariaSort") == "ascending");
    }
}

BOOST_AUTO_TEST_CASE(totals_and_timings_come_first)
{
    opened_page page_of("totals_and_timings_come_first", page(test::every_kind()));
    if (!page_of)
        return;
    BOOST_TEST(page_of->text("Array.from(document.querySelectorAll('main > section'), s => s.id).join(' ')") ==
               "summary hosts results");
    BOOST_TEST(page_of->text("Array.from(document.querySelectorAll('.totals dd'), d => d.textContent).join(' ')") ==
               "5 3 3 1 1");
    BOOST_TEST(page_of->text("document.getElementById('summary').innerText").find("1.250 s") != std::string::npos);
    BOOST_TEST(page_of->text("document.getElementById('hosts').innerText").find("80, 8080") != std::string::npos);
    page_of->click("summary");
    BOOST_TEST(page_of->becomes("document.querySelector('details').open"));
    BOOST_TEST(page_of->evaluate("document.querySelector('.cut').offsetParent === null") == true);
}

BOOST_AUTO_TEST_CASE(a_screen_reader_finds_headings_tables_and_names)
{
    opened_page page_of("a_screen_reader_finds_headings_tables_and_names", page(test::every_kind()));
    if (!page_of)
        return;
    std::map<std::string, int> roles;
    auto const tree = page_of->call("Accessibility.getFullAXTree");
    for (auto const& node : tree.at("nodes").as_array()) {
        auto const& entry = node.as_object();
        auto const* const role = entry.if_contains("role");
        if (role == nullptr || entry.at("ignored").as_bool())
            continue;
        std::string const kind(role->at("value").as_string());
        ++roles[kind];
        auto const* const name = entry.if_contains("name");
        bool const named = name != nullptr && !name->at("value").as_string().empty();
        for (auto const* const needs_name : {"heading", "table", "button", "textbox", "searchbox", "combobox", "link",
                                             "columnheader", "rowheader", "region", "search", "navigation"})
            BOOST_TEST((kind != needs_name || named), kind);
    }
    BOOST_TEST(roles["heading"] == 4);
    BOOST_TEST(roles["table"] == 2);
    BOOST_TEST(roles["columnheader"] == 12);
    BOOST_TEST(roles["rowheader"] == 15);
    BOOST_TEST(roles["main"] == 1);
    BOOST_TEST(roles["status"] == 1);
}

BOOST_AUTO_TEST_CASE(text_has_contrast_by_day_and_by_night)
{
    opened_page page_of("text_has_contrast_by_day_and_by_night", page(test::every_kind()));
    if (!page_of)
        return;
    std::vector<std::string> backgrounds;
    for (auto const* const scheme : {"light", "dark"}) {
        page_of->call("Emulation.setEmulatedMedia",
                      {{"features", boost::json::array{{{"name", "prefers-color-scheme"}, {"value", scheme}}}}});
        BOOST_TEST(page_of->evaluate(least_contrast).to_number<double>() >= 4.5, scheme);
        backgrounds.push_back(page_of->text("getComputedStyle(document.body).backgroundColor"));
    }
    BOOST_TEST(backgrounds[0] != backgrounds[1]);
}

BOOST_AUTO_TEST_CASE(a_phone_shows_all_of_it_without_scrolling_sideways)
{
    auto all = test::every_kind();
    auto const phone_address = sonda::endpoint::v6(0x20010db8deadbeefull, 0xfedcba9876543210ull, 0, 65535);
    all.push_back(test::open_port(1));
    all.back().endpoint = phone_address;
    opened_page page_of("a_phone_shows_all_of_it_without_scrolling_sideways", page(all));
    if (!page_of)
        return;
    for (int const width : {320, 390}) {
        page_of->call("Emulation.setDeviceMetricsOverride",
                      {{"width", width}, {"height", 800}, {"deviceScaleFactor", 2}, {"mobile", true}});
        BOOST_TEST(page_of->becomes("innerWidth === " + std::to_string(width)));
        BOOST_TEST(page_of->evaluate("document.documentElement.scrollWidth").to_number<int>() <= width);
        BOOST_TEST(page_of->text("document.getElementById('ports').innerText").find("2001:db8:dead:beef:fedc") !=
                   std::string::npos);
    }
    BOOST_TEST(page_of->becomes("document.querySelector('#ports tbody td').getAttribute('role') === 'cell'"));
    page_of->click("#ports th:nth-child(2) button");
    BOOST_TEST(page_of.column(1).starts_with("53 54 "), page_of.column(1));
}

BOOST_AUTO_TEST_CASE(names_do_nothing_and_nothing_is_fetched)
{
    auto notes = test::notes();
    notes.names = [](auto const&) { return std::span<std::string const>(test::hostile_names()); };
    opened_page page_of("names_do_nothing_and_nothing_is_fetched", page({test::open_port(80)}, notes));
    if (!page_of)
        return;
    BOOST_TEST(page_of->text("document.querySelectorAll('script').length") == "1");
    BOOST_TEST(page_of.column(0).find("</td><script>alert(1)</script>") != std::string::npos);
    for (auto const& request : page_of->events("Network.requestWillBeSent"))
        BOOST_TEST(std::string(request.at("request").at("url").as_string()).starts_with("file://"));
    BOOST_TEST(page_of->events("Log.entryAdded").empty());
    BOOST_TEST(page_of->events("Runtime.exceptionThrown").empty());
    BOOST_TEST(
        page_of->evaluate("(() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1'; "
                          "document.body.append(s); return window.bad === undefined; })()") == true);
}

BOOST_AUTO_TEST_CASE(a_page_that_was_cut_off_shows_what_it_has_and_says_so)
{
    std::ostringstream out;
    sonda::sink::html sink{out, test::notes()};
    for (auto const& found : test::every_kind())
        sink.put(found);
    opened_page page_of("a_page_that_was_cut_off_shows_what_it_has_and_says_so", out.str());
    if (!page_of)
        return;
    BOOST_TEST(page_of->text(shown) == "13 of 13 ports are shown.");
    BOOST_TEST(page_of->evaluate("document.querySelector('.cut').offsetParent !== null") == true);
    BOOST_TEST(page_of->events("Runtime.exceptionThrown").empty());
}

BOOST_AUTO_TEST_SUITE_END()
