// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHECKPOINT_WRITER_HPP
#define SONDA_CLI_CHECKPOINT_WRITER_HPP

#include <sonda/cli/checkpoint_file.hpp>

#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace sonda::cli {

/** Writes checkpoints on a thread of its own, so that no probe waits for a disk.

    What a checkpoint says is done is on the disk before it is: the files that it tells of are synchronised first. If
    writing is slower than what comes, the newest is written next and those between are left out.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class checkpoint_writer
{
public:
    /// Writes into `file`; nothing now.
    explicit checkpoint_writer(checkpoint_file file)
        : file_(std::move(file))
    {}

    checkpoint_writer(checkpoint_writer const&) = delete;

    /// Writes what is left.
    ~checkpoint_writer()
    {
        {
            std::lock_guard const lock(mutex_);
            ended_ = true;
        }
        wake_.notify_all();
        if (thread_.joinable())
            thread_.join();
    }

    /// The file.
    std::string const& path() const noexcept { return file_.path(); }

    /** Writes a checkpoint and waits for it.

        @param text   The checkpoint.
        @param files  Descriptors of what it tells of.

        @return What went wrong, or nothing.
    */
    std::string save_now(std::string text, std::vector<int> files)
    {
        save(std::move(text), std::move(files));
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return !next_ && !writing_; });
        return failure_;
    }

    /// Writes a checkpoint when the one before is written.
    void save(std::string text, std::vector<int> files)
    {
        {
            std::lock_guard const lock(mutex_);
            next_ = job{std::move(text), std::move(files)};
        }
        if (!thread_.joinable())
            start();
        wake_.notify_all();
    }

    /// What went wrong with the last one that was written, or nothing.
    std::string failure() const
    {
        std::lock_guard const lock(mutex_);
        return failure_;
    }

private:
    struct job
    {
        std::string text;
        std::vector<int> files;
    };

    // No signal comes to it.
    void start()
    {
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &before);
        try {
            thread_ = std::thread([this] { run(); });
        } catch (...) {
            ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
            throw;
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    void run()
    {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return next_ || ended_; });
            if (!next_)
                return;
            auto const what = *std::exchange(next_, std::nullopt);
            writing_ = true;
            lock.unlock();
            auto failure = write(what);
            lock.lock();
            writing_ = false;
            failure_ = std::move(failure);
            wake_.notify_all();
        }
    }

    std::string write(job const& what)
    try {
        for (int const file : what.files)
            ::fdatasync(file);
        file_.replace(what.text);
        return {};
    } catch (std::system_error const& error) {
        return "cannot write " + in_quotes(path()) + ": " + error.code().message();
    } catch (std::exception const& error) {
        return "cannot write " + in_quotes(path()) + ": " + error.what();
    }

    checkpoint_file file_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<job> next_;
    std::string failure_;
    bool writing_ = false;
    bool ended_ = false;
    std::thread thread_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_CHECKPOINT_WRITER_HPP
