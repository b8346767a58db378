// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_INTERRUPTS_HPP
#define SONDA_CLI_INTERRUPTS_HPP

#include <sonda/cli/exit_status.hpp>

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <functional>
#include <utility>

namespace sonda::cli {

/** Turns signals into cancellation: SIGINT once is `partial`, which finishes what is in flight; SIGINT again and
    SIGTERM are `terminal`, which does not.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class interrupts
{
public:
    /// What is cancelled by a signal.
    using canceller = std::function<void(boost::asio::cancellation_type)>;

    /// Takes SIGINT and SIGTERM from here on, until it is destroyed.
    explicit interrupts(boost::asio::io_context& context)
        : signals_(context, SIGINT, SIGTERM)
    {
        wait();
    }

    /// Calls `cancel` for every signal from here on; at once if there was one already.
    void on_signal(canceller cancel)
    {
        cancel_ = std::move(cancel);
        if (signal_ != 0)
            cancel_(boost::asio::cancellation_type::terminal);
    }

    /// Calls `tell` when a first SIGINT makes the cancellation `partial`.
    void on_first(std::function<void()> tell) { tell_ = std::move(tell); }

    /// Calls nothing any more.
    void ignore() noexcept
    {
        cancel_ = nullptr;
        tell_ = nullptr;
    }

    /// True if there was a signal.
    explicit operator bool() const noexcept { return signal_ != 0; }

    /// The status of an end by the first signal.
    exit_status status() const noexcept
    {
        return signal_ == SIGTERM ? exit_status::terminated : exit_status::interrupted;
    }

private:
    void wait()
    {
        signals_.async_wait([this](boost::system::error_code failed, int number) {
            if (failed)
                return;
            bool const first = std::exchange(signal_, signal_ == 0 ? number : signal_) == 0;
            using boost::asio::cancellation_type;
            bool const gentle = first && number == SIGINT;
            if (gentle && tell_)
                tell_();
            if (cancel_)
                cancel_(gentle ? cancellation_type::partial : cancellation_type::terminal);
            wait();
        });
    }

    boost::asio::signal_set signals_;
    canceller cancel_;
    std::function<void()> tell_;
    int signal_ = 0;
};

} // namespace sonda::cli

#endif // SONDA_CLI_INTERRUPTS_HPP
