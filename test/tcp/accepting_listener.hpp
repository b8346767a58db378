// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_ACCEPTING_LISTENER_HPP
#define SONDA_TEST_TCP_ACCEPTING_LISTENER_HPP

#include <sonda/endpoint.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/socket_base.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace test {

// Listens and accepts on a thread of its own, in the network namespace of the thread that made it.
class accepting_listener
{
    using tcp = boost::asio::ip::tcp;

public:
    explicit accepting_listener(std::vector<tcp::endpoint> const& where, bool reset = false)
        : reset_(reset)
    {
        for (auto const& endpoint : where) {
            acceptors_.push_back(std::make_unique<tcp::acceptor>(context_, endpoint));
            accept(*acceptors_.back());
        }
        thread_ = std::thread([this] { context_.run(); });
    }

    ~accepting_listener()
    {
        context_.stop();
        thread_.join();
    }

    sonda::endpoint endpoint(std::size_t i = 0) const
    {
        return {acceptors_[i]->local_endpoint(), sonda::protocol::tcp};
    }

    std::vector<tcp::endpoint> peers() const
    {
        std::lock_guard const guard(mutex_);
        return peers_;
    }

private:
    void accept(tcp::acceptor& acceptor)
    {
        acceptor.async_accept([this, &acceptor](boost::system::error_code failed, tcp::socket accepted) {
            boost::system::error_code gone;
            auto const peer = accepted.remote_endpoint(gone);
            if (!failed && !gone) {
                std::lock_guard const guard(mutex_);
                peers_.push_back(peer);
            }
            if (!failed && reset_)
                accepted.set_option(boost::asio::socket_base::linger(true, 0), gone);
            accept(acceptor);
        });
    }

    boost::asio::io_context context_{1};
    std::vector<std::unique_ptr<tcp::acceptor>> acceptors_;
    std::vector<tcp::endpoint> peers_;
    mutable std::mutex mutex_;
    bool reset_;
    std::thread thread_;
};

} // namespace test

#endif // SONDA_TEST_TCP_ACCEPTING_LISTENER_HPP
