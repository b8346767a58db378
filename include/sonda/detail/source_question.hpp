// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SOURCE_QUESTION_HPP
#define SONDA_DETAIL_SOURCE_QUESTION_HPP

#include <sonda/detail/connect_outcome.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/verdict.hpp>

#include <boost/asio/basic_datagram_socket.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/system/error_code.hpp>

#include <cerrno>
#include <chrono>
#include <optional>

namespace sonda::detail {

// The errno, on every system.
inline int number_of(boost::system::error_code const& failed) noexcept
{
    return failed.default_error_condition().value();
}

// What the system says of the way to a target: connecting a datagram socket sends nothing and needs no TCP port.
template<class Executor>
boost::system::error_code ask_route(Executor const& executor, endpoint const& target)
{
    boost::asio::basic_datagram_socket<boost::asio::ip::udp, Executor> asked(executor);
    boost::system::error_code failed;
    auto const address = target.as<boost::asio::ip::udp>();
    asked.open(address.protocol(), failed);
    if (!failed)
        asked.connect(address, failed);
    return failed;
}

/*  Tells apart what connect() means by EADDRNOTAVAIL: no local port is left, which waiting mends; or there is no local
    address to ask the target from, as where IPv6 is disabled, which it does not.

    The last answer is kept for a second: the ports of one host come in a row, and so do probes that find no port.
*/
class source_question
{
public:
    using clock_type = std::chrono::steady_clock;

    static constexpr std::chrono::seconds lifetime{1};

    // With a source of one's own the address is there, so that only a port can be missing.
    explicit source_question(boost::asio::ip::address const& source) noexcept
        : bound_(!source.is_unspecified())
        , bound_v6_(source.is_v6())
    {}

    // The result of a probe that was begun, or could not be, after a closer look. `near` has the executor.
    template<class IoObject>
    probe_result explained(probe_result const& result, endpoint const& target, IoObject& near)
    {
        if (result.status != probe_status::shortage || result.error != EADDRNOTAVAIL)
            return result;
        if (!lacks_source(target, clock_type::now(), [&] { return number_of(ask_route(near.get_executor(), target)); }))
            return result;
        return probe_result::answered(connect_system_error(port_state::error, EADDRNOTAVAIL));
    }

    // `ask()` gives the errno of ask_route.
    template<class Ask>
    bool lacks_source(endpoint const& target, clock_type::time_point now, Ask&& ask)
    {
        if (bound_ && bound_v6_ == target.is_v6())
            return false;
        if (!asked_ || !is_host_of(target) || now - at_ >= lifetime) {
            lacking_ = ask() == EADDRNOTAVAIL;
            asked_ = target;
            at_ = now;
        }
        return lacking_;
    }

private:
    bool is_host_of(endpoint const& target) const noexcept
    {
        return asked_->is_v6() == target.is_v6() && asked_->high() == target.high() && asked_->low() == target.low() &&
               asked_->zone() == target.zone();
    }

    std::optional<endpoint> asked_;
    clock_type::time_point at_{};
    bool lacking_ = false;
    bool bound_;
    bool bound_v6_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SOURCE_QUESTION_HPP
