// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TOLD_SINK_HPP
#define SONDA_DETAIL_TOLD_SINK_HPP

#include <sonda/verdict.hpp>

#include <exception>
#include <utility>

namespace sonda::detail {

// The sink of a scan with its optional hooks. A sink that throws ends the scan; what it threw is the user's.
template<class Sink>
class told_sink
{
public:
    template<class S>
    explicit told_sink(S&& sink)
        : sink_(std::forward<S>(sink))
    {}

    Sink& get() noexcept { return sink_; }
    Sink const& get() const noexcept { return sink_; }

    bool full()
    {
        if constexpr (requires { sink_.full(); })
            return sink_.full();
        else
            return false;
    }

    // False if it did not take the verdict.
    bool put(verdict const& found, std::exception_ptr& failure)
    {
        return tell(failure, [&] { sink_.put(found); });
    }

    // For a sink that collects.
    void end_round(std::exception_ptr& failure)
    {
        if constexpr (requires { sink_.end_round(); })
            tell(failure, [&] { sink_.end_round(); });
    }

private:
    template<class F>
    bool tell(std::exception_ptr& failure, F f)
    {
        if (failure)
            return false;
        try {
            f();
            return true;
        } catch (...) {
            failure = std::current_exception();
            return false;
        }
    }

    Sink sink_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_TOLD_SINK_HPP
