// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_ARES_RESOLVE_HPP
#define SONDA_TARGET_ARES_RESOLVE_HPP

#include <sonda/detail/ares_op.hpp>
#include <sonda/target/name_servers.hpp>
#include <sonda/target/resolved_name.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sonda::target {

/** Looks many names up at name servers of the caller's choice, and at no others, through c-ares.

    This header is not in `sonda.hpp`: a program that includes it links c-ares 1.18 or later (`sonda::ares` in CMake).

    Literal addresses and `localhost` are treated as by @ref async_resolve_names; neither `/etc/hosts` nor any other
    configuration of the machine has a say in the rest, and no domain is put behind a name. Of each name the IPv4 and the
    IPv6 addresses are asked for, the IPv4 ones come first. Aliases are followed, as a name server that does the whole
    work hands them out (RFC 1034 5.3.1); answers that do not fit into a datagram are fetched over TCP (RFC 7766).

    A server that is silent, unreachable or says that it cannot answer is followed by the next one. Whoever leaves four
    questions in a row unanswered is asked after the others, and whoever leaves 256, or 1024 after having answered, is asked
    no more, so that dead servers hold nobody up: where all of them are dead the names that wait fail with the first ones.
    The memory is that of the results and of `servers.parallel` names.

    @param executor  Completions go through the executor associated with the token, or else this one. Its context waits
                     for the sockets, on a strand.
    @param names     The names; they are copied or moved.
    @param servers   Who is asked, and how.
    @param token     The completion token.

    @par Completion signature
    @code void(boost::system::error_code, std::vector<sonda::target::resolved_name>) @endcode

    @par Error codes
    Of the operation:
    @li `boost::asio::error::operation_aborted`  it was cancelled.
    @li `sonda::error::bad_option`  there is no server, there are more than `name_servers::most`, or a number is 0.
    @li `boost::asio::error::no_memory`, `boost::asio::error::no_recovery`  c-ares cannot begin.

    Of each name, in `resolved_name::error`; a name that has addresses in spite of it may have more of them, for one of its
    two questions failed:
    @li `boost::asio::error::host_not_found`  there is no such name (NXDOMAIN).
    @li `boost::asio::error::no_data`  the name has no addresses.
    @li `sonda::error::name_server_failed`, `name_server_refused`  the servers say SERVFAIL, REFUSED.
    @li `sonda::error::bad_reply`  what came is no answer, or says that the question is not understood.
    @li `boost::asio::error::timed_out`, `connection_refused`  no server answers.
    @li `sonda::error::bad_name`  it is no host name.
    @li `boost::asio::error::operation_aborted`  the operation was cancelled before this name had its answer.

    @par Per-operation cancellation
    @li `terminal`, `partial`, `total`  completes at once, with the names that have their answers. Nothing goes on behind it.

    @par Thread safety
    Safe: several operations may run at a time, on any threads; each has channels of its own. A cancellation signal is
    emitted from where the completion runs, as everywhere in Asio. The first operation of a process calls
    `ares_library_init`; a program that uses c-ares by itself calls that before it has threads, as c-ares asks for.

    @par Example
    @code
    sonda::target::name_servers servers;
    servers.list.push_back(sonda::target::parse_name_server("127.0.0.1:5353").value());
    sonda::target::async_ask_name_servers(context.get_executor(), {"www.example"}, servers,
        [](boost::system::error_code, std::vector<sonda::target::resolved_name> found) {
            for (auto const& address : found.front().addresses)
                std::cout << address << '\n';
        });
    @endcode
*/
template<class Executor, class Token>
auto async_ask_name_servers(Executor const& executor, std::vector<std::string> names, name_servers servers,
                            Token&& token)
{
    auto initiation = [](auto handler, Executor const& on, std::vector<std::string> of, name_servers by) {
        using operation = detail::ares_op<decltype(handler), Executor>;
        std::make_shared<operation>(std::move(handler), on, std::move(of), std::move(by))->start();
    };
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::vector<resolved_name>)>(
        std::move(initiation), token, executor, std::move(names), std::move(servers));
}

} // namespace sonda::target

#endif // SONDA_TARGET_ARES_RESOLVE_HPP
