// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_CLI_PSEUDO_TERMINAL_HPP
#define SONDA_TEST_CLI_PSEUDO_TERMINAL_HPP

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace test {

/// A terminal of which the test reads what is written to it, as it is written.
class pseudo_terminal
{
public:
    explicit pseudo_terminal(unsigned short columns = 80)
        : reader_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    {
        char name[64];
        if (reader_ < 0 || ::grantpt(reader_) != 0 || ::unlockpt(reader_) != 0 ||
            ::ptsname_r(reader_, name, sizeof name) != 0)
            throw std::system_error(errno, std::generic_category(), "posix_openpt");
        descriptor_ = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        termios mode{};
        ::tcgetattr(descriptor_, &mode);
        ::cfmakeraw(&mode);
        ::tcsetattr(descriptor_, TCSANOW, &mode);
        resize(columns);
    }

    pseudo_terminal(pseudo_terminal const&) = delete;

    ~pseudo_terminal()
    {
        ::close(descriptor_);
        ::close(reader_);
    }

    void resize(unsigned short columns) noexcept
    {
        winsize size{};
        size.ws_row = 24;
        size.ws_col = columns;
        ::ioctl(reader_, TIOCSWINSZ, &size);
    }

    int descriptor() const noexcept { return descriptor_; }

    /// What was written since the last call.
    std::string read()
    {
        std::string text;
        char buffer[4096];
        for (ssize_t n; (n = ::read(reader_, buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(n));
        return text;
    }

private:
    int reader_;
    int descriptor_ = -1;
};

} // namespace test

#endif // SONDA_TEST_CLI_PSEUDO_TERMINAL_HPP
