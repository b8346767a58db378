// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/name_server_ranks.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

using sonda::detail::asked_servers;
using sonda::detail::name_server_ranks;

namespace {

// The servers that a question is put to, if nobody answers it.
std::string order_of(name_server_ranks const& ranks, bool refused = false)
{
    asked_servers asked;
    asked.refused = refused;
    std::string order;
    for (auto next = ranks.next(asked); next; next = ranks.next(asked))
        order += static_cast<char>('0' + *next);
    return order;
}

void leave_unanswered(name_server_ranks& ranks, std::size_t server, unsigned times)
{
    for (unsigned i = 0; i != times; ++i)
        ranks.note(server, false);
}

} // namespace

BOOST_AUTO_TEST_SUITE(name_server_ranks_)

BOOST_AUTO_TEST_CASE(ask_all_in_order_and_in_rounds)
{
    BOOST_TEST(order_of({3, 2}) == "012012");
    BOOST_TEST(order_of({1, 1}) == "0");
}

BOOST_AUTO_TEST_CASE(ask_no_second_time_who_said_that_they_cannot)
{
    BOOST_TEST(order_of({3, 2}, true) == "012");
}

BOOST_AUTO_TEST_CASE(put_the_silent_ones_last_and_give_them_up)
{
    name_server_ranks ranks(3, 1);
    leave_unanswered(ranks, 0, 3);
    BOOST_TEST(order_of(ranks) == "012");
    leave_unanswered(ranks, 0, 1);
    BOOST_TEST(order_of(ranks) == "120");
    leave_unanswered(ranks, 0, 251);
    BOOST_TEST(order_of(ranks) == "120");
    leave_unanswered(ranks, 0, 1);
    BOOST_TEST(order_of(ranks) == "12");
    ranks.note(0, true);
    BOOST_TEST(order_of(ranks) == "012");
}

BOOST_AUTO_TEST_CASE(have_more_patience_with_those_who_have_answered)
{
    name_server_ranks ranks(1, 1);
    BOOST_TEST(!ranks.has_answered(0));
    ranks.note(0, true);
    BOOST_TEST(ranks.has_answered(0));
    leave_unanswered(ranks, 0, 1023);
    BOOST_TEST(order_of(ranks) == "0");
    leave_unanswered(ranks, 0, 1);
    BOOST_TEST(order_of(ranks) == "");
}

BOOST_AUTO_TEST_CASE(end_where_all_are_given_up)
{
    name_server_ranks ranks(2, 5);
    leave_unanswered(ranks, 0, 256);
    leave_unanswered(ranks, 1, 256);
    BOOST_TEST(order_of(ranks) == "");
}

BOOST_AUTO_TEST_SUITE_END()
