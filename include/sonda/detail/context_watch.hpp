// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONTEXT_WATCH_HPP
#define SONDA_DETAIL_CONTEXT_WATCH_HPP

#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace sonda::detail {

// Hears that an execution context is being destroyed, in time to let go of what is on it.
class context_watch
{
    struct listeners
    {
        std::mutex mutex;
        std::map<context_watch const*, std::function<void()>> of;
    };

    class announcer final : public boost::asio::execution_context::service
    {
    public:
        static inline boost::asio::execution_context::id id;

        explicit announcer(boost::asio::execution_context& context)
            : boost::asio::execution_context::service(context)
        {}

        std::shared_ptr<listeners> const& all() const noexcept { return all_; }

    private:
        void shutdown() override
        {
            for (;;) {
                std::function<void()> hears;
                {
                    std::lock_guard const lock(all_->mutex);
                    if (all_->of.empty())
                        return;
                    hears = std::move(all_->of.begin()->second);
                    all_->of.erase(all_->of.begin());
                }
                hears();
            }
        }

        std::shared_ptr<listeners> all_ = std::make_shared<listeners>();
    };

public:
    // The function is called once, on the thread that destroys the context, and perhaps while this is being destroyed.
    template<class Executor>
    context_watch(Executor const& executor, std::function<void()> hears)
        : all_(boost::asio::use_service<announcer>(context_of(executor)).all())
    {
        std::lock_guard const lock(all_->mutex);
        all_->of.emplace(this, std::move(hears));
    }

    context_watch(context_watch const&) = delete;

    ~context_watch()
    {
        std::lock_guard const lock(all_->mutex);
        all_->of.erase(this);
    }

private:
    template<class Executor>
    static boost::asio::execution_context& context_of(Executor const& executor) noexcept
    {
        if constexpr (boost::asio::can_query<Executor const&, boost::asio::execution::context_t>::value)
            return boost::asio::query(executor, boost::asio::execution::context);
        else
            return executor.context();
    }

    std::shared_ptr<listeners> all_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONTEXT_WATCH_HPP
