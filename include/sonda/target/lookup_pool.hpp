// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_LOOKUP_POOL_HPP
#define SONDA_TARGET_LOOKUP_POOL_HPP

#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace sonda::detail {

// Threads for look-ups that block, as `getaddrinfo` does. Asio's resolver has one thread per context, so that one dead
// name server holds up every name behind it; here several wait at a time. A service of the context, so that the threads
// end before what they complete into.
class lookup_pool : public boost::asio::execution_context::service
{
public:
    using key_type = lookup_pool;

    static constexpr std::size_t threads = 8;

    inline static boost::asio::execution_context::id id;

    explicit lookup_pool(boost::asio::execution_context& context)
        : service(context)
    {}

    template<class Work>
    void post(Work&& work)
    {
        std::lock_guard const lock(mutex_);
        if (!pool_)
            pool_ = std::make_unique<boost::asio::thread_pool>(threads);
        boost::asio::post(*pool_, std::forward<Work>(work));
    }

private:
    // Waits for what is being looked up; what is queued is destroyed here, while the context still works.
    void shutdown() noexcept override
    {
        if (pool_)
            pool_->stop();
        pool_.reset();
    }

    std::mutex mutex_;
    std::unique_ptr<boost::asio::thread_pool> pool_;
};

} // namespace sonda::detail

#endif // SONDA_TARGET_LOOKUP_POOL_HPP
