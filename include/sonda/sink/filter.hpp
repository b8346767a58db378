// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_FILTER_HPP
#define SONDA_SINK_FILTER_HPP

#include <sonda/scan_summary.hpp>
#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink_policy.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace sonda::sink {

/** A set of states, and the predicate "the state of the verdict is one of them".

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class states
{
public:
    /// The states named; none for an empty list.
    constexpr states(std::initializer_list<port_state> members) noexcept
    {
        for (auto const member : members)
            bits_ = static_cast<std::uint8_t>(bits_ | bit(member));
    }

    /// True if `state` is a member.
    constexpr bool contains(port_state state) const noexcept { return (bits_ & bit(state)) != 0; }

    /// True if the state of `found` is a member.
    bool operator()(verdict const& found) const noexcept { return contains(found.state()); }

    /// Equality of the sets.
    friend constexpr bool operator==(states const&, states const&) noexcept = default;

private:
    static constexpr unsigned bit(port_state state) noexcept { return 1u << static_cast<unsigned>(state); }

    std::uint8_t bits_ = 0;
};

/// Only what is open.
inline constexpr states only_open{port_state::open};

/// Only what is closed.
inline constexpr states only_closed{port_state::closed};

/// Whatever its state.
inline constexpr states all_states{port_state::open, port_state::closed, port_state::filtered,
                                   port_state::open_filtered, port_state::error};

/** Passes on the verdicts that a predicate holds for, and everything else that a sink is told.

    `sink::filter{sink::text{std::cout}, sink::only_open}`; a lambda serves as well. `std::ref(sink)` is held by
    reference. The summary that is passed on counts all verdicts of the scan.

    @tparam Sink       Where they go.
    @tparam Predicate  Callable with a `verdict const&`, gives a bool.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<sink_policy Sink, std::predicate<verdict const&> Predicate>
class filter
{
public:
    /// Passes to `sink` what `predicate` holds for.
    filter(Sink sink, Predicate predicate)
        : sink_(std::forward<Sink>(sink))
        , predicate_(std::move(predicate))
    {}

    /// Passes `found` on, or not. Throws what the sink or the predicate throws.
    void put(verdict const& found)
    {
        if (std::invoke(predicate_, found))
            sink_.put(found);
    }

    /// Passed on as it is.
    void begin(scan_info const& info) { sink::begin(sink_, info); }

    /// Passed on as it is.
    void go_on(scan_info const& info, scan_past const& past) { sink::go_on(sink_, info, past); }

    /// Passed on as it is.
    void finish(scan_summary const& summary, bool complete) { sink::finish(sink_, summary, complete); }

    /// True if the sink is full.
    bool full()
        requires drainable<Sink>
    {
        return sink_.full();
    }

    /** Completes when there is room in the sink again; all of it is the sink's.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        As the sink.

        @par Per-operation cancellation
        As the sink.

        @par Thread safety
        As the sink.
    */
    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
        requires drainable<Sink>
    {
        return sink_.async_drain(std::forward<CompletionToken>(token));
    }

    /// The sink behind.
    std::remove_reference_t<Sink>& next() noexcept { return sink_; }

private:
    Sink sink_;
    [[no_unique_address]] Predicate predicate_;
};

/// `std::ref(sink)` stands for a reference to it.
template<class Sink, class Predicate>
filter(Sink, Predicate) -> filter<std::unwrap_reference_t<Sink>, Predicate>;

} // namespace sonda::sink

#endif // SONDA_SINK_FILTER_HPP
