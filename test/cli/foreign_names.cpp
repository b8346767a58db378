// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/foreign_names.hpp>
#include <sonda/cli/unknown_option.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/refusal.hpp"

using namespace sonda::cli;

BOOST_AUTO_TEST_SUITE(foreign_names_)

BOOST_AUTO_TEST_CASE(long_names_have_one_hyphen_or_two)
{
    for (auto const* const word : {"-host", "--host", "-host=a", "--host=a,b"}) {
        auto const* const found = find_foreign_name(word);
        BOOST_REQUIRE(found != nullptr);
        BOOST_TEST(found->spelling == "-host");
    }
    BOOST_TEST(find_foreign_name("-max-rate")->spelling == "--max-rate");
    for (auto const* const word : {"--n", "-hosts", "--hos", "-", "--", "", "host", "-ports-file2"})
        BOOST_TEST(find_foreign_name(word) == nullptr, word);
}

BOOST_AUTO_TEST_CASE(a_star_stands_for_whatever_follows)
{
    BOOST_TEST(find_foreign_beginning("-T4")->spelling == "-T*");
    BOOST_TEST(find_foreign_beginning("-PS22,80")->spelling == "-P*");
    BOOST_TEST(find_foreign_beginning("-n4") == nullptr);
}

BOOST_AUTO_TEST_CASE(each_is_refused_with_what_it_is_here)
{
    for (auto const& name : foreign_names) {
        std::vector<std::string> line = {std::string(name.spelling), "5"};
        if (line.front().ends_with('*'))
            line.front().back() = '9';
        auto const text = test::refusal([&] { check_option_names(line); });
        auto const expected = std::string(name.here.empty() ? name.why : name.here);
        BOOST_TEST(!expected.empty(), name.spelling);
        BOOST_TEST(text.find(expected) != std::string::npos, name.spelling << ": " << text);
        BOOST_TEST(find_option(name.spelling.substr(name.spelling.starts_with("--") ? 2 : 1)) ==
                   (name.spelling == "-json" ? find_option("json") : nullptr));
    }
}

BOOST_AUTO_TEST_SUITE_END()
