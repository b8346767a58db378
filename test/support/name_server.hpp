// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_NAME_SERVER_HPP
#define SONDA_TEST_SUPPORT_NAME_SERVER_HPP

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace test {

/// A question of RFC 1035 as it came.
struct dns_question
{
    std::string raw; ///< The whole message.
    std::string name; ///< Without the final dot.
    int type = 0; ///< 1 for IPv4, 28 for IPv6.
    bool over_tcp = false;

    static dns_question read(std::string message, bool over_tcp)
    {
        dns_question asked;
        asked.over_tcp = over_tcp;
        std::size_t at = 12;
        while (at < message.size() && message[at] != 0) {
            auto const length = static_cast<std::uint8_t>(message[at]);
            asked.name += (asked.name.empty() ? "" : ".") + message.substr(at + 1, length);
            at += 1u + length;
        }
        asked.type = static_cast<std::uint8_t>(message.at(at + 2));
        asked.raw = std::move(message);
        asked.raw.resize(at + 5); // what follows the question is of no interest
        return asked;
    }
};

/// Two bytes, the higher one first.
inline std::string dns_number(unsigned value)
{
    return {static_cast<char>(value >> 8), static_cast<char>(value)};
}

/// A record of type A or AAAA for the name that was asked for, or for `owner` in the form of a message.
inline std::string dns_address(std::string const& text, std::string const& owner = "\xc0\x0c")
{
    bool const six = text.find(':') != std::string::npos;
    std::string bytes(six ? 16 : 4, '\0');
    ::inet_pton(six ? AF_INET6 : AF_INET, text.c_str(), bytes.data());
    return owner + dns_number(six ? 28 : 1) + dns_number(1) + std::string("\0\0\0\x3c", 4) +
           dns_number(static_cast<unsigned>(bytes.size())) + bytes;
}

/// A name of one label in the form of a message.
inline std::string dns_label(std::string const& text)
{
    return static_cast<char>(text.size()) + text + '\0';
}

/// A record that says that the name which was asked for is another's alias.
inline std::string dns_alias(std::string const& label)
{
    auto const name = dns_label(label);
    return "\xc0\x0c" + dns_number(5) + dns_number(1) + std::string("\0\0\0\x3c", 4) +
           dns_number(static_cast<unsigned>(name.size())) + name;
}

/// An answer: a response code (0 good, 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED) and records.
inline std::string dns_answer(dns_question const& asked, unsigned code, std::vector<std::string> const& records = {},
                              bool truncated = false)
{
    auto message = asked.raw.substr(0, 2) + dns_number(0x8180u | code | (truncated ? 0x200u : 0)) + dns_number(1) +
                   dns_number(static_cast<unsigned>(records.size())) + dns_number(0) + dns_number(0) +
                   asked.raw.substr(12);
    for (auto const& record : records)
        message += record;
    return message;
}

/** A name server of the test's own, on a thread of its own, over UDP and TCP.

    `answer` gives the datagrams that it answers a question with, none for silence; over TCP one at most.
*/
class name_server
{
public:
    using answers = std::vector<std::string>;
    using behaviour = std::function<answers(dns_question const&)>;

    explicit name_server(behaviour answer, std::uint16_t port = 0, char const* address = "127.0.0.1")
        : answer_(std::move(answer))
        , datagrams_(open(SOCK_DGRAM, address, port))
        , port_(port_of(datagrams_))
        , connections_(open(SOCK_STREAM, address, port_))
        , stop_(::eventfd(0, EFD_CLOEXEC))
        , thread_([this] { serve(); })
    {}

    name_server(name_server const&) = delete;

    ~name_server()
    {
        std::uint64_t const one = 1;
        [[maybe_unused]] auto const told = ::write(stop_, &one, sizeof one);
        thread_.join();
        for (int const descriptor : {datagrams_, connections_, stop_})
            ::close(descriptor);
    }

    std::uint16_t port() const noexcept { return port_; }
    std::string text() const { return "127.0.0.1:" + std::to_string(port_); }

    /// How many questions came.
    unsigned asked() const noexcept { return asked_; }

    /// How many of them over TCP.
    unsigned asked_over_tcp() const noexcept { return asked_over_tcp_; }

    /// Waits until somebody has asked so often.
    void wait_for(unsigned count) const
    {
        for (auto now = asked_.load(); now < count; now = asked_.load())
            asked_.wait(now);
    }

private:
    static int open(int type, char const* address, std::uint16_t port)
    {
        int const made = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
        int const on = 1;
        sockaddr_in local{};
        local.sin_family = AF_INET;
        local.sin_port = htons(port);
        ::inet_pton(AF_INET, address, &local.sin_addr);
        ::setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (::bind(made, reinterpret_cast<sockaddr*>(&local), sizeof local) != 0 ||
            (type == SOCK_STREAM && ::listen(made, 16) != 0))
            throw std::system_error(errno, std::generic_category(), "name server");
        return made;
    }

    static std::uint16_t port_of(int descriptor)
    {
        sockaddr_in local{};
        socklen_t size = sizeof local;
        ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&local), &size);
        return ntohs(local.sin_port);
    }

    void serve()
    {
        std::vector<pollfd> waited{{stop_, POLLIN, 0}, {datagrams_, POLLIN, 0}, {connections_, POLLIN, 0}};
        while (::poll(waited.data(), waited.size(), -1) > 0 && waited[0].revents == 0) {
            if (waited[1].revents != 0)
                hear();
            if (waited[2].revents != 0)
                waited.push_back({::accept4(connections_, nullptr, nullptr, SOCK_CLOEXEC), POLLIN, 0});
            for (std::size_t i = 3; i < waited.size(); ++i)
                if (waited[i].revents != 0 && !converse(waited[i].fd)) {
                    ::close(waited[i].fd);
                    waited.erase(waited.begin() + static_cast<std::ptrdiff_t>(i--));
                }
        }
        for (std::size_t i = 3; i < waited.size(); ++i)
            ::close(waited[i].fd);
    }

    void hear()
    {
        char buffer[4096];
        sockaddr_in from{};
        socklen_t size = sizeof from;
        auto const length =
            ::recvfrom(datagrams_, buffer, sizeof buffer, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
        if (length < 17)
            return;
        auto const asked = dns_question::read({buffer, static_cast<std::size_t>(length)}, false);
        for (auto const& answer : note(asked))
            ::sendto(datagrams_, answer.data(), answer.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
    }

    bool converse(int connection)
    {
        unsigned char head[2];
        if (::recv(connection, head, 2, MSG_WAITALL) != 2)
            return false;
        std::string message(static_cast<std::size_t>(head[0]) << 8 | head[1], '\0');
        if (::recv(connection, message.data(), message.size(), MSG_WAITALL) != static_cast<ssize_t>(message.size()))
            return false;
        ++asked_over_tcp_;
        for (auto const& answer : note(dns_question::read(message, true))) {
            auto const framed = dns_number(static_cast<unsigned>(answer.size())) + answer;
            if (::send(connection, framed.data(), framed.size(), MSG_NOSIGNAL) < 0)
                return false;
        }
        return true;
    }

    answers note(dns_question const& asked)
    {
        auto found = answer_(asked);
        ++asked_;
        asked_.notify_all();
        return found;
    }

    behaviour answer_;
    int datagrams_;
    std::uint16_t port_;
    int connections_;
    int stop_;
    std::atomic<unsigned> asked_{0};
    std::atomic<unsigned> asked_over_tcp_{0};
    std::thread thread_;
};

/// Never answers.
inline name_server::answers keep_silent(dns_question const&)
{
    return {};
}

/// Knows one IPv4 address of every name.
inline name_server::answers know_everybody(dns_question const& asked)
{
    std::vector<std::string> records;
    if (asked.type == 1)
        records.push_back(dns_address("192.0.2.1"));
    return {dns_answer(asked, 0, records)};
}

} // namespace test

#endif // SONDA_TEST_SUPPORT_NAME_SERVER_HPP
