// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HTML_SUMMARY_HPP
#define SONDA_DETAIL_HTML_SUMMARY_HPP

// The parts of the page of a scan that are known when it ends.

#include <sonda/detail/html_text.hpp>
#include <sonda/sink/scan_past.hpp>

namespace sonda::detail {

/// The shortest, the longest and the mean round trip.
class trip_statistics
{
public:
    trip_statistics() = default;

    explicit trip_statistics(sink::past_trips const& past) noexcept
        : trips_(past)
    {}

    void add(std::chrono::nanoseconds rtt) noexcept { trips_.add(rtt); }
    bool empty() const noexcept { return trips_.count == 0; }
    std::chrono::nanoseconds shortest() const noexcept { return trips_.shortest; }
    std::chrono::nanoseconds longest() const noexcept { return trips_.longest; }

    std::chrono::nanoseconds mean() const noexcept
    {
        return std::chrono::nanoseconds(static_cast<std::int64_t>(trips_.sum / static_cast<double>(trips_.count)));
    }

private:
    sink::past_trips trips_;
};

inline void append_html_fact(std::string& text, std::string_view name, std::string_view value)
{
    text += "<div><dt>";
    append_html(text, name);
    text += "</dt><dd>";
    append_html(text, value);
    text += "</dd></div>\n";
}

/// 1,234,567
inline std::string grouped(std::uint64_t number)
{
    auto digits = std::to_string(number);
    for (auto at = digits.size(); at > 3;)
        digits.insert(at -= 3, ",");
    return digits;
}

inline std::string decimal_text(std::chrono::nanoseconds value, auto unit, std::string_view name)
{
    std::string text;
    append_decimal(text, value, unit);
    return text += name;
}

inline void append_html_totals(std::string& text, scan_summary const& summary)
{
    text += "<dl class=\"totals\">\n";
    for (std::size_t i = 0; i != port_state_count; ++i) {
        auto const state = static_cast<port_state>(i);
        ((text += "<div><dt class=\"") += html_class(state)) += "\">";
        (((text += to_string(state)) += "</dt><dd>") += grouped(summary.counts[i])) += "</dd></div>\n";
    }
    text += "</dl>\n";
}

inline void append_html_timings(std::string& text, scan_summary const& summary, trip_statistics const& trips)
{
    append_html_fact(text, "Duration", decimal_text(summary.duration, std::chrono::seconds(1), " s"));
    if (summary.duration.count() > 0)
        append_html_fact(text, "Verdicts a second",
                         grouped(static_cast<std::uint64_t>(static_cast<double>(summary.verdicts) * 1e9 /
                                                            static_cast<double>(summary.duration.count()))));
    if (trips.empty())
        return;
    std::chrono::milliseconds const unit(1);
    append_html_fact(text, "Shortest round trip", decimal_text(trips.shortest(), unit, " ms"));
    append_html_fact(text, "Mean round trip", decimal_text(trips.mean(), unit, " ms"));
    append_html_fact(text, "Longest round trip", decimal_text(trips.longest(), unit, " ms"));
}

inline void append_html_options(std::string& text, sink::scan_info const& info)
{
    if (info.options.empty())
        return;
    text += "<details>\n<summary>Options in force</summary>\n<dl class=\"facts\">\n";
    for (auto const& [name, value] : info.options)
        append_html_fact(text, name, value);
    text += "</dl>\n</details>\n";
}

inline void append_html_summary(std::string& text, sink::scan_info const& info, scan_summary const& summary,
                                bool complete, trip_statistics const& trips, std::chrono::system_clock::time_point now)
{
    std::string ended;
    append_html_time(ended, now);
    text += "<section id=\"summary\" aria-labelledby=\"summary-title\">\n<h2 id=\"summary-title\">Summary</h2>\n";
    text += complete
                ? "<p class=\"ending\">The scan is complete: every target has its verdict.</p>\n"
                : "<p class=\"ending interrupted\">The scan was interrupted: not every target has a verdict.</p>\n";
    append_html_totals(text, summary);
    text += "<dl class=\"facts\">\n";
    append_html_fact(text, "Targets", grouped(summary.targets));
    append_html_fact(text, "With a verdict", grouped(summary.verdicts));
    append_html_fact(text, "Probes sent", grouped(summary.probes));
    append_html_fact(text, "Ended at, UTC", ended);
    append_html_timings(text, summary, trips);
    if (info.seed)
        append_html_fact(text, "Seed of the order", std::to_string(*info.seed));
    if (summary.skipped != 0)
        append_html_fact(text, "Skipped, as their hosts took too long", grouped(summary.skipped));
    if (summary.shortages != 0)
        append_html_fact(text, "Probes that had to wait", grouped(summary.shortages));
    text += "</dl>\n";
    append_html_options(text, info);
    text += "</section>\n";
}

inline void append_html_open_ports(std::string& text, std::span<port_run const> host, protocol proto)
{
    auto const is_of = [&](port_run const& run) { return run.first.protocol() == proto; };
    auto const begin = std::find_if(host.begin(), host.end(), is_of);
    auto const end = std::find_if_not(begin, host.end(), is_of);
    text += "<td>";
    append_port_list(text, {begin, end}, ", ", "–");
    text += "</td>";
}

inline void append_html_hosts(std::string& text, std::span<port_run const> open, sink::annotations const& notes)
{
    if (open.empty())
        return;
    text +=
        "<section id=\"hosts\" aria-labelledby=\"hosts-title\">\n<h2 id=\"hosts-title\">Hosts with open ports</h2>\n"
        "<table>\n<caption class=\"unseen\">The open ports of each host</caption>\n<thead><tr><th "
        "scope=\"col\">Host</th>"
        "<th scope=\"col\">Open TCP ports</th><th scope=\"col\">Open UDP ports</th></tr></thead>\n<tbody>\n";
    while (!open.empty()) {
        auto const host = take_host(open);
        text += "<tr><th scope=\"row\">";
        append_html_host(text, host.front().first, notes.names_of(host.front().first));
        text += "</th>";
        append_html_open_ports(text, host, protocol::tcp);
        append_html_open_ports(text, host, protocol::udp);
        text += "</tr>\n";
    }
    text += "</tbody>\n</table>\n</section>\n";
}

inline constexpr std::string_view html_end =
    "</main>\n<footer>Written by sonda " SONDA_VERSION_STRING "</footer>\n</body>\n</html>\n";

} // namespace sonda::detail

#endif // SONDA_DETAIL_HTML_SUMMARY_HPP
