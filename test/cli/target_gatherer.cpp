// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/target_gatherer.hpp>
#include <sonda/target/target_space.hpp>

#include <boost/asio/error.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using boost::asio::ip::make_address;
using sonda::target::resolved_name;

namespace {

struct gathering
{
    explicit gathering(options chosen_ = {})
        : chosen(std::move(chosen_))
    {}

    void add(char const* target, target_use use = target_use::include, std::string place = {})
    {
        gatherer.add(*sonda::target::parse_target(target), use, std::move(place));
    }

    sonda::target::target_selection& tcp() { return gatherer.selection(sonda::protocol::tcp); }

    options chosen;
    test::scratch_file said;
    messages say{true, said.descriptor()};
    target_gatherer gatherer{chosen, say};
};

resolved_name found(char const* name, std::vector<char const*> const& addresses)
{
    resolved_name result{name, {}, {}};
    for (auto const* const address : addresses)
        result.addresses.push_back(make_address(address));
    return result;
}

resolved_name lost(char const* name, boost::system::error_code why)
{
    return {name, why, {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(target_gatherer_)

BOOST_AUTO_TEST_CASE(a_port_with_a_protocol_is_of_that_whatever_the_others_are)
{
    gathering all;
    for (auto const* const target : {"127.0.0.1:U:53", "127.0.0.1:80", "name.test:U:9"})
        all.add(target);
    all.gatherer.resolved({found("name.test", {"127.0.0.2"})});
    auto const count = [&](sonda::protocol proto) {
        return sonda::target::target_space::make(all.gatherer.selection(proto), proto)->size();
    };
    BOOST_TEST(count(sonda::protocol::tcp) == 1u);
    BOOST_TEST(count(sonda::protocol::udp) == 2u);
    all.add("127.0.0.1:T:53", target_use::exclude);
    BOOST_TEST(count(sonda::protocol::udp) == 2u);
    all.add("127.0.0.1:U:53", target_use::exclude);
    BOOST_TEST(count(sonda::protocol::udp) == 1u);
    all.add("127.0.0.1:80", target_use::exclude);
    BOOST_TEST(count(sonda::protocol::tcp) == 0u);
}

BOOST_AUTO_TEST_CASE(asks_for_each_name_once_in_the_order_of_their_coming)
{
    gathering all;
    for (auto const* const target : {"b.test", "a.test", "b.test:80", "127.0.0.1"})
        all.add(target);
    auto const expected = std::vector<std::string>{"b.test", "a.test"};
    BOOST_TEST(all.gatherer.names() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(takes_all_addresses_of_a_name_and_keeps_all_names_of_an_address)
{
    gathering all;
    all.add("a.test");
    all.add("b.test:80");
    all.gatherer.resolved({found("a.test", {"127.0.0.2", "::1"})});
    all.gatherer.resolved({found("b.test", {"127.0.0.2"})});
    BOOST_TEST(all.tcp().addresses.contains(make_address("127.0.0.2")));
    BOOST_TEST(all.tcp().addresses.contains(make_address("::1")));
    BOOST_TEST(all.tcp().endpoints.size() == 1u);
    BOOST_TEST(all.gatherer.known_names().names_of(make_address("127.0.0.2")).size() == 2u);
}

BOOST_AUTO_TEST_CASE(takes_the_first_address_if_that_is_asked_for_and_names_the_rest)
{
    options chosen;
    chosen.resolve = resolve_mode::first;
    gathering all(chosen);
    all.add("a.test");
    all.gatherer.resolved({found("a.test", {"127.0.0.2", "127.0.0.3"})});
    BOOST_TEST(all.tcp().addresses.contains(make_address("127.0.0.2")));
    BOOST_TEST(!all.tcp().addresses.contains(make_address("127.0.0.3")));
    BOOST_TEST(all.said.content() == "sonda: 'a.test': not scanned: 127.0.0.3\n");
}

BOOST_AUTO_TEST_CASE(excludes_all_addresses_of_a_name_whatever_is_asked_for)
{
    options chosen;
    chosen.resolve = resolve_mode::first;
    gathering all(chosen);
    all.add("a.test", target_use::exclude);
    all.gatherer.resolved({found("a.test", {"127.0.0.2", "127.0.0.3"})});
    BOOST_TEST(all.tcp().excluded_addresses.contains(make_address("127.0.0.3")));
    BOOST_TEST(all.gatherer.known_names().size() == 0u);
}

BOOST_AUTO_TEST_CASE(tells_a_name_without_address_with_its_place)
{
    gathering all;
    all.add("a.test", target_use::include, "file:3: ");
    all.gatherer.resolved({lost("a.test", boost::asio::error::host_not_found)});
    BOOST_TEST(all.say.bad_inputs() == 1u);
    BOOST_TEST(all.said.content().starts_with("sonda: file:3: 'a.test' has no address: "));
}

BOOST_AUTO_TEST_CASE(tells_names_without_address_in_the_order_of_their_lines)
{
    gathering all;
    for (auto const* const line : {"1", "2", "10", "11"})
        all.add(line == std::string("10") ? "n1.test" : (std::string("n") + line + ".test").c_str(),
                target_use::include, std::string("file:") + line + ": ");
    std::vector<resolved_name> results;
    for (auto const& name : all.gatherer.names())
        results.push_back(lost(name.c_str(), boost::asio::error::host_not_found));
    all.gatherer.resolved(results);
    BOOST_TEST(all.say.bad_inputs() == 4u);
    auto const said = all.said.content();
    std::size_t before = 0;
    for (auto const* const place : {"file:1: 'n1.", "file:2: 'n2.", "file:10: 'n1.", "file:11: 'n11."}) {
        auto const at = said.find(place);
        BOOST_TEST(at != std::string::npos, said);
        BOOST_TEST(at >= before, said);
        before = at;
    }
}

BOOST_AUTO_TEST_CASE(stops_if_nobody_knows_what_must_not_be_scanned)
{
    gathering all;
    all.add("a.test", target_use::exclude);
    all.gatherer.resolved({lost("a.test", boost::asio::error::host_not_found)});
    BOOST_TEST(all.say.bad_inputs() == 1u);
    auto const later = lost("a.test", boost::asio::error::host_not_found_try_again);
    BOOST_CHECK_EXCEPTION(all.gatherer.resolved({later}), usage_error,
                          [](usage_error const& error) { return error.status() == exit_status::nothing; });
}

BOOST_AUTO_TEST_CASE(a_sweep_skips_special_purpose_addresses_that_nobody_named)
{
    gathering all;
    all.add("0.0.0.0/0");
    all.add("127.0.0.1");
    BOOST_TEST(!all.tcp().addresses.contains(make_address("127.0.0.2")));
    BOOST_TEST(all.tcp().addresses.contains(make_address("127.0.0.1")));
    BOOST_TEST(!all.gatherer.skipped().contains(make_address("127.0.0.1")));
    BOOST_TEST(all.gatherer.skipped().contains(make_address("224.0.0.1")));
}

BOOST_AUTO_TEST_CASE(a_sweep_skips_nothing_that_is_asked_for_or_only_counted)
{
    for (bool const special : {true, false}) {
        options chosen;
        chosen.special = special;
        chosen.count = !special;
        gathering all(chosen);
        all.add("0.0.0.0/0");
        BOOST_TEST(all.tcp().addresses.count().value() == 4294967296u);
        BOOST_TEST(all.gatherer.skipped().empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
