// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_INTERRUPTS_HPP
#define SONDA_CLI_INTERRUPTS_HPP

#include <sonda/cli/exit_status.hpp>
#include <sonda/detail/signal_watch.hpp>

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <atomic>
#include <csignal>
#include <functional>
#include <utility>

namespace sonda::cli {

/** Turns signals into cancellation: SIGINT once is `partial`, which finishes what is in flight; SIGINT again,
    SIGTERM and SIGHUP are `terminal`, which does not. A signal that is ignored stays so, as for `nohup` and `trap`.

    A program that is kept in a system call cannot look for what to cancel. Signals interrupt such calls; from the
    `terminal` one on @ref hurry is true, for writers that would wait for a reader, and five seconds later SIGALRM ends
    the process, whatever keeps it.

    @par Thread safety
    Distinct objects: unsafe at the same time, as signals are of the whole process. Shared objects: unsafe.
*/
class interrupts
{
public:
    /// What is cancelled by a signal.
    using canceller = std::function<void(boost::asio::cancellation_type)>;

    /// Takes SIGALRM, and those of SIGINT, SIGTERM and SIGHUP that are not ignored, from here on, until it is destroyed.
    explicit interrupts(boost::asio::io_context& context)
        : signals_(context)
    {
        for (int const number : {SIGINT, SIGTERM, SIGHUP})
            if (!detail::is_ignored(number)) {
                signals_.add(number);
                watch_.watch(number);
            }
        wait();
    }

    interrupts(interrupts const&) = delete;

    /// Calls `cancel` for every signal from here on; at once if there was one already.
    void on_signal(canceller cancel)
    {
        cancel_ = std::move(cancel);
        if (*this)
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

    /// True if there was a signal, whether or not the context came to it.
    explicit operator bool() const noexcept { return watch_.first() != 0; }

    /// True from the moment when a signal says not to wait for anything; it is true for all time.
    std::atomic<bool> const& hurry() const noexcept { return watch_.hurry(); }

    /// The status of an end by the first signal.
    exit_status status() const noexcept { return static_cast<exit_status>(128 + watch_.first()); }

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
    detail::signal_watch watch_;
    canceller cancel_;
    std::function<void()> tell_;
    int signal_ = 0;
};

} // namespace sonda::cli

#endif // SONDA_CLI_INTERRUPTS_HPP
