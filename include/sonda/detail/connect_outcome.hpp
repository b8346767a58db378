// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONNECT_OUTCOME_HPP
#define SONDA_DETAIL_CONNECT_OUTCOME_HPP

#include <sonda/probe_result.hpp>
#include <sonda/verdict.hpp>

#include <cerrno>

namespace sonda::detail {

inline outcome connect_open() noexcept
{
    return {port_state::open, reason_kind::syn_ack, 0, 0, 0, {}};
}

inline outcome connect_refused() noexcept
{
    return {port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED, {}};
}

inline outcome connect_system_error(port_state state, int error) noexcept
{
    return {state, reason_kind::system, 0, 0, error, {}};
}

// What this machine ran out of for now; says nothing about the target.
constexpr bool is_shortage(int error) noexcept
{
    switch (error) {
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
    case EADDRNOTAVAIL:
    case EADDRINUSE:
    case EAGAIN: return true;
    default: return false;
    }
}

// An errno that the very call which begins a connection gave: nothing was sent.
inline probe_result connect_failed_at_once(int error) noexcept
{
    if (is_shortage(error))
        return probe_result::shortage(error);
    if (error == ECONNREFUSED)
        return probe_result::answered(connect_refused());
    return probe_result::answered(connect_system_error(port_state::error, error));
}

// An errno that a connection under way ended with.
inline probe_result connect_failed_later(int error) noexcept
{
    switch (error) {
    case ECONNREFUSED: return probe_result::answered(connect_refused());
    case ETIMEDOUT: return probe_result::answered({});
    // A reset of a connection that existed: the handshake was complete, somebody listens.
    case ECONNRESET:
    case EPIPE: return probe_result::answered(connect_open());
    // Ended by this machine, e.g. by an administrator's tool.
    case ECONNABORTED: return probe_result::again();
    default: break;
    }
    if (is_shortage(error))
        return probe_result::shortage(error);
    return probe_result::answered(connect_system_error(port_state::filtered, error));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONNECT_OUTCOME_HPP
