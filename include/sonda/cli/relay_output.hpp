// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RELAY_OUTPUT_HPP
#define SONDA_CLI_RELAY_OUTPUT_HPP

#include <sonda/cli/scan_output.hpp>
#include <sonda/detail/drain_gate.hpp>
#include <sonda/verdict.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sonda::cli {

/** The sink of a scan that runs on several threads: brings its verdicts to the one on which outputs are written.

    So the outputs, the status line and the signals that interrupt a write are of one thread, however many scan. It
    holds a bounded number of verdicts; it is full while the outputs are behind. What they throw, it throws at the next
    verdict.

    @par Thread safety
    Distinct objects: safe. Shared objects: `put` and `async_drain` one at a time; `finish` on the thread of the context
    when all scans are done.
*/
class relay_output : public std::enable_shared_from_this<relay_output>
{
public:
    /// So many verdicts are held, beyond which it is full.
    static constexpr std::size_t capacity = 8192;

    /// Into `output`, in turns of `context`; both must outlive every use of this.
    relay_output(scan_output& output, boost::asio::io_context& context)
        : output_(output)
        , executor_(context.get_executor())
        , room_(executor_)
    {}

    /// Takes a verdict on any thread.
    void put(verdict const& found)
    {
        std::lock_guard const lock(mutex_);
        if (failure_)
            std::rethrow_exception(failure_);
        held_.push_back(found);
        if (!std::exchange(under_way_, true))
            boost::asio::post(executor_, [relay = weak_from_this()] {
                if (auto const alive = relay.lock())
                    alive->deliver();
            });
    }

    /// True while the outputs are behind.
    bool full()
    {
        std::lock_guard const lock(mutex_);
        return held_.size() >= capacity;
    }

    /** Waits until the outputs have caught up.

        @param token  Any completion token.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        None, whether it was cancelled or not.

        @par Per-operation cancellation
        @li `terminal`, `partial`, `total`  ends the wait.

        @par Thread safety
        One at a time.
    */
    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
    {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code)>(
            [](auto handler, relay_output* relay) {
                relay->room_.wait(std::move(handler));
                if (!relay->full())
                    relay->room_.open();
            },
            token, this);
    }

    /// Hands over what is left.
    void finish() { deliver(); }

private:
    void deliver()
    {
        {
            std::lock_guard const lock(mutex_);
            under_way_ = false;
            held_.swap(moved_);
        }
        try {
            for (auto const& found : moved_)
                output_.put(found);
        } catch (...) {
            std::lock_guard const lock(mutex_);
            failure_ = std::current_exception();
        }
        moved_.clear();
        room_.open();
    }

    scan_output& output_;
    boost::asio::io_context::executor_type executor_;
    std::mutex mutex_;
    std::vector<verdict> held_;
    std::vector<verdict> moved_; // on their way to the output
    std::exception_ptr failure_;
    bool under_way_ = false;
    sonda::detail::drain_gate<boost::asio::io_context::executor_type> room_;
};

static_assert(sink_policy<relay_output>);

} // namespace sonda::cli

#endif // SONDA_CLI_RELAY_OUTPUT_HPP
