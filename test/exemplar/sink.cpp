// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest sinks that do something, for doc/concepts/sink_policy.adoc.

#include <sonda/conformance/sink.hpp>
#include <sonda/sink_policy.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

// tag::exemplar[]
/// Appends the ports that are open to a list of its user.
class open_ports
{
public:
    explicit open_ports(std::vector<std::uint16_t>& ports)
        : ports_(&ports)
    {}

    void put(sonda::verdict const& found)
    {
        if (found.state() == sonda::port_state::open)
            ports_->push_back(found.endpoint.port());
    }

private:
    std::vector<std::uint16_t>* ports_;
};

static_assert(sonda::sink_policy<open_ports>);
// end::exemplar[]

// tag::lifecycle[]
/// Wants to know how the scan ended, too.
class last_word
{
public:
    void put(sonda::verdict const&) { ++seen; }
    void finish(sonda::scan_summary const&, bool complete) { completed = complete; }

    std::size_t seen = 0;
    std::optional<bool> completed;
};
// end::lifecycle[]

} // namespace

BOOST_AUTO_TEST_SUITE(sink_exemplar)

BOOST_AUTO_TEST_CASE(the_exemplar_conforms)
{
    // tag::check[]
    std::vector<std::uint16_t> ports;
    auto const make = [&] {
        ports.clear();
        return open_ports{ports};
    };
    auto const seen = [&] { return ports.size(); };
    auto const is_open = [](sonda::verdict const& found) { return found.state() == sonda::port_state::open; };
    auto const report = sonda::conformance::check_sink(make, seen, {.shown = is_open});
    BOOST_TEST(report.passed(), report);
    // end::check[]
}

BOOST_AUTO_TEST_CASE(the_end_is_told)
{
    last_word sink;
    sink.put({});
    sonda::sink::finish(sink, {}, true);
    BOOST_TEST(sink.seen == 1u);
    BOOST_TEST(sink.completed.value());
}

BOOST_AUTO_TEST_SUITE_END()
