// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_TEE_HPP
#define SONDA_SINK_TEE_HPP

#include <sonda/detail/drain_op.hpp>
#include <sonda/detail/first_failure.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink_policy.hpp>

#include <boost/asio/compose.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>

namespace sonda::sink {

/** Several sinks as one, chosen at compile time.

    Each gets every verdict, in the order of the arguments, even if one before it throws; then the first exception is
    passed on, which ends the scan. `finish` reaches all of them in the same way. `std::ref(sink)` is held by reference.

    @tparam Sinks  Two or more sinks, or references to sinks.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see sonda::sink::bundle, whose members are chosen at run time and which outlives the failure of one
*/
template<sink_policy... Sinks>
    requires(sizeof...(Sinks) >= 2)
class tee
{
public:
    /// Takes the sinks.
    explicit tee(Sinks... sinks)
        : sinks_(std::forward<Sinks>(sinks)...)
    {}

    /// Gives `found` to each. Throws what the first that threw did.
    void put(verdict const& found)
    {
        each([&](auto& member) { member.put(found); });
    }

    /// Tells each that wants to know.
    void begin(scan_info const& info)
    {
        each([&](auto& member) { sink::begin(member, info); });
    }

    /// Tells each that wants to know.
    void go_on(scan_info const& info, scan_past const& past)
    {
        each([&](auto& member) { sink::go_on(member, info, past); });
    }

    /// Tells each that wants to know. Throws what the first that threw did.
    void finish(scan_summary const& summary, bool complete)
    {
        each([&](auto& member) { sink::finish(member, summary, complete); });
    }

    /// True if one of them is full.
    bool full()
        requires(drainable<Sinks> || ...)
    {
        return std::apply([](auto&... members) { return (detail::is_full(members) || ...); }, sinks_);
    }

    /** Completes when none of them is full any more: waits for one after the other.

        @param token  Its associated executor, which a scan always gives, runs the steps in between.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        The first error that a member's `async_drain` ends with; the rest is then not waited for.

        @par Per-operation cancellation
        @li `terminal`  passed on to the member that is waited for.

        @par Thread safety
        Distinct objects: safe. Shared objects: unsafe.
    */
    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
        requires(drainable<Sinks> || ...)
    {
        return boost::asio::async_compose<CompletionToken, void(boost::system::error_code)>(
            detail::drain_op<Sinks...>{sinks_}, token);
    }

    /// The sink at a position.
    template<std::size_t Position>
    auto& get() noexcept
    {
        return std::get<Position>(sinks_);
    }

private:
    template<class Function>
    void each(Function const& function)
    {
        detail::first_failure failure;
        std::apply([&](auto&... members) { (failure.attempt([&] { function(members); }), ...); }, sinks_);
        failure.rethrow();
    }

    std::tuple<Sinks...> sinks_;
};

/// `std::ref(sink)` stands for a reference to it.
template<class... Sinks>
tee(Sinks...) -> tee<std::unwrap_reference_t<Sinks>...>;

} // namespace sonda::sink

#endif // SONDA_SINK_TEE_HPP
