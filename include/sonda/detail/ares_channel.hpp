// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ARES_CHANNEL_HPP
#define SONDA_DETAIL_ARES_CHANNEL_HPP

#include <boost/asio/error.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/posix/descriptor_base.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstring>
#include <map>
#include <memory>

#include <ares.h>
#include <sys/time.h>

namespace sonda::detail {

/*  A channel of c-ares that knows one server and asks it once; who is asked next, and how often, is for the owner to say.
    It never sees the configuration of the machine.

    Asio waits for its sockets: a descriptor of Asio has the number of the socket as long as c-ares has it open, and gives
    it back before c-ares closes it. Everything runs on the strand of the owner, which is kept alive by each wait.
    `Owner` has `strand()`, `shared_from_this()`, and `settle()`, which may destroy the channel.
*/
template<class Owner>
class ares_channel
{
public:
    ares_channel(Owner& owner, boost::asio::ip::udp::endpoint const& server, std::chrono::milliseconds timeout)
        : owner_(owner)
    {
        static int const ready = ::ares_library_init(ARES_LIB_INIT_ALL); // once in a process, whatever it says
        check(ready);
        char nothing[] = "/dev/null", lookups[] = "b";
        ares_options options{};
        options.flags = ARES_FLAG_NOCHECKRESP | ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES;
        options.timeout = static_cast<int>(timeout.count());
        options.tries = 1;
        options.lookups = lookups;
        options.resolvconf_path = nothing;
        options.sock_state_cb = &ares_channel::on_state;
        options.sock_state_cb_data = this;
        check(::ares_init_options(&channel_, &options,
                                  ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_DOMAINS |
                                      ARES_OPT_LOOKUPS | ARES_OPT_RESOLVCONF | ARES_OPT_SOCK_STATE_CB));
        try {
            choose(server);
        } catch (...) {
            ::ares_destroy(channel_);
            throw;
        }
    }

    ares_channel(ares_channel const&) = delete;

    // Asio lets go of the sockets before c-ares closes them.
    ~ares_channel()
    {
        for (auto const& [socket, one] : sockets_)
            let_go(*one);
        sockets_.clear();
        ::ares_destroy(channel_);
    }

    // Asks; the answer may come before this returns.
    void ask(char const* name, int type, ares_callback callback, void* argument)
    {
        ::ares_query(channel_, name, internet, type, callback, argument);
    }

    // Ends all questions, as if the server were not there.
    void give_up() { ::ares_cancel(channel_); }

    // Ends what has waited too long.
    void expire() { ::ares_process_fd(channel_, ARES_SOCKET_BAD, ARES_SOCKET_BAD); }

    // When the next question will have waited too long, but not later than `most`.
    timeval patience(timeval most) const
    {
        timeval next{};
        return *::ares_timeout(channel_, &most, &next);
    }

private:
    static constexpr int internet = 1; // the class IN of RFC 1035

    using descriptor = boost::asio::posix::basic_stream_descriptor<typename Owner::strand_type>;

    struct watch
    {
        watch(Owner& owner, int socket)
            : waiter(owner.strand(), socket)
        {}

        descriptor waiter;
        bool open = true;
        bool wanted[2] = {}; // to read, to write
        bool waiting[2] = {};
    };

    static void check(int status)
    {
        boost::system::error_code failure = boost::asio::error::no_recovery;
        if (status == ARES_ENOMEM)
            failure = boost::asio::error::no_memory;
        if (status != ARES_SUCCESS)
            throw boost::system::system_error(failure, "c-ares");
    }

    void choose(boost::asio::ip::udp::endpoint const& server)
    {
        ares_addr_port_node node{};
        auto const address = server.address();
        node.family = address.is_v6() ? AF_INET6 : AF_INET;
        node.udp_port = node.tcp_port = server.port();
        if (address.is_v6())
            std::memcpy(&node.addr.addr6, address.to_v6().to_bytes().data(), sizeof node.addr.addr6);
        else
            std::memcpy(&node.addr.addr4, address.to_v4().to_bytes().data(), sizeof node.addr.addr4);
        check(::ares_set_servers_ports(channel_, &node));
    }

    static void let_go(watch& one) noexcept
    {
        one.open = false;
        try {
            one.waiter.release();
        } catch (boost::system::system_error const&) { // the reactor does not know it: there is nothing to let go
        }
    }

    // C-ares calls this, through which nothing may be thrown. A socket that cannot be waited for is one that never
    // answers: its questions run out of time.
    static void on_state(void* self, ares_socket_t socket, int reads, int writes) noexcept
    {
        try {
            static_cast<ares_channel*>(self)->update(socket, reads != 0, writes != 0);
        } catch (...) {
        }
    }

    void update(int socket, bool reads, bool writes)
    {
        auto const found = sockets_.find(socket);
        if (!reads && !writes) {
            if (found == sockets_.end())
                return;
            let_go(*found->second);
            sockets_.erase(found);
            return;
        }
        auto one = found != sockets_.end() ? found->second : std::make_shared<watch>(owner_, socket);
        if (found == sockets_.end())
            sockets_.emplace(socket, one);
        one->wanted[0] = reads;
        one->wanted[1] = writes;
        wait(one, socket, false);
        wait(one, socket, true);
    }

    void wait(std::shared_ptr<watch> const& one, int socket, bool write)
    {
        if (!one->open || !one->wanted[write] || one->waiting[write])
            return;
        one->waiting[write] = true;
        using boost::asio::posix::descriptor_base;
        one->waiter.async_wait(
            write ? descriptor_base::wait_write : descriptor_base::wait_read,
            [this, owner = owner_.shared_from_this(), one, socket, write](boost::system::error_code failed) {
                one->waiting[write] = false;
                if (!failed && one->open) // it is not, once the channel is gone
                    process(one, socket, write);
            });
    }

    void process(std::shared_ptr<watch> const& one, int socket, bool write)
    {
        ::ares_process_fd(channel_, write ? ARES_SOCKET_BAD : socket, write ? socket : ARES_SOCKET_BAD);
        wait(one, socket, write);
        owner_.settle();
    }

    Owner& owner_;
    ::ares_channel channel_ = nullptr;
    std::map<int, std::shared_ptr<watch>> sockets_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_ARES_CHANNEL_HPP
