// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_UDP_ECHO_THREAD_HPP
#define SONDA_TEST_UDP_ECHO_THREAD_HPP

#include <sonda/endpoint.hpp>

#include <boost/asio/io_context.hpp>

#include <string_view>
#include <thread>

#include "udp_fixture.hpp"

namespace test {

/// An echo service that answers by itself, on a thread of its own.
class echo_thread
{
public:
    explicit echo_thread(std::string_view address, std::uint16_t port = 0)
        : service_(context_, address, port)
    {
        wait();
        thread_ = std::thread([this] { context_.run(); });
    }

    echo_thread(echo_thread const&) = delete;
    echo_thread& operator=(echo_thread const&) = delete;

    ~echo_thread()
    {
        context_.stop();
        thread_.join();
    }

    sonda::endpoint endpoint() const { return service_.endpoint(); }

private:
    void wait()
    {
        service_.socket().async_wait(udp::socket::wait_read, [this](boost::system::error_code error) {
            if (error)
                return;
            service_.echo();
            wait();
        });
    }

    boost::asio::io_context context_;
    service service_;
    std::thread thread_;
};

} // namespace test

#endif // SONDA_TEST_UDP_ECHO_THREAD_HPP
