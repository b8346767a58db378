// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ARES_LOOKUP_HPP
#define SONDA_DETAIL_ARES_LOOKUP_HPP

#include <sonda/detail/ares_answer.hpp>
#include <sonda/detail/ares_channel.hpp>
#include <sonda/detail/name_server_ranks.hpp>
#include <sonda/target/name_servers.hpp>
#include <sonda/target/resolve_op.hpp>
#include <sonda/target/resolved_name.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/wait_traits.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sonda::detail {

/*  Asks name servers for many names, some at a time. Everything but the construction runs on its strand; what it comes to
    goes to `complete`, once, unless it is destroyed before.

    C-ares answers out of the functions that it is called by: answers are only noted there, and looked at by `settle` when
    c-ares has returned.
*/
template<class Executor>
class ares_lookup : public std::enable_shared_from_this<ares_lookup<Executor>>
{
public:
    using strand_type = boost::asio::strand<Executor>;

    ares_lookup(Executor const& executor, std::vector<std::string> names, target::name_servers servers)
        : strand_(executor)
        , timer_(strand_)
        , servers_(std::move(servers))
        , ranks_(servers_.list.size(), servers_.rounds)
        , results_(names.size())
    {
        for (std::size_t i = 0; i != names.size(); ++i) {
            results_[i].name = std::move(names[i]);
            results_[i].error = boost::asio::error::operation_aborted; // until it has its answer
        }
    }

    ares_lookup(ares_lookup const&) = delete;

    virtual ~ares_lookup() { close(); }

    strand_type const& strand() const noexcept { return strand_; }

    void begin()
    try {
        if (over_)
            return;
        for (auto const& server : servers_.list)
            channels_.push_back(std::make_unique<ares_channel<ares_lookup>>(*this, server, servers_.timeout));
        flights_ = std::vector<flight>((std::min)(servers_.parallel, results_.size()));
        again_.reserve(2 * flights_.size());
        ended_.reserve(2 * flights_.size());
        for (auto& one : flights_) {
            one.owner = this;
            free_.push_back(&one);
        }
        settle();
    } catch (boost::system::system_error const& failure) {
        finish(failure.code());
    }

    // Goes on with what has changed; may be the end of everything.
    void settle()
    {
        do {
            fill();
            leave_absent();
            while (!again_.empty()) {
                auto& one = *again_.back();
                again_.pop_back();
                ask(one);
            }
            while (!ended_.empty()) {
                auto& one = *ended_.back();
                ended_.pop_back();
                end(*one.of);
            }
        } while (!again_.empty() || absent_ != 0 || (next_ != results_.size() && !free_.empty()));
        if (free_.size() == flights_.size())
            finish({});
        else
            set_timer();
    }

    void finish(boost::system::error_code failure)
    {
        if (over_)
            return;
        close();
        timer_.cancel();
        complete(failure, std::move(results_));
    }

private:
    struct flight;

    struct question
    {
        flight* of = nullptr;
        bool six = false;
        std::size_t server = 0;
        asked_servers asked;
        boost::system::error_code failure;
        std::vector<boost::asio::ip::address> addresses;
    };

    // A name that is being asked for.
    struct flight
    {
        ares_lookup* owner = nullptr;
        std::size_t name = 0;
        int open = 0; // questions
        question questions[2];
    };

    virtual void complete(boost::system::error_code failure, std::vector<target::resolved_name> results) = 0;

    // With the channels their questions end, of which nobody wants to know.
    void close() noexcept
    {
        over_ = true;
        channels_.clear();
    }

    void fill()
    {
        while (next_ != results_.size() && !free_.empty()) {
            auto& result = results_[next_];
            result.error = {};
            if (resolve_locally(result)) {
                ++next_;
                continue;
            }
            result.error = boost::asio::error::operation_aborted;
            auto& one = *free_.back();
            free_.pop_back();
            one.name = next_++;
            one.open = 2;
            for (bool const six : {false, true}) {
                one.questions[six] = question();
                one.questions[six].of = &one;
                one.questions[six].six = six;
                again_.push_back(&one.questions[six]);
            }
        }
    }

