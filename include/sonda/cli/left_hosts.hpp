// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_LEFT_HOSTS_HPP
#define SONDA_CLI_LEFT_HOSTS_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/verdict.hpp>

#include <boost/asio/ip/address.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace sonda::cli {

/** The hosts that took longer than `--host-timeout`, and how many of their ports were skipped.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class left_hosts
{
public:
    /// So many are named unless more is to be said.
    static constexpr std::size_t named = 5;

    /// Takes a verdict; of the host of one that was skipped it is noted.
    void put(verdict const& found)
    {
        if (found.outcome.reason != reason_kind::host_timeout)
            return;
        ++hosts_[found.endpoint.address()];
        ++ports_;
    }

    /// Says it in one line, if there are any.
    void tell(messages& say) const
    {
        if (hosts_.empty())
            return;
        auto text = "left after --host-timeout, with " + std::to_string(ports_) + (ports_ == 1 ? " port" : " ports") +
                    " skipped: " + std::to_string(hosts_.size()) + (hosts_.size() == 1 ? " host" : " hosts");
        char const* before = ": ";
        std::size_t left = say.verbose() ? hosts_.size() : named;
        for (auto at = hosts_.begin(); at != hosts_.end() && left != 0; ++at, --left) {
            text += before + at->first.to_string() + " (" + std::to_string(at->second) + ')';
            before = ", ";
        }
        if (!say.verbose() && hosts_.size() > named)
            text += " and more; -v names all";
        say.say(text);
    }

private:
    std::map<boost::asio::ip::address, std::uint64_t> hosts_;
    std::uint64_t ports_ = 0;
};

} // namespace sonda::cli

#endif // SONDA_CLI_LEFT_HOSTS_HPP
