// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_WORKER_THREADS_HPP
#define SONDA_CLI_WORKER_THREADS_HPP

#include <boost/asio/io_context.hpp>

#include <csignal>
#include <cstddef>
#include <deque>
#include <thread>
#include <vector>

#include <pthread.h>

namespace sonda::cli {

/** Contexts, each of which a thread runs until it has nothing to do. No signal comes to these threads.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class worker_threads
{
public:
    /// So many contexts, whose threads do not run yet.
    explicit worker_threads(std::size_t count)
    {
        for (std::size_t i = 0; i != count; ++i)
            contexts_.emplace_back(1);
    }

    worker_threads(worker_threads const&) = delete;

    /// Stops what runs, and waits for the threads.
    ~worker_threads()
    {
        for (auto& context : contexts_)
            context.stop();
        join();
    }

    /// How many there are.
    std::size_t size() const noexcept { return contexts_.size(); }

    /// The context of a thread.
    boost::asio::io_context& context(std::size_t thread) noexcept { return contexts_[thread]; }

    /// Lets the threads run.
    void run()
    {
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &before);
        try {
            for (auto& context : contexts_)
                threads_.emplace_back([&context] { context.run(); });
        } catch (...) {
            ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
            throw;
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    /// Waits until all of them have nothing to do any more.
    void join()
    {
        for (auto& thread : threads_)
            thread.join();
        threads_.clear();
    }

private:
    std::deque<boost::asio::io_context> contexts_;
    std::vector<std::thread> threads_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_WORKER_THREADS_HPP
