// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DRAIN_OP_HPP
#define SONDA_DETAIL_DRAIN_OP_HPP

#include <sonda/sink/lifecycle.hpp>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sonda::detail {

template<class Sink>
bool is_full(Sink& member)
{
    if constexpr (sink::drainable<Sink>)
        return member.full();
    else
        return false;
}

/// Waits for the first member that is full, until none is. Composed: the members live in the sink, not here.
template<class... Sinks>
struct drain_op
{
    std::tuple<Sinks...>& sinks;
    bool waited = false;

    template<class Self>
    void operator()(Self& self, boost::system::error_code error = {})
    {
        if (!error && wait_from<0>(self))
            return;
        if (std::exchange(waited, true))
            return self.complete(error);
        // Never complete within the initiating function.
        auto const executor = boost::asio::get_associated_executor(self);
        boost::asio::post(executor, std::move(self));
    }

    template<std::size_t Position, class Self>
    bool wait_from(Self& self)
    {
        if constexpr (Position == sizeof...(Sinks)) {
            return false;
        } else {
            using member_type = std::tuple_element_t<Position, std::tuple<Sinks...>>;
            auto& member = std::get<Position>(sinks);
            if (!is_full(member))
                return wait_from<Position + 1>(self);
            if constexpr (sink::drainable<member_type>) {
                waited = true;
                member.async_drain(std::move(self));
            }
            return true;
        }
    }
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DRAIN_OP_HPP
