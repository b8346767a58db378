// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/text_guard.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>

using sonda::detail::text_guard;

namespace {

std::string passed(text_guard& guard)
{
    return {std::istreambuf_iterator<char>(&guard), {}};
}

void check_whole(std::string const& text)
{
    std::stringbuf from(text);
    text_guard guard(&from);
    BOOST_TEST((passed(guard) == text));
    BOOST_TEST(guard.fault() == "");
}

} // namespace

BOOST_AUTO_TEST_SUITE(text_guard_)

BOOST_AUTO_TEST_CASE(passes_text_on_as_it_is)
{
    check_whole("");
    check_whole("one\r\ntwo\n\nthree");
    std::string many;
    while (many.size() <= 3 * text_guard::longest_word)
        many += "short lines\n";
    check_whole(many);
    std::replace(many.begin(), many.end(), '\n', ',');
    check_whole(many);
}

BOOST_AUTO_TEST_CASE(ends_at_a_word_that_is_too_long)
{
    std::string const longest(text_guard::longest_word, 'a');
    check_whole(longest + '\n' + longest);
    std::stringbuf from("short\n" + longest + "ab\nnever read");
    text_guard guard(&from);
    BOOST_TEST((passed(guard) == "short\n" + longest));
    BOOST_TEST(guard.fault() == "a word of more than 1 MiB");
    BOOST_TEST(guard.line() == 2u);
}

BOOST_AUTO_TEST_CASE(ends_at_a_nul)
{
    std::stringbuf from(std::string("one\ntwo\nth\0ree\n", 15));
    text_guard guard(&from);
    BOOST_TEST(passed(guard) == "one\ntwo\nth");
    BOOST_TEST(guard.fault() == "a NUL byte: this is no text");
    BOOST_TEST(guard.line() == 3u);
}

// As a pipe from which one word came so far: whoever asks it for more waits.
class slow_source : public std::streambuf
{
public:
    bool asked = false;

private:
    int_type underflow() override
    {
        asked = asked || given_;
        if (given_)
            return traits_type::eof();
        given_ = true;
        setg(word_, word_, word_ + sizeof word_);
        return traits_type::to_int_type(word_[0]);
    }

    char word_[3] = {'o', 'n', 'e'};
    bool given_ = false;
};

BOOST_AUTO_TEST_CASE(does_not_wait_for_more_than_there_is)
{
    slow_source from;
    text_guard guard(&from);
    std::string word;
    for (int i = 0; i != 3; ++i)
        word += static_cast<char>(guard.sbumpc());
    BOOST_TEST(word == "one");
    BOOST_TEST(!from.asked);
    BOOST_TEST(guard.sgetc() == text_guard::traits_type::eof());
    BOOST_TEST(from.asked);
}

BOOST_AUTO_TEST_SUITE_END()
