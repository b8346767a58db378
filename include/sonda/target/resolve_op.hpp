// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_RESOLVE_OP_HPP
#define SONDA_TARGET_RESOLVE_OP_HPP

#include <sonda/target/local_names.hpp>
#include <sonda/target/lookup_pool.hpp>
#include <sonda/target/parse_targets.hpp>
#include <sonda/target/resolved_name.hpp>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonda::detail {

// Answers a name that needs no look-up; false if it needs one.
inline bool resolve_locally(target::resolved_name& result)
{
    if (is_localhost(result.name) && target::is_host_name(result.name)) {
        std::ifstream hosts("/etc/hosts");
        result.addresses = localhost_addresses(hosts);
        return true;
    }
    if (target::is_host_name(result.name))
        return false;
    if (auto const address = parse_address(result.name))
        result.addresses = {*address};
    else
        result.error = error::bad_name;
    return true;
}

// One operation of `async_resolve_names`. Look-ups run on threads of the pool and report here; whatever ends the
// operation first, the last answer or a cancellation, posts the completion, and what comes later is dropped.
template<class Handler, class Executor, class Lookup>
class resolve_op : public std::enable_shared_from_this<resolve_op<Handler, Executor, Lookup>>
{
public:
    resolve_op(Handler handler, Executor const& executor, std::vector<std::string> names, Lookup lookup)
        : handler_(std::move(handler))
        , executor_(executor)
        , work_(executor)
        , handler_work_(boost::asio::get_associated_executor(*handler_, executor))
        , lookup_(std::move(lookup))
        , results_(names.size())
    {
        for (std::size_t i = 0; i != names.size(); ++i)
            results_[i].name = std::move(names[i]);
    }

    void start()
    {
        auto slot = boost::asio::get_associated_cancellation_slot(*handler_);
        if (slot.is_connected())
            slot.assign([weak = this->weak_from_this()](boost::asio::cancellation_type type) {
                auto const self = weak.lock();
                if (self && type != boost::asio::cancellation_type::none)
                    self->finish(boost::asio::error::operation_aborted);
            });
        // Names by value: a cancellation may take the results away while look-ups are still being posted.
        std::vector<std::pair<std::size_t, std::string>> remote;
        for (std::size_t i = 0; i != results_.size(); ++i)
            if (!resolve_locally(results_[i])) {
                remote.emplace_back(i, results_[i].name);
                results_[i].error = boost::asio::error::operation_aborted; // until it has its answer
            }
        if (remote.empty())
            return finish({});
        waiting_ = remote.size();
        boost::asio::execution_context& context = boost::asio::query(executor_, boost::asio::execution::context);
        auto& pool = boost::asio::use_service<lookup_pool>(context);
        for (auto& [i, name] : remote)
            pool.post([self = this->shared_from_this(), at = i, of = std::move(name)] { self->look_up(at, of); });
    }

private:
    void look_up(std::size_t i, std::string const& name)
    {
        if (is_done())
            return;
        boost::system::error_code failure;
        auto addresses = lookup_(name, failure);
        {
            std::lock_guard const lock(mutex_);
            if (done_)
                return;
            results_[i].error = failure;
            results_[i].addresses = std::move(addresses);
            if (--waiting_ != 0)
                return;
        }
        finish({});
    }

    bool is_done()
    {
        std::lock_guard const lock(mutex_);
        return done_;
    }

    void finish(boost::system::error_code failure)
    {
        {
            std::lock_guard const lock(mutex_);
            if (done_)
                return;
            done_ = true;
        }
        // Once it is posted the handler may run and its context end: this work keeps the context until `post` is done.
        auto const on = boost::asio::prefer(boost::asio::get_associated_executor(*handler_, executor_),
                                            boost::asio::execution::outstanding_work.tracked);
        auto complete = [self = this->shared_from_this(), failure]() mutable { upcall(std::move(self), failure); };
        boost::asio::post(
            on, boost::asio::bind_allocator(boost::asio::get_associated_allocator(*handler_), std::move(complete)));
    }

    static void upcall(std::shared_ptr<resolve_op> self, boost::system::error_code failure)
    {
        auto slot = boost::asio::get_associated_cancellation_slot(*self->handler_);
        if (slot.is_connected())
            slot.clear();
        // A look-up may still hold the operation: what belongs to the handler must not stay behind in it.
        auto handler = std::move(*self->handler_);
        auto results = std::move(self->results_);
        auto const handler_work = std::move(*self->handler_work_);
        self->handler_.reset();
        self->handler_work_.reset();
        self->work_.reset();
        self.reset();
        std::move(handler)(failure, std::move(results));
    }

    using handler_executor = boost::asio::associated_executor_t<Handler, Executor>;

    std::optional<Handler> handler_;
    Executor executor_;
    boost::asio::executor_work_guard<Executor> work_;
    std::optional<boost::asio::executor_work_guard<handler_executor>> handler_work_;
    Lookup lookup_;
    std::mutex mutex_;
    std::vector<target::resolved_name> results_; // of the completion once done_ is true
    std::size_t waiting_ = 0;
    bool done_ = false;
};

} // namespace sonda::detail

#endif // SONDA_TARGET_RESOLVE_OP_HPP
