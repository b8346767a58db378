// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_REPORT_HPP
#define SONDA_CONFORMANCE_REPORT_HPP

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace sonda::conformance {

/** What a conformance check found: which requirements of a policy a model does not meet.

    It belongs to no test framework. In Boost.Test: `BOOST_TEST(check_ordering(my_order).passed())`, or stream it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class report
{
public:
    /// Notes a failure if `holds` is false; `requirement` is the sentence that was broken.
    bool expect(bool holds, std::string requirement)
    {
        ++checks_;
        if (!holds)
            failures_.push_back(std::move(requirement));
        return holds;
    }

    /// True if something was checked and all of it held.
    bool passed() const noexcept { return checks_ != 0 && failures_.empty(); }

    /// How many requirements were tried.
    std::size_t checks() const noexcept { return checks_; }

    /// The sentences that were broken.
    std::vector<std::string> const& failures() const noexcept { return failures_; }

    /// One line per failure, or the number of checks.
    friend std::ostream& operator<<(std::ostream& out, report const& self)
    {
        if (self.failures_.empty())
            return out << self.checks_ << " checks passed";
        for (auto const& failure : self.failures_)
            out << "broken: " << failure << '\n';
        return out;
    }

private:
    std::size_t checks_ = 0;
    std::vector<std::string> failures_;
};

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_REPORT_HPP
