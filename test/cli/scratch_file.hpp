// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_CLI_SCRATCH_FILE_HPP
#define SONDA_TEST_CLI_SCRATCH_FILE_HPP

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace test {

/// A file of its own that goes away with it.
class scratch_file
{
public:
    explicit scratch_file(std::string_view content = {})
    {
        auto const* const folder = std::getenv("TMPDIR");
        path_ = std::string(folder ? folder : "/tmp") + "/sonda-XXXXXX";
        descriptor_ = ::mkstemp(path_.data());
        if (descriptor_ < 0)
            throw std::system_error(errno, std::generic_category(), path_);
        if (::write(descriptor_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
            throw std::system_error(errno, std::generic_category(), path_);
    }

    scratch_file(scratch_file const&) = delete;

    ~scratch_file()
    {
        ::close(descriptor_);
        ::unlink(path_.c_str());
    }

    std::string const& path() const noexcept { return path_; }
    int descriptor() const noexcept { return descriptor_; }

    std::string content() const
    {
        std::ifstream in(path_);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::string path_;
    int descriptor_;
};

} // namespace test

#endif // SONDA_TEST_CLI_SCRATCH_FILE_HPP
