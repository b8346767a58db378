// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ARES_OP_HPP
#define SONDA_DETAIL_ARES_OP_HPP

#include <sonda/detail/ares_lookup.hpp>
#include <sonda/error.hpp>
#include <sonda/target/name_servers.hpp>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonda::detail {

// One operation of `async_ask_name_servers`: the look-up, and who waits for it.
template<class Handler, class Executor>
class ares_op final : public ares_lookup<Executor>
{
public:
    ares_op(Handler handler, Executor const& executor, std::vector<std::string> names, target::name_servers servers)
        : ares_lookup<Executor>(executor, std::move(names), servers)
        , handler_(std::move(handler))
        , executor_(executor)
        , work_(executor)
        , handler_work_(boost::asio::get_associated_executor(*handler_, executor))
        , valid_(!servers.list.empty() && servers.list.size() <= target::name_servers::most && servers.rounds != 0 &&
                 servers.parallel != 0 && servers.timeout.count() > 0)
    {}

    void start()
    {
        auto const self = std::static_pointer_cast<ares_op>(this->shared_from_this());
        auto slot = boost::asio::get_associated_cancellation_slot(*handler_);
        if (slot.is_connected())
            slot.assign([weak = std::weak_ptr<ares_op>(self)](boost::asio::cancellation_type type) {
                auto const one = weak.lock();
                if (one && type != boost::asio::cancellation_type::none)
                    boost::asio::post(one->strand(), [one] { one->finish(boost::asio::error::operation_aborted); });
            });
        boost::asio::post(this->strand(), [self] {
            if (self->valid_)
                self->begin();
            else
                self->finish(make_error_code(error::bad_option));
        });
    }

private:
    void complete(boost::system::error_code failure, std::vector<target::resolved_name> results) override
    {
        auto const on = boost::asio::get_associated_executor(*handler_, executor_);
        auto const memory = boost::asio::get_associated_allocator(*handler_);
        auto deliver = [handler = std::move(*handler_), failure, results = std::move(results),
                        work = std::move(*handler_work_)]() mutable {
            auto slot = boost::asio::get_associated_cancellation_slot(handler);
            if (slot.is_connected())
                slot.clear();
            work.reset();
            std::move(handler)(failure, std::move(results));
        };
        handler_.reset(); // waits that were called off may still hold the operation
        handler_work_.reset();
        boost::asio::post(on, boost::asio::bind_allocator(memory, std::move(deliver)));
        work_.reset();
    }

    using handler_executor = boost::asio::associated_executor_t<Handler, Executor>;

    std::optional<Handler> handler_;
    Executor executor_;
    boost::asio::executor_work_guard<Executor> work_;
    std::optional<boost::asio::executor_work_guard<handler_executor>> handler_work_;
    bool valid_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_ARES_OP_HPP
