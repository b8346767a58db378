// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_PROGRAM_HPP
#define SONDA_TEST_SERVICES_PROGRAM_HPP

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// A folder of its own that goes away with it.
class scratch_folder
{
public:
    scratch_folder()
    {
        auto name = (std::filesystem::temp_directory_path() / "sonda-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw std::system_error(errno, std::generic_category(), name);
        path_ = name;
    }

    scratch_folder(scratch_folder const&) = delete;

    ~scratch_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string operator/(std::string const& name) const { return path_ / name; }

    /// Writes a file and returns its name.
    std::string write(std::string const& name, std::string const& text) const
    {
        std::ofstream(path_ / name) << text;
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// The text of a file.
inline std::string content_of(std::string const& path)
{
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// True if an executable of that name is in one of the usual places.
inline bool is_installed(std::string const& name)
{
    for (auto const* const folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"})
        if (::access((folder + name).c_str(), X_OK) == 0)
            return true;
    return false;
}

/// True if a socket of this thread's network namespace is bound to `port`, in a table of /proc/net: `tcp`, `udp6`.
inline bool is_bound(std::string const& table, std::uint16_t port)
{
    std::array<char, 8> ending{};
    std::snprintf(ending.data(), ending.size(), ":%04X", port);
    std::ifstream lines("/proc/thread-self/net/" + table);
    std::string number;
    std::string local;
    for (std::string line; std::getline(lines, line);)
        if (std::istringstream(line) >> number >> local && local.ends_with(ending.data()))
            return true;
    return false;
}

/// A program in the foreground, in the network namespace of this thread, that writes into files. It is killed with
/// the object, together with its children; the kernel kills it if the test dies first, as long as it keeps its user.
class program
{
public:
    /// Starts it; what it prints goes into `out`, its complaints into `err`.
    explicit program(std::vector<std::string> words, std::string out = "/dev/null", std::string err = "/dev/null")
        : name_(words.front())
        , err_(std::move(err))
    {
        std::vector<char*> argv;
        for (auto& word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ < 0)
            throw std::system_error(errno, std::generic_category(), "fork");
        if (pid_ == 0) {
            ::setpgid(0, 0);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::dup2(::open("/dev/null", O_RDONLY), 0);
            ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
            ::dup2(::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
            ::execvp(argv[0], argv.data());
            ::_exit(127);
        }
        ::setpgid(pid_, pid_);
    }

    program(program const&) = delete;

    ~program()
    {
        if (pid_ < 0)
            return;
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

    /// Waits for its end; its status as a shell has it.
    int wait()
    {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    /// Waits until `port` is bound in a table of /proc/net; throws if the program ends or a minute passes before.
    void wait_for_port(std::string const& table, std::uint16_t port)
    {
        auto const limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (!is_bound(table, port)) {
            if (::waitpid(pid_, nullptr, WNOHANG) != 0) {
                pid_ = -1;
                throw std::runtime_error(name_ + " ended: " + content_of(err_));
            }
            if (std::chrono::steady_clock::now() > limit)
                throw std::runtime_error(name_ + " does not bind its port: " + content_of(err_));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }

private:
    std::string name_;
    std::string err_;
    pid_t pid_ = -1;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_PROGRAM_HPP