    void ask(question& one)
    {
        auto const server = ranks_.next(one.asked);
        if (!server) {
            if (!one.failure)
                one.failure = boost::asio::error::timed_out;
            ended_.push_back(&one);
            return;
        }
        one.server = *server;
        channels_[*server]->ask(results_[one.of->name].name.c_str(), one.six ? six_address_record : address_record,
                                &ares_lookup::on_answer, &one);
    }

    static void on_answer(void* asked, int status, int, unsigned char* data, int size) noexcept
    {
        auto& one = *static_cast<question*>(asked);
        auto& self = *one.of->owner;
        if (self.over_)
            return;
        try {
            if (status == ARES_SUCCESS)
                status = read_addresses(data, size, one.six, one.addresses);
        } catch (std::bad_alloc const&) {
            status = ARES_ENOMEM;
        }
        if (status == ARES_ECONNREFUSED)
            self.absent_ |= std::uint64_t{1} << one.server;
        self.ranks_.note(one.server, is_answer(status));
        one.asked.refused = one.asked.refused || is_answer(status);
        one.failure = ares_failure(status);
        (is_final(status) ? self.ended_ : self.again_).push_back(&one); // there is room for all
    }

    // The system tells one question that nobody is there; the others, which went to the same port, would wait in vain.
    void leave_absent()
    {
        for (auto const absent = std::exchange(absent_, 0); auto const& channel : channels_) {
            auto const i = static_cast<std::size_t>(&channel - channels_.data());
            if ((absent >> i & 1) != 0 && !ranks_.has_answered(i))
                channel->give_up();
        }
    }

    // One of the two questions has its end; with the second one the name has.
    void end(flight& one)
    {
        if (--one.open != 0)
            return;
        auto& result = results_[one.name];
        result.error = {};
        std::set<boost::asio::ip::address> seen;
        for (auto& part : one.questions)
            for (auto const& address : part.addresses)
                if (seen.insert(address).second)
                    result.addresses.push_back(address);
        for (auto const& part : one.questions)
            note_failure(result, part.failure);
        free_.push_back(&one);
    }

    // A name that is not there is not there; else what failed counts more than that there is no address of a family.
    static void note_failure(target::resolved_name& result, boost::system::error_code failure)
    {
        bool const none = failure == boost::asio::error::no_data;
        bool const unknown = failure == boost::asio::error::host_not_found;
        if (!result.addresses.empty() && (none || unknown))
            return;
        if (failure && (!result.error || unknown || result.error == boost::asio::error::no_data))
            result.error = failure;
    }

    void set_timer()
    {
        if (timing_)
            return;
        timeval next{1, 0};
        for (auto const& channel : channels_)
            next = channel->patience(next);
        timing_ = true;
        timer_.expires_after(std::chrono::seconds(next.tv_sec) + std::chrono::microseconds(next.tv_usec) +
                             std::chrono::milliseconds(1));
        timer_.async_wait([self = this->shared_from_this()](boost::system::error_code) {
            self->timing_ = false;
            if (self->over_)
                return;
            for (auto const& channel : self->channels_)
                channel->expire();
            self->settle();
        });
    }

    using timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                    boost::asio::wait_traits<std::chrono::steady_clock>, strand_type>;

    strand_type strand_;
    timer timer_;
    target::name_servers servers_;
    name_server_ranks ranks_;
    std::vector<target::resolved_name> results_;
    std::size_t next_ = 0; // the first name that was not begun
    std::vector<flight> flights_;
    std::vector<flight*> free_;
    std::vector<question*> again_; // to be put to a server, or to another one
    std::vector<question*> ended_;
    std::vector<std::unique_ptr<ares_channel<ares_lookup>>> channels_;
    std::uint64_t absent_ = 0; // servers, a bit each
    bool timing_ = false;
    bool over_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_ARES_LOOKUP_HPP
