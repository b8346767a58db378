// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_COMMAND_SCRATCH_FOLDER_HPP
#define SONDA_TEST_COMMAND_SCRATCH_FOLDER_HPP

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include <unistd.h>

namespace test {

/// A folder of its own that goes away with it; in memory where that can be, as a busy disk takes seconds to sync.
class scratch_folder
{
public:
    scratch_folder()
        : path_((place() / "sonda-XXXXXX").string())
    {
        BOOST_TEST_REQUIRE(::mkdtemp(path_.data()) != nullptr);
    }

    scratch_folder(scratch_folder const&) = delete;

    ~scratch_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string operator/(std::string const& name) const { return path_ + '/' + name; }

    std::string content(std::string const& name) const
    {
        std::ifstream in(*this / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    static std::filesystem::path place()
    {
        char const* const memory = "/dev/shm";
        return ::access(memory, W_OK | X_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    }

    std::string path_;
};

} // namespace test

#endif // SONDA_TEST_COMMAND_SCRATCH_FOLDER_HPP
