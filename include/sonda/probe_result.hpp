// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PROBE_RESULT_HPP
#define SONDA_PROBE_RESULT_HPP

#include <sonda/verdict.hpp>

#include <cstdint>

namespace sonda {

/// The number of a slot: the place in a scan's window that one probe in flight occupies.
using slot_id = std::uint32_t;

/// What a transport says of one probe.
enum class probe_status : std::uint8_t {
    pending, ///< In flight; only `start` says so. The slot comes back through `reap`.
    answered, ///< Definite: `probe_result::answer` is the outcome. The slot is free.
    cancelled, ///< It was cancelled and no answer was there. The slot is free.
    again, ///< Void: no evidence about the port and no try used, e.g. a connection with oneself. The slot is free.
    shortage ///< This machine lacked something for now: `probe_result::error` is the errno. The slot is free, no try used.
};

/** The state of one probe, as a transport reports it from `start` and `reap`.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct probe_result
{
    probe_status status = probe_status::pending; ///< What happened.
    int error = 0; ///< With `shortage`: the errno.
    outcome answer; ///< With `answered`: the evidence.

    /// A probe that is in flight.
    static probe_result pending() noexcept { return {}; }

    /// A probe that has its answer.
    static probe_result answered(outcome const& answer) noexcept { return {probe_status::answered, 0, answer}; }

    /// A probe that was cancelled before an answer came.
    static probe_result cancelled() noexcept { return {probe_status::cancelled, 0, {}}; }

    /// A probe that says nothing and is to be sent again.
    static probe_result again() noexcept { return {probe_status::again, 0, {}}; }

    /// A probe that this machine lacked a resource for; `error` is the errno.
    static probe_result shortage(int error) noexcept { return {probe_status::shortage, error, {}}; }
};

} // namespace sonda

#endif // SONDA_PROBE_RESULT_HPP
