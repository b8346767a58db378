// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_OUTPUT_FILES_HPP
#define SONDA_CLI_OUTPUT_FILES_HPP

#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/socket_handle.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonda::cli {

/// The sizes of files by their names.
using file_sizes = std::map<std::string, std::uint64_t>;

/** Looks for files that had these sizes, before anything is opened, which would make those that are missing.

    @par Exception safety
    Throws @ref usage_error with `exit_status::output` for one that is not there.
*/
inline void check_there(file_sizes const& sizes)
{
    struct stat found;
    for (auto const& [path, size] : sizes)
        if (::stat(path.c_str(), &found) != 0 && (errno == ENOENT || errno == ENOTDIR))
            throw usage_error("cannot go on with " + in_quotes(path) + ": it is not there", exit_status::output);
}

/** The files that outputs are written into. What they hold stays until they are emptied, or cut to a part of it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class output_files
{
public:
    /** Opens a file, or whatever has this name.

        @return Its descriptor, which is closed with this.

        @par Exception safety
        Throws @ref usage_error if it cannot be written, or is a file that was opened already.
    */
    int open(std::string const& path)
    {
        sonda::detail::socket_handle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
        struct stat found;
        if (!file || ::fstat(file.get(), &found) != 0)
            refuse(path, errno);
        if (S_ISREG(found.st_mode)) {
            if (std::any_of(regular_.begin(), regular_.end(), [&](auto const& one) { return one.is(found); }))
                throw usage_error("two outputs into " + in_quotes(path));
            regular_.push_back({found.st_dev, found.st_ino, file.get(), path});
        }
        files_.push_back(std::move(file));
        return files_.back().get();
    }

    /// Empties regular files. Throws @ref usage_error if that cannot be.
    void empty()
    {
        for (auto const& file : regular_)
            cut(file, 0);
    }

    /** Cuts regular files to sizes that they had, and goes on behind that.

        @par Exception safety
        Throws @ref usage_error if a file has less or is not among them, before any is cut.
    */
    void cut_to(file_sizes const& sizes)
    {
        for (auto const& file : regular_)
            check_grown(file, sizes);
        for (auto const& file : regular_)
            cut(file, sizes.at(file.path));
    }

    /// How much of each regular file is written.
    file_sizes sizes() const
    {
        file_sizes all;
        for (auto const& file : regular_)
            all[file.path] = static_cast<std::uint64_t>((std::max)(::lseek(file.descriptor, 0, SEEK_CUR), off_t{0}));
        return all;
    }

    /// The descriptors of regular files.
    std::vector<int> descriptors() const
    {
        std::vector<int> all;
        for (auto const& file : regular_)
            all.push_back(file.descriptor);
        return all;
    }

private:
    struct regular_file
    {
        dev_t device;
        ino_t number;
        int descriptor;
        std::string path;

        bool is(struct stat const& found) const noexcept { return device == found.st_dev && number == found.st_ino; }
    };

    [[noreturn]] static void refuse(std::string const& path, int error)
    {
        throw usage_error("cannot write " + in_quotes(path) + ": " + std::generic_category().message(error),
                          exit_status::output);
    }

    static void cut(regular_file const& file, std::uint64_t size)
    {
        auto const end = static_cast<off_t>(size);
        if (::ftruncate(file.descriptor, end) != 0 || ::lseek(file.descriptor, end, SEEK_SET) < 0)
            refuse(file.path, errno);
    }

    static void check_grown(regular_file const& file, file_sizes const& sizes)
    {
        struct stat found;
        auto const size = sizes.find(file.path);
        auto const fault = "cannot go on with " + in_quotes(file.path) + ": it ";
        if (size == sizes.end() || ::fstat(file.descriptor, &found) != 0)
            throw usage_error(fault + "was none of the outputs", exit_status::output);
        if (static_cast<std::uint64_t>(found.st_size) < size->second)
            throw usage_error(fault + "has " + std::to_string(found.st_size) + " bytes, and had " +
                                  std::to_string(size->second),
                              exit_status::output);
    }

    std::vector<sonda::detail::socket_handle> files_;
    std::vector<regular_file> regular_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_OUTPUT_FILES_HPP
