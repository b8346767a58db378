// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_READY_OP_HPP
#define SONDA_DETAIL_UDP_READY_OP_HPP

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <atomic>
#include <memory>
#include <utility>

namespace sonda::detail {

/// What a wait shares with the transport that began it, which may be gone when it ends.
struct udp_wait_state
{
    std::atomic<bool> waiting = false;
    std::atomic<bool> kicked = false; ///< The transport itself broke the wait off: there is something to reap.
};

/** The wait for a poll descriptor: for `async_compose`.

    The descriptor holds all sockets and is level-triggered, and Asio looks at it anew when a wait begins: what came
    before the wait completes it. With an event that no descriptor announces the transport cancels the wait, which then
    ends without an error.
*/
template<class Descriptor, class Engine>
class udp_ready_op
{
public:
    udp_ready_op(Descriptor& descriptor, Engine const& engine, std::shared_ptr<udp_wait_state> shared) noexcept
        : descriptor_(&descriptor)
        , engine_(&engine)
        , shared_(std::move(shared))
    {}

    template<class Self>
    void operator()(Self& self, boost::system::error_code error = {})
    {
        if (std::exchange(begun_, true))
            end(self, error);
        else
            begin(self);
    }

private:
    template<class Self>
    void begin(Self& self)
    {
        shared_->kicked = false;
        shared_->waiting = !engine_->has_work();
        auto& descriptor = *descriptor_;
        if (shared_->waiting)
            descriptor.async_wait(Descriptor::wait_read, std::move(self));
        else
            boost::asio::post(descriptor.get_executor(), std::move(self));
    }

    template<class Self>
    void end(Self& self, boost::system::error_code error)
    {
        shared_->waiting = false;
        bool const asked = self.get_cancellation_state().cancelled() != boost::asio::cancellation_type::none;
        if (error == boost::asio::error::operation_aborted && shared_->kicked.exchange(false) && !asked)
            error = {};
        self.complete(error);
    }

    Descriptor* descriptor_;
    Engine const* engine_;
    std::shared_ptr<udp_wait_state> shared_;
    bool begun_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_READY_OP_HPP
