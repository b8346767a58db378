// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_GROUP_XML_HOSTS_HPP
#define SONDA_CLI_GROUP_XML_HOSTS_HPP

#include <sonda/detail/socket_handle.hpp>
#include <sonda/detail/xml_text.hpp>
#include <sonda/sink/fd_writer.hpp>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonda::detail {

/// The lines of a document of the XML sink, those of each host together.
class grouped_xml
{
public:
    void add(std::string const& line)
    {
        if (line.starts_with("<host ")) {
            auto const [at, first] = positions_.emplace(line.substr(line.find('>')), hosts_.size());
            if (first)
                hosts_.push_back({line, {}});
            repeated_ = repeated_ || !first;
            current_ = at->second;
            inside_ = true;
        } else if (line == xml_host_end.substr(0, xml_host_end.size() - 1)) {
            inside_ = false;
        } else if (inside_) {
            hosts_[current_].second.push_back(line);
        } else {
            (hosts_.empty() ? head_ : tail_) += line + '\n';
        }
    }

    bool repeated() const noexcept { return repeated_; }

    void write(sink::fd_writer& out) const
    {
        out.write(head_);
        for (auto const& [host, ports] : hosts_) {
            out.write(host + '\n');
            for (auto const& port : ports)
                out.write(port + '\n');
            out.write(xml_host_end);
        }
        out.write(tail_);
        out.flush();
    }

private:
    std::map<std::string, std::size_t> positions_;
    std::vector<std::pair<std::string, std::vector<std::string>>> hosts_;
    std::string head_;
    std::string tail_;
    std::size_t current_ = 0;
    bool inside_ = false;
    bool repeated_ = false;
};

// The new file takes the place of the old one in one step, with its mode.
inline void replace_file(std::filesystem::path const& path, grouped_xml const& content)
{
    struct stat old;
    if (::stat(path.c_str(), &old) != 0)
        return;
    auto name = path.string() + ".XXXXXX";
    socket_handle const file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file)
        return;
    try {
        sink::fd_writer out(file.get());
        content.write(out);
        if (::fchmod(file.get(), old.st_mode & 07777) == 0 && ::rename(name.c_str(), path.c_str()) == 0)
            return;
    } catch (std::system_error const&) { // no room: the file stays as it is
    }
    ::unlink(name.c_str());
}

} // namespace sonda::detail

namespace sonda::cli {

/** Lets each host of a document of @ref sonda::sink::xml stand there once, which readers like `ndiff` take for granted.

    While a scan runs, a host comes again whenever others came in between. The file is replaced in one step, or stays as
    it is: if it is none, if no host is there twice, or if there is no room beside it. It is held in memory meanwhile.

    @param path  The file.
*/
inline void group_xml_hosts(std::string const& path)
{
    std::error_code failed;
    auto const real = std::filesystem::canonical(path, failed);
    if (failed || !std::filesystem::is_regular_file(real, failed))
        return;
    detail::grouped_xml content;
    std::ifstream in(real, std::ios::binary);
    for (std::string line; std::getline(in, line);)
        content.add(line);
    if (in.eof() && content.repeated())
        detail::replace_file(real, content);
}

} // namespace sonda::cli

#endif // SONDA_CLI_GROUP_XML_HOSTS_HPP
