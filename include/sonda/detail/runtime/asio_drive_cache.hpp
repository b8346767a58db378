// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_ASIO_DRIVE_CACHE_HPP
#define SONDA_DETAIL_RUNTIME_ASIO_DRIVE_CACHE_HPP

#include <boost/asio/detail/thread_context.hpp>
#include <boost/asio/detail/thread_info_base.hpp>

namespace sonda::detail {

// The memory caches that Asio keeps for threads of its own contexts, for a context that a thread drives only now and
// then: they live as long as this object, and serve the thread while a scope of it exists. Without them each frame of
// an awaitable and each operation is an allocation. See also asio_thread_caches, of a thread that does nothing else.
class asio_drive_cache
{
    struct key : boost::asio::detail::thread_context
    {
        using stack = thread_call_stack;
    };

public:
    class scope
    {
    public:
        explicit scope(asio_drive_cache& cache)
            : entry_(&cache.key_, cache.memory_)
        {}

    private:
        key::stack::context entry_;
    };

private:
    key key_;
    boost::asio::detail::thread_info_base memory_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_ASIO_DRIVE_CACHE_HPP
