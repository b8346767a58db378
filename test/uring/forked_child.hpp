// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_URING_FORKED_CHILD_HPP
#define SONDA_TEST_URING_FORKED_CHILD_HPP

#include <cerrno>
#include <cstdio>
#include <exception>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

namespace test {

// Whether `check()` gives true in a process of its own, which whatever is done there ends with.
template<class Check>
bool holds_in_child(Check check)
{
    auto const child = ::fork();
    if (child < 0)
        throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
        ::alarm(20);
        try {
            ::_exit(check() ? 0 : 1);
        } catch (std::exception const& failure) {
            std::fprintf(stderr, "in the child: %s\n", failure.what());
            ::_exit(2);
        }
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "waitpid");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace test

#endif // SONDA_TEST_URING_FORKED_CHILD_HPP
