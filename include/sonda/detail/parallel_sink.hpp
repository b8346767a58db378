// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_PARALLEL_SINK_HPP
#define SONDA_DETAIL_PARALLEL_SINK_HPP

#include <sonda/scan_summary.hpp>
#include <sonda/sink_policy.hpp>
#include <sonda/verdict.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <array>
#include <cstddef>
#include <mutex>
#include <span>
#include <utility>

namespace sonda::detail {

// Verdicts of one part that the sink of all parts has not seen yet, and what it has.
struct parallel_batch
{
    std::array<verdict, 128> held;
    std::size_t size = 0;
    scan_summary taken; // counts only
};

// The sink of a user, for parts on any threads: locked once for as many verdicts as one round of a part brings.
template<class Sink>
class parallel_sink
{
public:
    explicit parallel_sink(Sink sink)
        : sink_(std::move(sink))
    {}

    // Hands a batch over, and counts what was taken. After the sink has thrown, nobody hands it anything any more.
    void deliver(parallel_batch& batch)
    {
        auto const all = std::span(batch.held).first(std::exchange(batch.size, 0));
        std::lock_guard const lock(mutex_);
        for (auto const& found : all) {
            if (failed_)
                return;
            failed_ = true;
            sink_.put(found);
            failed_ = false;
            ++batch.taken.verdicts;
            ++batch.taken.counts[static_cast<std::size_t>(found.state())];
        }
    }

    bool full()
    {
        std::lock_guard const lock(mutex_);
        return sink_.full();
    }

    // Begins to wait for room with the handler that `make` gives, unless somebody does already. False if there is room.
    template<class Make>
    bool drain(Make make)
    {
        std::lock_guard const lock(mutex_);
        if (draining_)
            return true;
        if (!sink_.full())
            return false;
        draining_ = true;
        sink_.async_drain(make());
        return true;
    }

    // The wait is over. True if there is no room even so.
    bool drained()
    {
        std::lock_guard const lock(mutex_);
        draining_ = false;
        return sink_.full();
    }

    // Calls `f` if somebody waits for room.
    template<class F>
    void if_draining(F f)
    {
        std::lock_guard const lock(mutex_);
        if (draining_)
            f();
    }

private:
    std::mutex mutex_;
    Sink sink_;
    bool failed_ = false;
    bool draining_ = false;
};

template<class S>
concept drained_sink = requires(S& sink) { sink.full(); };

// The sink of one part. `Operation` has the sink of all.
template<class Operation>
class part_sink
{
public:
    part_sink(Operation& operation, std::size_t part) noexcept
        : operation_(&operation)
        , batch_(&operation.batch(part))
        , part_(part)
    {}

    void put(verdict const& found)
    {
        batch_->held[batch_->size++] = found;
        if (batch_->size == batch_->held.size())
            operation_->sink().deliver(*batch_);
    }

    void end_round()
    {
        if (batch_->size != 0)
            operation_->sink().deliver(*batch_);
    }

    bool full()
        requires Operation::drains
    {
        return operation_->sink().full();
    }

    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
        requires Operation::drains
    {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code)>(
            [](auto handler, Operation* operation, std::size_t part) {
                operation->wait_for_room(std::move(handler), part);
            },
            token, operation_, part_);
    }

private:
    Operation* operation_;
    parallel_batch* batch_;
    std::size_t part_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_PARALLEL_SINK_HPP
