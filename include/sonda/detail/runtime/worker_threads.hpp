// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WORKER_THREADS_HPP
#define SONDA_DETAIL_RUNTIME_WORKER_THREADS_HPP

#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

namespace sonda::detail {

// The threads of a pool, which anybody may join, some of them themselves included: those join the others.
class worker_threads
{
public:
    // Starts n threads that call work(i), with all signals masked, so that those of the process go to its own threads.
    // Throws std::system_error if one does not start; those that do run are still to be joined.
    template<class Work>
    void start(std::size_t n, Work work)
    {
        threads_.reserve(n);
        signals_masked const masked;
        for (std::size_t i = 0; i != n; ++i)
            threads_.emplace_back([work, i] {
                name_this_thread(i);
                work(i);
            });
    }

    // No thread was started, or all are joined.
    bool none() const
    {
        std::lock_guard const lock(mutex_);
        return threads_.empty() && !joining_;
    }

    // Joins all but the calling thread. Waits for whoever else does so; but if the calling thread is one of these, it
    // leaves it to him, and returns false.
    bool join(bool inside)
    {
        std::unique_lock lock(mutex_);
        if (inside && joining_)
            return false;
        joined_.wait(lock, [this] { return !joining_; });
        joining_ = true;
        auto taken = std::exchange(threads_, {});
        lock.unlock();
        std::thread self;
        for (auto& thread : taken)
            if (thread.get_id() == std::this_thread::get_id())
                self = std::move(thread);
            else
                thread.join();
        lock.lock();
        taken.clear();
        if (self.joinable())
            taken.push_back(std::move(self));
        threads_ = std::move(taken);
        joining_ = false;
        joined_.notify_all();
        return true;
    }

    // The calling thread, if it is one of these, will not be joined.
    void detach_this()
    {
        std::lock_guard lock(mutex_);
        for (auto& thread : threads_)
            if (thread.get_id() == std::this_thread::get_id())
                thread.detach();
        std::erase_if(threads_, [](auto const& thread) { return !thread.joinable(); });
    }

private:
    class signals_masked
    {
    public:
        signals_masked()
        {
            ::sigset_t all;
            ::sigfillset(&all);
            ::pthread_sigmask(SIG_BLOCK, &all, &before_);
        }
        signals_masked(signals_masked const&) = delete;
        signals_masked& operator=(signals_masked const&) = delete;
        ~signals_masked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    private:
        ::sigset_t before_;
    };

    static void name_this_thread(std::size_t i)
    {
        ::pthread_setname_np(::pthread_self(), ("sonda-pool-" + std::to_string(i)).c_str());
    }

    mutable std::mutex mutex_;
    std::condition_variable joined_;
    std::vector<std::thread> threads_;
    bool joining_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WORKER_THREADS_HPP
