// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_SINK_HPP
#define SONDA_CONFORMANCE_SINK_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink_policy.hpp>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

/// Checks that a policy does what its concept says in words; they need no test framework.
namespace sonda::conformance {

/** What a check may expect of a sink.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct sink_expectations
{
    /// True if a verdict is seen as soon as it was put; false if only after `finish`.
    bool at_once = true;
    /// Which verdicts are to be seen.
    std::function<bool(verdict const&)> shown = [](verdict const&) { return true; };
};

} // namespace sonda::conformance

namespace sonda::detail {

/// Every state with every reason, over both protocols and families, at the ends of what numbers can be.
inline std::vector<verdict> verdicts_of_every_kind()
{
    std::vector<verdict> all;
    auto const add = [&](endpoint const& target, std::size_t state, std::size_t reason) {
        bool const most = all.size() % 2 != 0;
        verdict found{target, {}, all.size(), {}, most ? (std::numeric_limits<unsigned>::max)() : 0};
        found.outcome.state = static_cast<port_state>(state);
        found.outcome.reason = static_cast<reason_kind>(reason);
        found.outcome.icmp_type = found.outcome.icmp_code = most ? 255 : 0;
        found.outcome.error = most ? (std::numeric_limits<int>::max)() : ENETUNREACH;
        found.outcome.from = most ? boost::asio::ip::address() : target.address();
        found.rtt = most ? (std::chrono::nanoseconds::max)() : std::chrono::nanoseconds(0);
        all.push_back(found);
    };
    for (std::size_t state = 0; state != port_state_count; ++state) {
        for (std::size_t reason = 0; reason != static_cast<std::size_t>(reason_kind::host_timeout) + 1; ++reason) {
            auto const port = static_cast<std::uint16_t>(65535 - all.size());
            add(endpoint::v4(0x7f000001, port, protocol::tcp), state, reason);
            add(endpoint::v4(0xffffffff, port, protocol::udp), state, reason);
            add(endpoint::v6(0, 1, 0, port, protocol::tcp), state, reason);
            add(endpoint::v6(~0ull, ~0ull, 0xffffffff, port, protocol::udp), state, reason);
        }
    }
    return all;
}

/// The checks of a sink, one sentence each; every one begins with a sink of its own.
template<class Make, class Seen>
class sink_check
{
public:
    sink_check(Make& make, Seen& seen, conformance::sink_expectations const& expected)
        : make_(make)
        , seen_(seen)
        , expected_(expected)
    {}

    conformance::report run()
    {
        attempt("takes every kind of verdict", [this] { takes_every_kind(); });
        attempt("works with no verdict at all", [this] { takes_none(); });
        attempt("works without being told of the beginning", [this] { works_without_begin(); });
        attempt("writes nothing when it is destroyed", [this] { is_silent_in_its_destructor(); });
        if constexpr (std::move_constructible<sink_type>)
            attempt("is a value: it works after a move", [this] { works_after_a_move(); });
        checks_hooks();
        return report_;
    }

private:
    using sink_type = std::invoke_result_t<Make&>;

    template<class Function>
    void attempt(std::string const& requirement, Function function)
    {
        try {
            function();
        } catch (...) {
            report_.expect(false, requirement + ", and throws nothing");
        }
    }

    std::size_t shown_count() const
    {
        std::size_t count = 0;
        for (auto const& found : all_)
            count += expected_.shown(found) ? 1 : 0;
        return count;
    }

    void put_all(sink_type& sink)
    {
        for (auto const& found : all_)
            sink.put(found);
    }

    void expect_all(std::string requirement) { report_.expect(seen_() == shown_count(), std::move(requirement)); }

    void takes_every_kind()
    {
        auto sink = make_();
        sink::begin(sink, {});
        std::size_t due = 0;
        bool prompt = true;
        for (auto const& found : all_) {
            sink.put(found);
            due += expected_.shown(found) ? 1 : 0;
            prompt = prompt && (!expected_.at_once || seen_() == due);
        }
        report_.expect(prompt, "a verdict is seen as soon as it was put");
        sink::finish(sink, {}, true);
        expect_all("each verdict is seen exactly once");
        sink::finish(sink, {}, true);
        expect_all("a second finish does nothing");
    }

    void takes_none()
    {
        auto sink = make_();
        sink::begin(sink, {});
        sink::finish(sink, {}, false);
        report_.expect(seen_() == 0, "nothing is seen where nothing was put");
    }

    void works_without_begin()
    {
        auto sink = make_();
        put_all(sink);
        sink::finish(sink, {}, true);
        expect_all("each verdict is seen without begin, too");
    }

    void is_silent_in_its_destructor()
    {
        std::size_t before = 0;
        {
            auto sink = make_();
            put_all(sink);
            before = seen_();
        }
        report_.expect(seen_() == before, "destroying a sink writes nothing");
    }

    void works_after_a_move()
    {
        auto first = make_();
        sink_type sink(std::move(first));
        put_all(sink);
        sink::finish(sink, {}, true);
        expect_all("each verdict is seen by a sink that was moved before");
    }

    void checks_hooks()
    {
        constexpr bool has_full = requires(sink_type& sink) { sink.full(); };
        constexpr bool has_drain =
            requires(sink_type& sink, void (*token)(boost::system::error_code)) { sink.async_drain(token); };
        report_.expect(has_full == has_drain, "full and async_drain come together or not at all");
        if constexpr (sink::drainable<sink_type>)
            attempt("bears one more window beyond full", [this] { bears_a_window_when_full(); });
    }

    void bears_a_window_when_full()
    {
        auto sink = make_();
        for (std::size_t i = 0; i != 100 * defaults::batch && !sink.full(); ++i)
            sink.put(all_[i % all_.size()]);
        for (std::size_t i = 0; i != defaults::batch; ++i)
            sink.put(all_[i % all_.size()]);
        report_.expect(true, "bears one more window beyond full");
    }

    Make& make_;
    Seen& seen_;
    conformance::sink_expectations const& expected_;
    std::vector<verdict> all_ = verdicts_of_every_kind();
    conformance::report report_;
};

} // namespace sonda::detail

namespace sonda::conformance {

/** Checks the semantic requirements of a sink: @ref sonda::sink_policy and its optional hooks.

    Puts verdicts of every kind, between `begin` and `finish`, without them, none at all, after a move, beyond `full`.

    @param make      Makes a sink, by value, of which nothing was seen yet; called several times, one sink at a time.
    @param seen      How many verdicts were seen of the sink that was made last, also after it was destroyed.
    @param expected  Which verdicts are to be seen, and when.

    @returns The requirements that were broken.
*/
template<class Make, class Seen>
    requires sink_policy<std::invoke_result_t<Make&>> && std::convertible_to<std::invoke_result_t<Seen&>, std::size_t>
report check_sink(Make make, Seen seen, sink_expectations const& expected = {})
{
    return sonda::detail::sink_check<Make, Seen>(make, seen, expected).run();
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_SINK_HPP
