// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_REASON_TEXT_HPP
#define SONDA_REASON_TEXT_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/errno_name.hpp>
#include <sonda/verdict.hpp>

#include <string>

namespace sonda {

namespace detail {

inline void append_icmp(std::string& text, unsigned type, unsigned code, boost::asio::ip::address const& from)
{
    text += "icmp ";
    append_number(text, type);
    text += '/';
    append_number(text, code);
    if (!from.is_unspecified()) {
        text += " from ";
        text += from.to_string();
    }
}

inline void append_system_error(std::string& text, int error)
{
    if (auto const name = errno_name(error); !name.empty()) {
        text += name;
        return;
    }
    text += "errno ";
    append_number(text, error);
}

} // namespace detail

/** Appends why an endpoint has its state, in the words that every output shares.

    One of `syn-ack`, `refused`, `no-response`, `icmp 3/13 from 192.0.2.1` (type/code in the numbers of the
    endpoint's family, and the sender where the system tells it), `udp-response`, or the symbol of an errno such as
    `ENETUNREACH` (`errno 4711` for one without a symbol), or `host-timeout`. A refusal over UDP is an ICMP port unreachable and is
    called so.

    @param text   What is appended to.
    @param found  The verdict.
*/
inline void append_reason(std::string& text, verdict const& found)
{
    auto const& outcome = found.outcome;
    switch (outcome.reason) {
    case reason_kind::syn_ack: text += "syn-ack"; return;
    case reason_kind::no_response: text += "no-response"; return;
    case reason_kind::udp_response: text += "udp-response"; return;
    case reason_kind::icmp: detail::append_icmp(text, outcome.icmp_type, outcome.icmp_code, outcome.from); return;
    case reason_kind::system: detail::append_system_error(text, outcome.error); return;
    case reason_kind::host_timeout: text += "host-timeout"; return;
    case reason_kind::refused: break;
    }
    if (found.endpoint.protocol() == protocol::tcp)
        text += "refused";
    else if (found.endpoint.is_v6())
        detail::append_icmp(text, 1, 4, outcome.from); // RFC 4443, 3.1
    else
        detail::append_icmp(text, 3, 3, outcome.from); // RFC 792
}

/// The words of @ref sonda::append_reason as a string of their own.
inline std::string reason_text(verdict const& found)
{
    std::string text;
    append_reason(text, found);
    return text;
}

} // namespace sonda

#endif // SONDA_REASON_TEXT_HPP
