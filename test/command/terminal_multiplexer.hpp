// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_COMMAND_TERMINAL_MULTIPLEXER_HPP
#define SONDA_TEST_COMMAND_TERMINAL_MULTIPLEXER_HPP

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include "command/command_run.hpp"

namespace test {

/// A terminal of tmux, with a server of its own, in which a line of the shell runs; what is on its screen can be read.
class terminal_multiplexer
{
public:
    /// Whether a test must be skipped for want of tmux; says so by its name.
    static bool skip(std::string_view name)
    {
        if (process({"sh", "-c", "command -v tmux"}).wait().status == 0)
            return false;
        std::cout << "SKIPPED: " << name << ": tmux is not here" << std::endl;
        return true;
    }

    /// Runs `line`, in the network namespace of this thread, and when it is over writes `END:` and its status.
    terminal_multiplexer(unsigned columns, std::string const& line)
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "sonda-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            throw std::runtime_error("mkdtemp");
        folder_ = pattern;
        auto const shell = "trap : INT; unset NO_COLOR; " + line + "; echo END:$?; read wait";
        auto const started =
            process({"env", "-u", "TMUX", "tmux", "-S", folder_ + "/tmux", "-f", "/dev/null", "new-session", "-d", "-x",
                     std::to_string(columns), "-y", "24", "sh", "-c", shell})
                .wait();
        if (started.status != 0)
            throw std::runtime_error("tmux: " + started.err);
        tell({"set-option", "-g", "status", "off"});
    }

    terminal_multiplexer(terminal_multiplexer const&) = delete;

    ~terminal_multiplexer()
    {
        tell({"kill-server"});
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    void resize(unsigned columns) { tell({"resize-window", "-x", std::to_string(columns)}); }

    void press(std::string const& key) { tell({"send-keys", key}); }

    /// The lines on the screen and above, without blank ones at the end.
    std::string screen() { return trimmed(tell({"capture-pane", "-p", "-S", "-"}).out); }

    /// The same with escape sequences for colours.
    std::string coloured_screen() { return trimmed(tell({"capture-pane", "-p", "-e", "-S", "-"}).out); }

    /// Waits until the screen is as it should be; gives what it is then, or after half a minute.
    template<class Predicate>
    std::string wait_until(Predicate good)
    {
        auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        auto now = screen();
        while (!good(now) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            now = screen();
        }
        return now;
    }

    /// Waits until the line of the shell is over.
    std::string wait()
    {
        return wait_until([](std::string const& text) { return text.find("END:") != std::string::npos; });
    }

private:
    finished_run tell(std::vector<std::string> words)
    {
        words.insert(words.begin(), {"tmux", "-S", folder_ + "/tmux"});
        return process(std::move(words)).wait();
    }

    static std::string trimmed(std::string text)
    {
        text.erase(text.find_last_not_of('\n') + 1);
        return text + '\n';
    }

    std::string folder_;
};

} // namespace test

#endif // SONDA_TEST_COMMAND_TERMINAL_MULTIPLEXER_HPP
