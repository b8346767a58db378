// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SINK_JSON_RECORDS_HPP
#define SONDA_TEST_SINK_JSON_RECORDS_HPP

// JSON that the library wrote, read back by Boost.JSON.

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace test {

/// One value a line.
inline std::vector<boost::json::value> records(std::string const& text)
{
    std::vector<boost::json::value> result;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        result.push_back(boost::json::parse(line));
    return result;
}

inline std::string text_of(boost::json::value const& record, char const* name)
{
    return std::string(record.at(name).as_string());
}

inline std::uint64_t number_of(boost::json::value const& record, char const* name)
{
    return record.at(name).to_number<std::uint64_t>();
}

inline std::vector<std::string> list_of(boost::json::value const& record, char const* name)
{
    std::vector<std::string> result;
    for (auto const& item : record.at(name).as_array())
        result.emplace_back(item.as_string());
    return result;
}

} // namespace test

#endif // SONDA_TEST_SINK_JSON_RECORDS_HPP
