// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/fingerprint.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <set>

using sonda::cli::fingerprint;
using sonda::target::ip_range;
using sonda::target::target_selection;

namespace {

ip_range at(char const* address)
{
    return ip_range(boost::asio::ip::make_address(address));
}

target_selection sample()
{
    target_selection selection;
    selection.include(at("127.0.0.1"));
    selection.include(at("::1"));
    selection.ports.insert(80);
    return selection;
}

} // namespace

BOOST_AUTO_TEST_SUITE(fingerprint_)

BOOST_AUTO_TEST_CASE(does_not_depend_on_the_order_of_words)
{
    target_selection turned;
    turned.ports.insert(80);
    turned.include(at("::1"));
    turned.include(at("127.0.0.1"));
    BOOST_TEST(fingerprint(sample(), {}) == fingerprint(turned, {}));
}

BOOST_AUTO_TEST_CASE(depends_on_all_that_is_scanned)
{
    std::set<std::uint64_t> seen{fingerprint(sample(), {}), fingerprint({}, sample())};
    auto const note = [&](auto const& change) {
        auto changed = sample();
        change(changed);
        return seen.insert(fingerprint(changed, {})).second;
    };
    BOOST_TEST(seen.size() == 2u);
    BOOST_TEST(note([](auto& s) { s.include(at("127.0.0.2")); }));
    BOOST_TEST(note([](auto& s) { s.ports.insert(81); }));
    BOOST_TEST(note([](auto& s) { s.include(at("127.0.0.1"), 81); }));
    BOOST_TEST(note([](auto& s) { s.exclude(at("127.0.0.1")); }));
    BOOST_TEST(note([](auto& s) { s.exclude(at("127.0.0.1"), 81); }));
    BOOST_TEST(note([](auto& s) { s.excluded_ports.insert(81); }));
}

// The parts of one scan may run on different machines: the number is part of the interface.
BOOST_AUTO_TEST_CASE(stays_what_it_is)
{
    BOOST_TEST(fingerprint({}, {}) == 0x0243cfa845185aa5u);
}

BOOST_AUTO_TEST_SUITE_END()
