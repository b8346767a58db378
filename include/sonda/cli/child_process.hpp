// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHILD_PROCESS_HPP
#define SONDA_CLI_CHILD_PROCESS_HPP

#include <sonda/cli/interrupts.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/result.hpp>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonda::detail {

// What a child gets: standard output where it is told, and every signal as the command itself was started with it.
class spawn_settings
{
public:
    explicit spawn_settings(int output)
    {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawnattr_init(&attributes_);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGPIPE); // these two the command ignores for itself; what it takes falls back
        ::sigaddset(&signals, SIGXFSZ);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }

    spawn_settings(spawn_settings const&) = delete;

    ~spawn_settings()
    {
        ::posix_spawnattr_destroy(&attributes_);
        ::posix_spawn_file_actions_destroy(&actions_);
    }

    // Gives an errno; the program is looked for in PATH.
    int spawn(pid_t& child, std::vector<std::string>& words)
    {
        std::vector<char*> arguments;
        for (auto& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        return ::posix_spawnp(&child, arguments[0], &actions_, &attributes_, arguments.data(), environ);
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

} // namespace sonda::detail

namespace sonda::cli {

/// True if a program of that name can be run: it is looked for in `PATH` unless it has a slash.
inline bool program_exists(std::string const& name)
{
    auto const runs = [](std::string const& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (name.empty() || name.find('/') != std::string::npos)
        return runs(name);
    auto const* const found = std::getenv("PATH");
    std::string_view folders = found != nullptr ? found : "/usr/bin:/bin";
    for (;;) {
        auto const folder = folders.substr(0, folders.find(':'));
        if (runs((folder.empty() ? "." : std::string(folder)) + '/' + name))
            return true;
        if (folder.size() == folders.size())
            return false;
        folders.remove_prefix(folder.size() + 1);
    }
}

/** Runs programs, one after another, without a shell.

    @par Thread safety
    Distinct objects: unsafe at the same time, as SIGCHLD is of the whole process. Shared objects: unsafe.
*/
class child_process
{
public:
    /// Waits on `context`; `signals` ends a program early and outlives this.
    child_process(boost::asio::io_context& context, interrupts& signals)
        : context_(context)
        , signals_(signals)
        , ended_(context, SIGCHLD)
    {}

    /** Runs a program to its end.

        A first SIGINT is passed on as SIGINT, what comes then as SIGTERM.

        @param words   Its name, which is looked for in `PATH`, and its arguments; not empty.
        @param output  The descriptor that it has for standard output.

        @return The status as a shell has it: 128 and the number if a signal ended it. Or the error for which it could
        not be started.
    */
    boost::system::result<int> run(std::vector<std::string> words, int output)
    {
        pid_t child = -1;
        if (int const error = detail::spawn_settings(output).spawn(child, words))
            return boost::system::error_code(error, boost::system::system_category());
        signals_.on_signal([child](boost::asio::cancellation_type how) {
            ::kill(child, how == boost::asio::cancellation_type::partial ? SIGINT : SIGTERM);
        });
        int status = 0;
        while (::waitpid(child, &status, WNOHANG) == 0)
            wait();
        signals_.ignore();
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    void wait()
    {
        bool done = false;
        ended_.async_wait([&done](boost::system::error_code, int) { done = true; });
        context_.restart();
        while (!done)
            context_.run_one();
    }

    boost::asio::io_context& context_;
    interrupts& signals_;
    boost::asio::signal_set ended_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_CHILD_PROCESS_HPP
