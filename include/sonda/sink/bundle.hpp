// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_BUNDLE_HPP
#define SONDA_SINK_BUNDLE_HPP

#include <sonda/scan_summary.hpp>
#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink_policy.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace sonda::sink {

/** Any number of sinks as one, chosen at run time, which goes on as long as one of them works.

    A member that throws is left out from there on, and what it threw is kept for @ref failure. When the last one
    failed, what it threw is passed on, which ends the scan. Members must not be @ref sonda::sink::drainable; for
    those there is @ref sonda::sink::tee.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class bundle
{
public:
    /// Adds a sink; its position is the number of those added before.
    template<sink_policy Sink>
        requires(!drainable<Sink>)
    void add(Sink added)
    {
        members_.push_back({std::make_unique<model<Sink>>(std::move(added)), nullptr});
    }

    /// How many sinks there are, whether or not they work.
    std::size_t size() const noexcept { return members_.size(); }

    /// What the sink at a position threw, or null if it works.
    std::exception_ptr failure(std::size_t position) const { return members_.at(position).failure; }

    /// True if no sink has failed.
    bool good() const noexcept
    {
        return std::none_of(members_.begin(), members_.end(),
                            [](entry const& held) { return held.failure != nullptr; });
    }

    /// True if a sink works.
    bool any_good() const noexcept
    {
        return std::any_of(members_.begin(), members_.end(), [](entry const& held) { return held.failure == nullptr; });
    }

    /// Leaves out the sink at a position from here on, as if it had thrown `why`; one that failed keeps what it threw.
    void fail(std::size_t position, std::exception_ptr why)
    {
        if (auto& held = members_.at(position); !held.failure)
            held.failure = std::move(why);
    }

    /// Gives `found` to each that works. Throws what the last one threw.
    void put(verdict const& found)
    {
        each([&](concept_type& member) { member.put(found); });
    }

    /// Tells each that works and wants to know. Throws what the last one threw.
    void begin(scan_info const& info)
    {
        each([&](concept_type& member) { member.begin(info); });
    }

    /// Tells each that works and wants to know. Throws what the last one threw.
    void go_on(scan_info const& info, scan_past const& past)
    {
        each([&](concept_type& member) { member.go_on(info, past); });
    }

    /// Tells each that works and wants to know; one that failed gets no end, for it would lie. Throws what the last one
    /// threw.
    void finish(scan_summary const& summary, bool complete)
    {
        each([&](concept_type& member) { member.finish(summary, complete); });
    }

private:
    struct concept_type
    {
        virtual ~concept_type() = default;
        virtual void begin(scan_info const& info) = 0;
        virtual void go_on(scan_info const& info, scan_past const& past) = 0;
        virtual void put(verdict const& found) = 0;
        virtual void finish(scan_summary const& summary, bool complete) = 0;
    };

    template<class Sink>
    struct model final : concept_type
    {
        explicit model(Sink added)
            : sink_(std::move(added))
        {}

        void begin(scan_info const& info) override { sink::begin(sink_, info); }
        void go_on(scan_info const& info, scan_past const& past) override { sink::go_on(sink_, info, past); }
        void put(verdict const& found) override { sink_.put(found); }
        void finish(scan_summary const& summary, bool complete) override { sink::finish(sink_, summary, complete); }

        Sink sink_;
    };

    struct entry
    {
        std::unique_ptr<concept_type> sink;
        std::exception_ptr failure;
    };

    template<class Function>
    void each(Function const& function)
    {
        std::exception_ptr last;
        std::size_t working = 0;
        for (auto& [held, failure] : members_) {
            if (failure)
                continue;
            try {
                function(*held);
                ++working;
            } catch (...) {
                last = failure = std::current_exception();
            }
        }
        if (working == 0 && last)
            std::rethrow_exception(last);
    }

    std::vector<entry> members_;
};

static_assert(sink_policy<bundle>);

} // namespace sonda::sink

#endif // SONDA_SINK_BUNDLE_HPP
