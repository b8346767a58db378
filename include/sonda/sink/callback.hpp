// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_CALLBACK_HPP
#define SONDA_SINK_CALLBACK_HPP

#include <sonda/sink_policy.hpp>

#include <concepts>
#include <functional>
#include <utility>

namespace sonda::sink {

/** Hands every verdict to a function: `sink::callback{[](verdict const& found) { … }}`.

    @tparam Function  Callable with a `verdict const&`; what it returns is dropped.

    @par Thread safety
    The function is called in the turns of the scan, one at a time. Distinct objects: as safe as the functions. Shared objects:
    unsafe.
*/
template<std::invocable<verdict const&> Function>
class callback
{
public:
    /// Calls `function`.
    explicit callback(Function function)
        : function_(std::move(function))
    {}

    /// Calls the function. Throws what it throws.
    void put(verdict const& found) { std::invoke(function_, found); }

private:
    [[no_unique_address]] Function function_;
};

static_assert(sink_policy<callback<void (*)(verdict const&)>>);

} // namespace sonda::sink

#endif // SONDA_SINK_CALLBACK_HPP
