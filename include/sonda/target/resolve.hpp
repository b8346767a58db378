// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RESOLVE_HPP
#define SONDA_TARGET_RESOLVE_HPP

#include <sonda/target/resolve_op.hpp>
#include <sonda/target/resolved_name.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sonda::target {

/** Looks many names up at a time, with a look-up of the caller's.

    Literal addresses are read and not looked up, and what is no host name is refused. `localhost` and what ends in
    `.localhost` are the loopback addresses that `/etc/hosts` gives `localhost`, or 127.0.0.1 and ::1 (RFC 6761). All
    other names are looked up, eight at a time for each execution context, on threads that start with the first of them
    and end with the context. The results are in the order of the names. One name that fails does not hold up the rest.

    @par Requirements
    `lookup(name, error)` gives all addresses of a name as a `std::vector<boost::asio::ip::address>`, or sets the error
    code. It may block, is called from several threads at a time, and does not throw.

    @param executor  Completions go through the executor associated with the token, or else this one.
    @param names  The names; they are copied or moved.
    @param lookup  The look-up.
    @param token  The completion token.

    @par Completion signature
    @code void(boost::system::error_code, std::vector<sonda::target::resolved_name>) @endcode

    @par Error codes
    Of the operation:
    @li `boost::asio::error::operation_aborted`  it was cancelled.

    Of each name, in `resolved_name::error`:
    @li `sonda::error::bad_name`  it is no host name, or looks like an address and is none.
    @li `boost::asio::error::operation_aborted`  the operation was cancelled before this name had its answer.
    @li others of the look-up, like `boost::asio::error::host_not_found`.

    @par Per-operation cancellation
    @li `terminal`, `partial`, `total`  completes at once, with the names that have their answers. A look-up that waits
        for a dead name server goes on in its thread and its answer is dropped; the destructor of the context waits.

    @par Thread safety
    Safe. A cancellation signal is emitted from where the completion runs, as everywhere in Asio.
*/
template<class Executor, class Lookup, class Token>
auto async_resolve_names(Executor const& executor, std::vector<std::string> names, Lookup lookup, Token&& token)
{
    // Mutable, or g++ 12 at -O1 believes that the empty object is read uninitialised.
    auto initiation = [](auto handler, Executor const& on, std::vector<std::string> of, Lookup by) mutable {
        using operation = detail::resolve_op<decltype(handler), Executor, Lookup>;
        std::make_shared<operation>(std::move(handler), on, std::move(of), std::move(by))->start();
    };
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::vector<resolved_name>)>(
        std::move(initiation), token, executor, std::move(names), std::move(lookup));
}

/// Looks many names up at a time, the way this machine is set up to; see the other overload.
template<class Executor, class Token>
auto async_resolve_names(Executor const& executor, std::vector<std::string> names, Token&& token)
{
    return async_resolve_names(executor, std::move(names), system_lookup(), std::forward<Token>(token));
}

} // namespace sonda::target

#endif // SONDA_TARGET_RESOLVE_HPP
