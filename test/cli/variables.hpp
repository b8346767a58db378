// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_CLI_VARIABLES_HPP
#define SONDA_TEST_CLI_VARIABLES_HPP

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace test {

/// An environment that holds what it is given and nothing else.
class variables
{
public:
    variables(std::initializer_list<std::pair<std::string const, std::string>> values)
        : values_(values)
    {}

    void set(std::string const& name, std::string const& value) { values_[name] = value; }

    char const* operator()(char const* name) const
    {
        auto const found = values_.find(name);
        return found == values_.end() ? nullptr : found->second.c_str();
    }

private:
    std::map<std::string, std::string> values_;
};

} // namespace test

#endif // SONDA_TEST_CLI_VARIABLES_HPP
