// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_UDP_DAEMON_HPP
#define SONDA_TEST_UDP_DAEMON_HPP

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// True if an executable of that name is in one of the usual places.
inline bool is_installed(std::string const& name)
{
    for (auto const* const folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"}) {
        if (::access((folder + name).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

/// True if some socket of the thread's network namespace is bound to the UDP port, in the given table of /proc.
inline bool is_udp_port_bound(char const* table, std::uint16_t port)
{
    char suffix[8];
    std::snprintf(suffix, sizeof suffix, ":%04X ", port);
    std::ifstream lines(std::string("/proc/thread-self/net/") + table);
    for (std::string line; std::getline(lines, line);) {
        auto const local = line.substr(0, line.find(' ', line.find(": ") + 2) + 1);
        if (local.ends_with(suffix))
            return true;
    }
    return false;
}

/// A service of the system, in the foreground, in the network namespace of the thread; ended with the object.
class daemon
{
public:
    explicit daemon(std::vector<std::string> arguments)
    {
        std::vector<char*> pointers;
        for (auto& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        process_ = ::fork();
        if (process_ < 0)
            throw std::system_error(errno, std::generic_category(), "fork");
        if (process_ == 0) {
            int const nowhere = ::open("/dev/null", O_RDWR);
            for (int standard : {0, 1, 2})
                ::dup2(nowhere, standard);
            ::execvp(pointers[0], pointers.data());
            ::_exit(127);
        }
    }

    daemon(daemon const&) = delete;
    daemon& operator=(daemon const&) = delete;

    ~daemon()
    {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    /// Waits until it has bound the port for both families; throws if it ends or 20 s pass before.
    void wait_for_port(std::uint16_t port)
    {
        for (int i = 0; i != 4000; ++i) {
            if (is_udp_port_bound("udp", port) && is_udp_port_bound("udp6", port))
                return;
            if (::waitpid(process_, nullptr, WNOHANG) != 0)
                throw std::runtime_error("the service ended");
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        throw std::runtime_error("the service does not bind its port");
    }

private:
    pid_t process_ = -1;
};

} // namespace test

#endif // SONDA_TEST_UDP_DAEMON_HPP
