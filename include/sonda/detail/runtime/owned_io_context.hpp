// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_OWNED_IO_CONTEXT_HPP
#define SONDA_DETAIL_RUNTIME_OWNED_IO_CONTEXT_HPP

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <optional>
#include <utility>

namespace sonda::detail {

// An io_context that its owner ends before itself. While it ends it can still be asked for its services: what goes with it,
// the handler of a timer for example, may do so.
class owned_io_context
{
public:
    boost::asio::io_context& get() noexcept { return io_; }

    // Destroys the services, and with them what waits.
    void shut_down() noexcept { kept_.reset(); }

private:
    struct kept
    {
        kept()
            : io(1)
            , guard(io.get_executor())
        {}

        boost::asio::io_context io;
        boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard;
    };

    std::optional<kept> kept_{std::in_place};
    boost::asio::io_context& io_ = kept_->io;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_OWNED_IO_CONTEXT_HPP
