// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_ASIO_THREAD_CACHES_HPP
#define SONDA_DETAIL_RUNTIME_ASIO_THREAD_CACHES_HPP

#include <boost/asio/detail/thread_context.hpp>
#include <boost/asio/detail/thread_info_base.hpp>

namespace sonda::detail {

// Gives the thread on which it lives the memory caches that Asio keeps for threads of its own contexts: without them
// each frame of an awaitable and each operation is an allocation. This is the one place that reaches into Asio's detail
// for it; it has stood unchanged from Boost 1.70 on.
class asio_thread_caches
{
    struct key : boost::asio::detail::thread_context
    {
        using stack = thread_call_stack;
    };

    key key_;
    boost::asio::detail::thread_info_base caches_;
    key::stack::context entry_{&key_, caches_};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_ASIO_THREAD_CACHES_HPP
