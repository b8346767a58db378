// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SIGNAL_WATCH_HPP
#define SONDA_DETAIL_SIGNAL_WATCH_HPP

#include <atomic>
#include <cerrno>
#include <csignal>

#include <unistd.h>

namespace sonda::detail {

inline bool is_ignored(int number) noexcept
{
    struct sigaction found;
    return ::sigaction(number, nullptr, &found) == 0 && found.sa_handler == SIG_IGN;
}

/* Sees signals before the event loop does, which is of no use while a call blocks it.

   It stands before the handlers of a signal_set, which must be there already and goes on to get every signal; whoever
   removes the signal from the set removes this too. Without SA_RESTART a signal interrupts the call that blocks. */
class signal_watch
{
public:
    // The first instance of a process begins anew; what is remembered belongs to the process, as handlers do.
    signal_watch() noexcept
    {
        first_.store(0);
        hurry_.store(false);
        struct sigaction action = {};
        action.sa_handler = &give_up;
        ::sigaction(SIGALRM, &action, &alarm_before_);
    }

    signal_watch(signal_watch const&) = delete;

    ~signal_watch()
    {
        ::alarm(0);
        ::sigaction(SIGALRM, &alarm_before_, nullptr);
    }

    // Nothing of a signal that nobody takes.
    void watch(int number) noexcept
    {
        struct sigaction found;
        if (::sigaction(number, nullptr, &found) != 0 || found.sa_handler == SIG_IGN || found.sa_handler == SIG_DFL ||
            found.sa_handler == &take)
            return;
        next_.store(found.sa_handler);
        found.sa_handler = &take;
        found.sa_flags &= ~SA_RESTART;
        ::sigaction(number, &found, nullptr);
    }

    // The number of the first signal, or 0.
    int first() const noexcept { return first_.load(); }

    // True once nothing is to be waited for.
    std::atomic<bool> const& hurry() const noexcept { return hurry_; }

private:
    static constexpr unsigned patience = 5; // seconds

    static void take(int number) noexcept
    {
        int const kept = errno;
        int none = 0;
        bool const again = !first_.compare_exchange_strong(none, number);
        if ((again || number != SIGINT) && !hurry_.exchange(true))
            ::alarm(patience);
        next_.load()(number);
        errno = kept;
    }

    static void give_up(int) noexcept { ::_exit(128 + first_.load()); }

    static_assert(std::atomic<int>::is_always_lock_free && std::atomic<void (*)(int)>::is_always_lock_free);

    static inline std::atomic<int> first_ = 0;
    static inline std::atomic<bool> hurry_ = false;
    static inline std::atomic<void (*)(int)> next_ = nullptr; // the same for every signal: that of Asio
    struct sigaction alarm_before_ = {};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SIGNAL_WATCH_HPP
