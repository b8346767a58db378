// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_TRACKER_EXECUTOR_HPP
#define SONDA_TEST_SUPPORT_TRACKER_EXECUTOR_HPP

#include <boost/asio/execution.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <utility>

namespace test {

// What an executor was asked to run.
struct tracker
{
    std::atomic<long> submitted = 0;
    std::atomic<int> depth = 0; // how many of its functions run right now

    bool inside() const noexcept { return depth != 0; }
};

// An executor that is neither any_io_executor nor one of Asio's own: it forwards to an io_context and counts. It has
// no default constructor, and only the properties that it must have.
class tracker_executor
{
public:
    tracker_executor(boost::asio::io_context& context, test::tracker& tracker) noexcept
        : context_(&context)
        , tracker_(&tracker)
    {}

    boost::asio::io_context& query(boost::asio::execution::context_t) const noexcept { return *context_; }

    static constexpr boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) noexcept
    {
        return boost::asio::execution::blocking.never;
    }

    template<class F>
    void execute(F function) const
    {
        ++tracker_->submitted;
        auto const never = boost::asio::require(context_->get_executor(), boost::asio::execution::blocking.never);
        never.execute([tracker = tracker_, function = std::move(function)]() mutable {
            ++tracker->depth;
            std::move(function)();
            --tracker->depth;
        });
    }

    friend bool operator==(tracker_executor const&, tracker_executor const&) noexcept = default;

private:
    boost::asio::io_context* context_;
    test::tracker* tracker_;
};

static_assert(boost::asio::execution::is_executor<tracker_executor>::value);
static_assert(!std::is_default_constructible_v<tracker_executor>);

} // namespace test

#endif // SONDA_TEST_SUPPORT_TRACKER_EXECUTOR_HPP
