// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_WORKER_THREADS_HPP
#define SONDA_CLI_WORKER_THREADS_HPP

#include <boost/asio/io_context.hpp>

#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>

namespace sonda::cli {

/** Contexts, each of which a thread of its own runs, once it is told to, until it has nothing to do. No signal comes to
    these threads.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class worker_threads
{
public:
    /// So many threads, each with a context that does not run yet; fewer if the system does not give so many.
    explicit worker_threads(std::size_t count)
    {
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &before);
        while (contexts_.size() != count && add())
            ;
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    worker_threads(worker_threads const&) = delete;

    /// Stops what runs, and waits for the threads.
    ~worker_threads() { stop(); }

    /// How many there are.
    std::size_t size() const noexcept { return contexts_.size(); }

    /// The context of a thread.
    boost::asio::io_context& context(std::size_t thread) noexcept { return contexts_[thread]; }

    /// Lets the threads run.
    void run()
    {
        {
            std::lock_guard const lock(mutex_);
            running_ = true;
        }
        began_.notify_all();
    }

    /// Waits until all of them have nothing to do any more.
    void join()
    {
        run();
        for (auto& thread : threads_)
            thread.join();
        threads_.clear();
    }

    /// Stops what runs, and waits for the threads.
    void stop()
    {
        for (auto& context : contexts_)
            context.stop();
        join();
    }

private:
    bool add() noexcept
    try {
        threads_.reserve(threads_.size() + 1);
        auto& context = contexts_.emplace_back(1);
        try {
            threads_.emplace_back([this, &context] { run_when_told(context); });
        } catch (...) {
            contexts_.pop_back();
            return false;
        }
        return true;
    } catch (std::exception const&) { // no memory or descriptor for another context
        return false;
    }

    void run_when_told(boost::asio::io_context& context)
    {
        {
            std::unique_lock lock(mutex_);
            began_.wait(lock, [this] { return running_; });
        }
        context.run();
    }

    std::mutex mutex_;
    std::condition_variable began_;
    bool running_ = false;
    std::deque<boost::asio::io_context> contexts_;
    std::vector<std::thread> threads_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_WORKER_THREADS_HPP
