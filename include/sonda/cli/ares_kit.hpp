// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_ARES_KIT_HPP
#define SONDA_CLI_ARES_KIT_HPP

#include <sonda/cli/name_asker.hpp>
#include <sonda/target/ares_resolve.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>

#include <string>
#include <utility>
#include <vector>

#include <ares.h>

namespace sonda::cli {

/** A kit that can ask name servers as well: gives the command its `--resolver`. Needs c-ares to be linked (`sonda::ares`
    in CMake).

    @tparam Kit  What it is otherwise, e.g. @ref transport_kit.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.
*/
template<class Kit>
struct ares_kit : Kit
{
    /// Asks name servers, see @ref name_asker.
    void ask_names(boost::asio::io_context& context, std::vector<std::string> of, target::name_servers servers,
                   boost::asio::cancellation_slot slot, names_taker take) const
    {
        auto done = [take = std::move(take)](boost::system::error_code, std::vector<target::resolved_name> found) {
            take(std::move(found));
        };
        target::async_ask_name_servers(context.get_executor(), std::move(of), std::move(servers),
                                       boost::asio::bind_cancellation_slot(slot, std::move(done)));
    }

    /// What asks them, with its version.
    static std::string resolver() { return std::string("c-ares ") + ::ares_version(nullptr); }
};

} // namespace sonda::cli

#endif // SONDA_CLI_ARES_KIT_HPP
