// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_COMMAND_COMMAND_RUN_HPP
#define SONDA_TEST_COMMAND_COMMAND_RUN_HPP

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// Where the command is.
inline std::string command_path()
{
    auto const* const path = std::getenv("SONDA_COMMAND");
    if (path == nullptr)
        throw std::runtime_error("SONDA_COMMAND does not say where the command is");
    return path;
}

/// What a command printed, and how it ended.
struct finished_run
{
    std::string out; ///< On standard output.
    std::string err; ///< On standard error.
    int status = -1; ///< As a shell has it: 128 and the signal if one killed it.
};

/// A process that is under way; it is killed if nobody waits for it.
class process
{
public:
    /// Starts a program with its words, in the network namespace of this thread.
    explicit process(std::vector<std::string> words)
    {
        std::array<std::array<int, 2>, 3> pipes{};
        for (auto& pipe : pipes)
            if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
                throw std::system_error(errno, std::generic_category(), "pipe2");
        std::vector<char*> argv;
        for (auto& word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(pipes[0][0], 0);
            ::dup2(pipes[1][1], 1);
            ::dup2(pipes[2][1], 2);
            ::execvp(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(pipes[0][0]);
        ::close(pipes[1][1]);
        ::close(pipes[2][1]);
        ends_ = {pipes[0][1], pipes[1][0], pipes[2][0]};
        if (pid_ < 0)
            throw std::system_error(errno, std::generic_category(), "fork");
    }

    process(process const&) = delete;

    ~process()
    {
        for (auto const end : ends_)
            if (end >= 0)
                ::close(end);
        if (!waited_) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
    }

    pid_t pid() const noexcept { return pid_; }

    void signal(int number) const noexcept { ::kill(pid_, number); }

    /// Gives `text` as all of standard input.
    void give(std::string_view text)
    {
        while (!text.empty()) {
            auto const n = ::write(ends_[0], text.data(), text.size());
            if (n <= 0)
                break;
            text.remove_prefix(static_cast<std::size_t>(n));
        }
        close_end(0);
    }

    /// Nobody reads standard output any more.
    void close_output() { close_end(1); }

    /// Reads until standard output holds `text`; false if it ends before or a minute passes.
    bool read_until(std::string_view text)
    {
        while (output_.out.find(text) == std::string::npos)
            if (!read_some())
                return false;
        return true;
    }

    /// Reads until standard error holds `text`; false if it ends before or a minute passes.
    bool read_errors_until(std::string_view text)
    {
        while (output_.err.find(text) == std::string::npos)
            if (!read_some())
                return false;
        return true;
    }

    /// Reads standard error alone until it ends, as it does with the process; false if a minute passes before.
    bool ends_unread()
    {
        char buffer[4096];
        for (pollfd waited{ends_[2], POLLIN, 0}; ::poll(&waited, 1, 60'000) == 1;) {
            auto const n = ::read(ends_[2], buffer, sizeof buffer);
            if (n <= 0)
                return true;
            output_.err.append(buffer, static_cast<std::size_t>(n));
        }
        return false;
    }

    /// Reads what is there on both, so that the process need not wait for a reader.
    void read_what_is_there()
    {
        while (read_some(0))
            ;
    }

    /// How much is there on standard output for who would read it.
    std::size_t unread() const noexcept
    {
        int bytes = 0;
        ::ioctl(ends_[1], FIONREAD, &bytes);
        return static_cast<std::size_t>(bytes);
    }

    /// Sends a signal and waits until it is taken, so that another of its kind is a second one.
    void signal_taken(int number) const
    {
        signal(number);
        for (std::string word; word != "0000000000000000";) {
            std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
            while (in >> word && word != "ShdPnd:")
                ;
            if (!(in >> word))
                return;
        }
    }

    /// A number of /proc/PID/status, e.g. `VmHWM`, in its unit there.
    unsigned long status_field(std::string const& name) const
    {
        std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
        for (std::string word; in >> word;)
            if (word == name + ':') {
                unsigned long value = 0;
                in >> value;
                return value;
            }
        return 0;
    }

    /// True if it has a handler for a signal.
    bool handles(int number) const
    {
        std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
        for (std::string word; in >> word;)
            if (word == "SigCgt:" && in >> word)
                return (std::stoull(word, nullptr, 16) >> (number - 1) & 1) != 0;
        return false;
    }

    /// True if it waits for something.
    bool sleeps() const
    {
        std::ifstream in("/proc/" + std::to_string(pid_) + "/stat");
        std::string number, name, state;
        in >> number >> name >> state;
        return state == "S";
    }

    /// Reads what comes until the end and waits for that.
    finished_run wait()
    {
        close_end(0);
        while (read_some())
            ;
        int status = 0;
        ::waitpid(pid_, &status, 0);
        waited_ = true;
        output_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return output_;
    }

private:
    void close_end(std::size_t i)
    {
        if (ends_[i] >= 0)
            ::close(std::exchange(ends_[i], -1));
    }

    bool read_some(int patience_ms = 60'000)
    {
        std::array<pollfd, 2> waited{pollfd{ends_[1], POLLIN, 0}, pollfd{ends_[2], POLLIN, 0}};
        if ((ends_[1] < 0 && ends_[2] < 0) || ::poll(waited.data(), waited.size(), patience_ms) <= 0)
            return false;
        for (std::size_t i = 0; i != waited.size(); ++i) {
            if (waited[i].revents == 0)
                continue;
            char buffer[4096];
            auto const n = ::read(waited[i].fd, buffer, sizeof buffer);
            if (n <= 0)
                close_end(i + 1);
            else
                (i == 0 ? output_.out : output_.err).append(buffer, static_cast<std::size_t>(n));
        }
        return true;
    }

    pid_t pid_ = -1;
    std::array<int, 3> ends_{-1, -1, -1};
    finished_run output_;
    bool waited_ = false;
};

/// The words of the command with its name first.
inline std::vector<std::string> command(std::vector<std::string> words)
{
    words.insert(words.begin(), command_path());
    return words;
}

/// Runs the command to its end.
inline finished_run run(std::vector<std::string> words, std::string_view input = {})
{
    process running(command(std::move(words)));
    running.give(input);
    return running.wait();
}

/// Runs a line of the shell in which `$SONDA_COMMAND` is the command.
inline finished_run run_shell(std::string const& line)
{
    return process({"bash", "-c", line}).wait();
}

/// Whether the command is built as this is, with a sanitizer that has needs of its own; says so if it is.
inline bool skip_sanitized(std::string_view name, std::string_view need)
{
#if defined(__SANITIZE_ADDRESS__)
    constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    constexpr bool sanitized = true;
#else
    constexpr bool sanitized = false;
#endif
#else
    constexpr bool sanitized = false;
#endif
    if (sanitized)
        std::cout << "SKIPPED: " << name << ": the sanitizer needs " << need << " of its own" << std::endl;
    return sanitized;
}

/// Whether a part stands somewhere in a text.
inline bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// The lines of a text.
inline std::vector<std::string> lines_of(std::string const& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        auto const end = (std::min)(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

} // namespace test

#endif // SONDA_TEST_COMMAND_COMMAND_RUN_HPP
