// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONNECT_SETUP_HPP
#define SONDA_DETAIL_CONNECT_SETUP_HPP

#include <sonda/detail/socket_pool.hpp>
#include <sonda/error.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <cerrno>
#include <cstddef>

#include <fcntl.h>

// What the constructors of transports that keep sockets do.

namespace sonda::detail {

inline transport::connect_options const& checked(transport::connect_options const& options)
{
    if (options.slots == 0 || options.slots > std::size_t{1} << 31)
        throw boost::system::system_error(error::bad_option, "slots");
    return options;
}

// A source address that cannot be had is the user's mistake, to be told now; the socket is kept.
inline void try_source(socket_pool& pool, boost::asio::ip::address const& source)
{
    probe_result failure;
    if (source.is_unspecified() || pool.idle(source.is_v6(), failure) != socket_pool::none)
        return;
    auto const error = failure.status == probe_status::shortage ? failure.error : failure.answer.error;
    throw boost::system::system_error(error, boost::system::system_category(), "source address");
}

// The reactor's registration ends with a descriptor of its own, whatever order things are destroyed in.
inline int duplicate(int descriptor)
{
    auto const copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        throw boost::system::system_error(errno, boost::system::system_category(), "dup");
    return copy;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONNECT_SETUP_HPP
