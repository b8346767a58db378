// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/target_file.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

using sonda::target::file_error;
using sonda::target::file_summary;
using sonda::target::ip_range;
using sonda::target::read_targets;
using sonda::target::target_spec;

namespace {

struct reading
{
    std::vector<std::pair<std::uint64_t, std::string>> targets;
    std::vector<file_error> errors;
    file_summary summary;
};

std::string text(target_spec const& target)
{
    auto const host = target.is_name() ? std::get<std::string>(target.host)
                                       : std::get<ip_range>(target.host).at(0).address().to_string();
    return target.port == 0 ? host : host + '+' + std::to_string(target.port);
}

reading read(std::istream& in)
{
    reading result;
    result.summary = read_targets(
        in, "hosts.txt",
        [&](target_spec&& target, std::uint64_t line) { result.targets.emplace_back(line, text(target)); },
        [&](file_error const& error) { result.errors.push_back(error); });
    BOOST_TEST(result.summary.targets == result.targets.size());
    BOOST_TEST(result.summary.errors == result.errors.size());
    return result;
}

reading read(std::string const& content)
{
    std::istringstream in(content);
    return read(in);
}

std::string targets(std::string const& content)
{
    std::string out;
    auto const result = read(content);
    BOOST_TEST(result.errors.empty());
    for (auto const& [line, target] : result.targets)
        out += (out.empty() ? "" : " ") + std::to_string(line) + '=' + target;
    return out;
}

// Gives the same byte many times.
class long_line : public std::streambuf
{
public:
    long_line(char byte, std::uint64_t count)
        : byte_(byte)
        , left_(count)
    {}

private:
    int underflow() override
    {
        if (left_ == 0)
            return traits_type::eof();
        --left_;
        setg(&byte_, &byte_, &byte_ + 1);
        return traits_type::to_int_type(byte_);
    }

    char byte_;
    std::uint64_t left_;
};

class broken : public std::streambuf
{
    int underflow() override { throw std::runtime_error("no"); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(target_file)

BOOST_AUTO_TEST_CASE(marks_blanks_comments_and_line_ends_are_no_targets)
{
    BOOST_TEST(targets("\xef\xbb\xbf"
                       "127.0.0.1\r\n\r\n  127.0.0.2  # lab\r\n# all\r\n127.0.0.3") ==
               "1=127.0.0.1 3=127.0.0.2 5=127.0.0.3");
    BOOST_TEST(targets("127.0.0.1#x\n\t127.0.0.2\t\n") == "1=127.0.0.1 2=127.0.0.2");
    BOOST_TEST(targets("# only\n#\n##\n") == "");
    BOOST_TEST(targets("") == "");
    BOOST_TEST(targets("\xef\xbb\xbf") == "");
    BOOST_TEST(targets("\n\n\r\n") == "");
    BOOST_TEST(targets("127.0.0.1\r127.0.0.2") == "1=127.0.0.1 1=127.0.0.2");
}

BOOST_AUTO_TEST_CASE(a_line_may_hold_several_targets)
{
    BOOST_TEST(targets("127.0.0.1 ::1,localhost:80, [::1]:443\nlocalhost") ==
               "1=127.0.0.1 1=::1 1=localhost+80 1=::1+443 2=localhost");
}

BOOST_AUTO_TEST_CASE(a_mistake_is_told_with_its_line_and_the_rest_goes_on)
{
    auto const result = read("no-such-host.invalid\n127.0.0.1\n300.1.1.1 127.0.0.2\n\n127.0.0.9-1\n127.0.0.3");
    BOOST_TEST(result.targets.size() == 4u);
    BOOST_TEST_REQUIRE(result.errors.size() == 2u);
    BOOST_TEST(result.errors[0].line == 3u);
    BOOST_TEST(result.errors[0].error.token == "300.1.1.1");
    BOOST_TEST(result.errors[0].message().starts_with("hosts.txt:3: '300.1.1.1': "));
    BOOST_TEST(result.errors[1].line == 5u);
    BOOST_TEST((result.errors[1].error.code == sonda::error::bad_range));
    BOOST_TEST(!result.summary.failed);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_mistakes)
{
    auto const nul = read(std::string("127.0.0.1\0\n127.0.0.2\n", 21));
    BOOST_TEST(nul.targets.size() == 1u);
    BOOST_TEST_REQUIRE(nul.errors.size() == 1u);
    BOOST_TEST(nul.errors[0].error.token == "127.0.0.1\\x00");
    BOOST_TEST(read("\xff\xfe\x31").errors.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_only_begins_like_a_byte_order_mark_is_text)
{
    for (std::string const begin : {"\xef", "\xef\xbb", "\xef\xbb\xef\xbb\xbf"}) {
        auto const result = read(begin + "127.0.0.1\n127.0.0.2");
        BOOST_TEST(result.targets.size() == 1u);
        BOOST_TEST_REQUIRE(result.errors.size() == 1u);
        BOOST_TEST(result.errors[0].line == 1u);
        BOOST_TEST(result.errors[0].error.token.starts_with("\\xef"), result.errors[0].error.token);
        BOOST_TEST(read(begin).errors.size() == 1u);
    }
    auto const wide = read("\xef\xbc\x91"
                           "27.0.0.1");
    BOOST_TEST_REQUIRE(wide.errors.size() == 1u);
    BOOST_TEST(wide.errors[0].error.token == "\\xef\\xbc\\x9127.0.0.1");
}

BOOST_AUTO_TEST_CASE(an_endless_line_is_one_mistake)
{
    long_line buffer('a', 10'000'000);
    std::istream in(&buffer);
    auto const result = read(in);
    BOOST_TEST(result.targets.empty());
    BOOST_TEST_REQUIRE(result.errors.size() == 1u);
    BOOST_TEST(result.errors[0].error.token.size() <= 100u);
    BOOST_TEST(result.errors[0].error.reason == "too long for a target");
    BOOST_TEST(read(std::string(513, '1')).errors.size() == 1u);
    BOOST_TEST(read(std::string(513, 'a') + "\n::1").targets.size() == 1u);
    BOOST_TEST(read('#' + std::string(100000, 'a') + "\n::1").targets.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_has_failed)
{
    broken buffer;
    std::istream in(&buffer);
    BOOST_TEST(read(in).summary.failed);
    std::ifstream folder("/");
    BOOST_TEST(read(folder).summary.failed);
    std::istream nothing(nullptr);
    BOOST_TEST(read(nothing).summary.failed);
    std::ifstream missing("/no/such/file");
    BOOST_TEST(read(missing).summary.failed);
}

BOOST_AUTO_TEST_SUITE_END()
