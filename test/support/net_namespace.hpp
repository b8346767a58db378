// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_NET_NAMESPACE_HPP
#define SONDA_TEST_SUPPORT_NET_NAMESPACE_HPP

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace test {

/** A fresh network namespace for the thread that makes it, with the loopback interface up; nothing leaves it.

    Threads and processes that are started while it lives, by this thread, are inside too; other threads are where they
    were. It must be destroyed by the thread that made it, which then is back where it came from. Sockets stay in the
    namespace that they were made in. Needs CAP_SYS_ADMIN: root, or a whole test run under `unshare -Urn`.
*/
class net_namespace
{
public:
    net_namespace()
        : before_(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC))
    {
        if (before_ < 0)
            throw std::system_error(errno, std::generic_category(), "open /proc/thread-self/ns/net");
        if (::unshare(CLONE_NEWNET) != 0) {
            auto const error = errno;
            ::close(before_);
            throw std::system_error(error, std::generic_category(), "unshare");
        }
        try {
            raise_loopback();
        } catch (...) {
            leave();
            throw;
        }
    }

    net_namespace(net_namespace const&) = delete;
    net_namespace& operator=(net_namespace const&) = delete;

    ~net_namespace() { leave(); }

    /// Whether namespaces and nft rules in them can be had here; asked on a thread of its own, once.
    static bool available()
    {
        static bool const answer = [] {
            bool possible = false;
            std::thread([&] {
                try {
                    net_namespace trial;
                    trial.nft("table inet trial { }");
                    possible = true;
                } catch (std::exception const&) {
                }
            }).join();
            return possible;
        }();
        return answer;
    }

    /// Prints that a test is skipped, by its name, if there are no namespaces here; true if it is.
    static bool skip(std::string_view name)
    {
        if (available())
            return false;
        std::cout << "SKIPPED: " << name << ": network namespaces or nft not available" << std::endl;
        return true;
    }

    /// Loads rules, in the syntax of `nft -f`.
    void nft(std::string const& rules)
    {
        auto* const pipe = ::popen("nft -f - 2>&1", "we");
        if (!pipe)
            throw std::system_error(errno, std::generic_category(), "popen");
        auto const written = std::fwrite(rules.data(), 1, rules.size(), pipe);
        if (::pclose(pipe) != 0 || written != rules.size())
            throw std::runtime_error("nft refused: " + rules);
    }

    /// Sets a value below /proc/sys/net, e.g. `sysctl("net.ipv4.ip_local_port_range", "20000 20001")`.
    void sysctl(std::string name, std::string const& value)
    {
        for (auto& c : name)
            c = c == '.' ? '/' : c;
        auto const file = ::open(("/proc/sys/" + name).c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0)
            throw std::system_error(errno, std::generic_category(), name);
        auto const written = ::write(file, value.data(), value.size());
        auto const error = errno;
        ::close(file);
        if (written != static_cast<ssize_t>(value.size()))
            throw std::system_error(error, std::generic_category(), name);
    }

    /// What a shell command prints; throws if its status is not 0.
    std::string run(std::string const& command)
    {
        auto* const pipe = ::popen(command.c_str(), "re");
        if (!pipe)
            throw std::system_error(errno, std::generic_category(), "popen");
        std::string printed;
        char buffer[4096];
        for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) != 0;)
            printed.append(buffer, n);
        if (::pclose(pipe) != 0)
            throw std::runtime_error("failed: " + command + "\n" + printed);
        return printed;
    }

private:
    void leave() noexcept
    {
        // A thread left in the wrong namespace would make every later test lie.
        if (::setns(before_, CLONE_NEWNET) != 0) {
            std::perror("setns");
            std::abort();
        }
        ::close(before_);
    }

    static void raise_loopback()
    {
        auto const control = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        ifreq request{};
        request.ifr_name[0] = 'l';
        request.ifr_name[1] = 'o';
        request.ifr_flags = IFF_UP;
        auto const failed = control < 0 || ::ioctl(control, SIOCSIFFLAGS, &request) != 0;
        auto const error = errno;
        ::close(control);
        if (failed)
            throw std::system_error(error, std::generic_category(), "SIOCSIFFLAGS lo");
    }

    int before_;
};

} // namespace test

#endif // SONDA_TEST_SUPPORT_NET_NAMESPACE_HPP
