// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_FIRST_FAILURE_HPP
#define SONDA_DETAIL_FIRST_FAILURE_HPP

#include <exception>

namespace sonda::detail {

/// Runs several things of which each must run whatever the others threw; then throws what the first threw.
class first_failure
{
public:
    template<class Function>
    void attempt(Function&& function) noexcept
    {
        try {
            function();
        } catch (...) {
            if (!failure_)
                failure_ = std::current_exception();
        }
    }

    void rethrow() const
    {
        if (failure_)
            std::rethrow_exception(failure_);
    }

private:
    std::exception_ptr failure_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_FIRST_FAILURE_HPP
