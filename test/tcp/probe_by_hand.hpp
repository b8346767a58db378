// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_PROBE_BY_HAND_HPP
#define SONDA_TEST_TCP_PROBE_BY_HAND_HPP

#include <sonda/detail/handler_memory.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

namespace test {

// One transport on one io_context, driven without a scanner; like a scanner it brings the memory of its waits.
template<class Transport>
class probe_by_hand
{
public:
    template<class... More>
    explicit probe_by_hand(std::size_t slots = 4, sonda::transport::connect_options options = {}, More const&... more)
        : transport_(context_, with(options, slots), more...)
        , results_(slots)
    {}

    Transport& transport() noexcept { return transport_; }

    // Probes one target to its end in slot 0; fails loudly if nothing ever comes.
    sonda::probe_result operator()(sonda::endpoint const& target)
    {
        start(0, target);
        return finish(0);
    }

    sonda::probe_result start(sonda::slot_id slot, sonda::endpoint const& target)
    {
        return results_[slot] = transport_.start(slot, target);
    }

    std::size_t reap()
    {
        return transport_.reap(
            [&](sonda::slot_id slot, sonda::probe_result const& result) { results_[slot] = result; });
    }

    sonda::probe_result finish(sonda::slot_id slot)
    {
        for (reap(); results_[slot].status == sonda::probe_status::pending; reap())
            wait();
        return results_[slot];
    }

    sonda::probe_result cancel(sonda::slot_id slot)
    {
        transport_.cancel(slot);
        return finish(slot);
    }

private:
    static sonda::transport::connect_options with(sonda::transport::connect_options options, std::size_t slots)
    {
        options.slots = slots;
        return options;
    }

    void wait()
    {
        bool done = false;
        transport_.async_ready(
            boost::asio::bind_allocator(allocator_, [&](boost::system::error_code const&) { done = true; }));
        context_.restart();
        while (!done)
            if (context_.run_one_for(std::chrono::seconds(10)) == 0)
                throw std::runtime_error("no answer and no wake-up");
    }

    boost::asio::io_context context_{1};
    sonda::detail::handler_allocator<void> allocator_{std::make_shared<sonda::detail::handler_memory>()};
    Transport transport_;
    std::vector<sonda::probe_result> results_;
};

} // namespace test

#endif // SONDA_TEST_TCP_PROBE_BY_HAND_HPP
