// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHECKPOINT_FILE_HPP
#define SONDA_CLI_CHECKPOINT_FILE_HPP

#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/socket_handle.hpp>
#include <sonda/sink/fd_writer.hpp>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonda::detail {

[[noreturn]] inline void refuse_checkpoint_file(std::string_view what, std::string const& path, int error)
{
    throw cli::usage_error(std::string(what) + ' ' + cli::in_quotes(path) + ": " +
                               std::generic_category().message(error),
                           what == "cannot read" ? cli::exit_status::usage : cli::exit_status::output);
}

inline bool is_at(int descriptor, std::string const& path) noexcept
{
    struct stat open, named;
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

inline std::string read_descriptor(int descriptor, std::string const& path)
{
    std::string text;
    char buffer[65536];
    for (;;) {
        auto const n = ::read(descriptor, buffer, sizeof buffer);
        if (n < 0 && errno != EINTR)
            refuse_checkpoint_file("cannot read", path, errno);
        if (n == 0)
            return text;
        if (n > 0)
            text.append(buffer, static_cast<std::size_t>(n));
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** A file that is always whole: a new content takes the place of the old one in one step, and is on the disk by then.

    As long as this lives nobody else may have the file as one of these.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class checkpoint_file
{
public:
    /** Takes a file, which need not be there.

        @param path  The file. Behind a symbolic link it is what the link leads to.

        @par Exception safety
        Throws @ref usage_error if another process has it, or if it is there and cannot be read.
    */
    explicit checkpoint_file(std::string const& path)
        : path_(real_path(path))
    {
        for (;;) {
            file_ = sonda::detail::socket_handle(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
            if (!file_ && errno == ENOENT)
                return;
            struct stat found;
            if (!file_ || ::fstat(file_.get(), &found) != 0)
                sonda::detail::refuse_checkpoint_file("cannot read", path_, errno);
            if (!S_ISREG(found.st_mode))
                throw usage_error(in_quotes(path_) + " is no regular file, as a checkpoint has to be");
            if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
                throw usage_error(in_quotes(path_) + " belongs to a scan that is under way");
            if (sonda::detail::is_at(file_.get(), path_)) // else it was replaced meanwhile
                return;
        }
    }

    /// The file, its whole path.
    std::string const& path() const noexcept { return path_; }

    /// True if the file was there.
    bool exists() const noexcept { return static_cast<bool>(file_); }

    /// What it holds. Throws @ref usage_error if it cannot be read.
    std::string read() const
    {
        if (!exists())
            sonda::detail::refuse_checkpoint_file("cannot read", path_, ENOENT);
        ::lseek(file_.get(), 0, SEEK_SET);
        return sonda::detail::read_descriptor(file_.get(), path_);
    }

    /// Replaces what it holds. Throws `std::system_error` if that cannot be, and then it is as it was.
    void replace(std::string_view text)
    {
        auto const beside = path_ + ".new";
        sonda::detail::socket_handle made(::open(beside.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
        check(static_cast<bool>(made));
        ::flock(made.get(), LOCK_EX | LOCK_NB);
        sink::fd_writer out(made.get());
        out.write(text);
        out.flush();
        check(::fsync(made.get()) == 0);
        check(::rename(beside.c_str(), path_.c_str()) == 0);
        file_ = std::move(made);
        sync_folder();
    }

private:
    static std::string real_path(std::string const& path)
    {
        std::error_code failed;
        auto const whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
        return failed || path.empty() ? path : whole.string();
    }

    static void check(bool good)
    {
        if (!good)
            throw std::system_error(errno, std::generic_category());
    }

    // So that a loss of power does not bring the old name back; where it cannot be done it is left.
    void sync_folder() const noexcept
    {
        auto const end = path_.rfind('/');
        auto const folder = end == std::string::npos ? "." : path_.substr(0, end + 1);
        sonda::detail::socket_handle const opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (opened)
            ::fsync(opened.get());
    }

    std::string path_;
    sonda::detail::socket_handle file_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_CHECKPOINT_FILE_HPP
