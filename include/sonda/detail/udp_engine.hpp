// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_ENGINE_HPP
#define SONDA_DETAIL_UDP_ENGINE_HPP

#include <sonda/detail/datagram_batch.hpp>
#include <sonda/detail/error_queue_reader.hpp>
#include <sonda/detail/udp_channel.hpp>
#include <sonda/detail/udp_endpoint_table.hpp>
#include <sonda/detail/udp_icmp_outcome.hpp>
#include <sonda/detail/udp_send_error.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/udp_options.hpp>

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <sys/socket.h>

namespace sonda::detail {

/// Everything of a UDP transport but waiting: it makes system calls, but knows no executor.
template<payload::payload_source Payloads>
class udp_engine
{
public:
    udp_engine(transport::udp_options const& options, Payloads payloads, int poll_descriptor)
        : payloads_(std::move(payloads))
        , table_(options.slots)
        , probes_(options.slots)
        , channels_{
              {endpoint{options.source_v4, 0, protocol::udp}, options.receive_buffer, poll_descriptor, options.slots},
              {endpoint{options.source_v6, 0, protocol::udp}, options.receive_buffer, poll_descriptor, options.slots}}
    {
        done_.reserve(options.slots);
        cancelling_.reserve(options.slots);
        for (auto const& channel : channels_) {
            if (channel.error() != 0 && channel.error() != EAFNOSUPPORT)
                throw boost::system::system_error(channel.error(), boost::system::system_category(), "udp socket");
        }
    }

    std::size_t slots() const noexcept { return probes_.size(); }
    endpoint const& local(bool v6) const noexcept { return channels_[v6].local(); }

    std::size_t packets(endpoint const& target) const noexcept
    {
        payload::payload_list const list = payloads_(target);
        return list.empty() ? 1 : list.size();
    }

    probe_result start(slot_id slot, endpoint const& target)
    {
        auto& channel = channels_[target.is_v6()];
        if (channel.error() != 0)
            return probe_result::answered(system_outcome(channel.error()));
        if (is_link_local(target) && target.zone() == 0) // the kernel would choose one, and answers name it
            return probe_result::answered(system_outcome(EINVAL));
        leave_source_port(channel, target);
        bool const own = channel.is_own(target);
        if (own) {
            if (int const error = make_way(channel))
                return probe_result::shortage(error);
        }
        table_.insert(slot, datagram_key(target));
        probes_[slot] = {state::pending, target.is_v6(), own && channel.is_own(target), channel.active(), 0};
        if (probes_[slot].parked)
            channel.parked.push_back(slot);
        else
            enqueue(channel, slot, target);
        return probe_result::pending();
    }

    template<class F>
    std::size_t reap(F&& f)
    {
        for (auto& channel : channels_) {
            if (channel.used)
                pump(channel);
        }
        for (auto const slot : cancelling_) {
            if (probes_[slot].phase == state::cancelling) // what waited for the port was never sent
                finish(slot, probes_[slot].parked ? probe_result::again() : probe_result::cancelled());
        }
        cancelling_.clear();
        for (auto& channel : channels_)
            finish_move(channel);
        auto const count = done_.size();
        for (auto const& one : done_)
            f(one.slot, one.result);
        done_.clear();
        return count;
    }

    void cancel(slot_id slot) noexcept
    {
        if (probes_[slot].phase != state::pending)
            return;
        probes_[slot].phase = state::cancelling;
        cancelling_.push_back(slot);
    }

    /// True if `reap` has something to do that no event will announce.
    bool has_work() const noexcept
    {
        return !done_.empty() || !cancelling_.empty() || channels_[0].queue.size() != 0 ||
               channels_[1].queue.size() != 0;
    }

private:
    enum class state : std::uint8_t { free, pending, cancelling };

    struct flight
    {
        state phase = state::free;
        bool v6 = false;
        bool parked = false; ///< Waits for a socket of ours to leave the port.
        std::uint8_t side = 0; ///< Which socket of the channel sent it.
        std::uint32_t sent = 0; ///< How many of its datagrams went out.
    };

    struct completion
    {
        slot_id slot;
        probe_result result;
    };

    static outcome system_outcome(int error) noexcept
    {
        outcome result;
        result.state = port_state::error;
        result.reason = reason_kind::system;
        result.error = error;
        return result;
    }

    static outcome open_outcome() noexcept
    {
        outcome result;
        result.state = port_state::open;
        result.reason = reason_kind::udp_response;
        return result;
    }

    void enqueue(udp_channel& channel, slot_id slot, endpoint const& target)
    {
        ++channel.at(channel.active()).in_flight;
        auto const list = payloads_(target);
        if (list.empty())
            push(channel, slot, target, {});
        for (std::size_t i = 0; i != list.size(); ++i)
            if (!send_from_port(channel, slot, target, i))
                push(channel, slot, target, list[i]);
    }

    /// A datagram from this machine to itself, of one port, would answer itself.
    static void leave_source_port(udp_channel& channel, endpoint const& target)
    {
        if (channel.sources.holds(target.port()) && is_local_address(target))
            channel.sources.leave(target.port());
    }

    /// Sends a payload from the port that it wants to come from; false if it wants none, or that cannot be.
    bool send_from_port(udp_channel& channel, slot_id slot, endpoint const& target, std::size_t index)
    {
        if constexpr (requires { payloads_.source_port(target, index); }) {
            std::uint16_t const port = payloads_.source_port(target, index);
            auto const* const socket = port != 0 ? channel.sources.at(port) : nullptr;
            if (port == target.port())
                leave_source_port(channel, target);
            if (socket == nullptr || !socket->is_open())
                return false;
            channel.used = true;
            return send_at_once(socket->descriptor(), slot, target, payloads_(target)[index]);
        } else {
            return false;
        }
    }

    bool send_at_once(int descriptor, slot_id slot, endpoint const& target, payload::bytes bytes)
    {
        datagram_address address;
        auto const length = to_datagram_address(target, address);
        for (unsigned in_vain = 0; in_vain != 3; ++in_vain) {
            if (::sendto(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL, &address.base, length) >= 0) {
                ++probes_[slot].sent;
                return true;
            }
            if (classify_send_error(errno) != send_error::maybe_earlier)
                return false;
            drain_errors(descriptor);
        }
        return false;
    }

    void push(udp_channel& channel, slot_id slot, endpoint const& target, payload::bytes bytes)
    {
        if (channel.queue.full())
            pump(channel);
        channel.queue.push(slot, target, bytes);
        channel.used = true;
    }

    /// Sends what is queued and reads what came. Reading after every batch is what keeps the error queue from flowing
    /// over.
    void pump(udp_channel& channel)
    {
        flush(channel);
        channel.each_descriptor([this](int descriptor) {
            drain_errors(descriptor);
            receive(descriptor);
        });
    }

    void flush(udp_channel& channel)
    {
        auto& queue = channel.queue;
        if (!cancelling_.empty())
            queue.drop_if([this](slot_id slot) { return probes_[slot].phase == state::cancelling; });
        std::size_t at = 0;
        unsigned in_vain = 0;
        while (at < queue.size()) {
            int const sent = queue.send(channel.descriptor(), at);
            if (sent > 0) {
                for (auto const end = at + static_cast<std::size_t>(sent); at != end; ++at)
                    ++probes_[queue.slot(at)].sent;
                in_vain = 0;
            } else if (!is_about_earlier(channel, -sent, in_vain)) {
                at = give_up(queue, at, -sent);
                in_vain = 0;
            }
        }
        queue.clear();
    }

    /// True if a failed send is to be repeated because the errno may be that of an earlier datagram. What was read from
    /// the error queue in the meantime shows progress; without any, two more tries show that the errno is meant.
    bool is_about_earlier(udp_channel& channel, int error, unsigned& in_vain)
    {
        if (classify_send_error(error) != send_error::maybe_earlier)
            return false;
        in_vain = drain_errors(channel.descriptor()) != 0 ? 0 : in_vain + 1;
        return in_vain < 3;
    }

    /// The datagrams that could not be sent. A probe that has another one on its way stays in flight.
    std::size_t give_up(outgoing_batch const& queue, std::size_t at, int error)
    {
        bool const shortage = classify_send_error(error) == send_error::shortage;
        auto const end = shortage ? queue.size() : at + 1;
        auto const result = shortage ? probe_result::shortage(error) : probe_result::answered(system_outcome(error));
        for (; at != end; ++at) {
            auto const& probe = probes_[queue.slot(at)];
            if (probe.phase != state::free && probe.sent == 0)
                finish(queue.slot(at), result);
        }
        return at;
    }

    /// Gives how many ICMP errors there were. A send that fails for its size leaves an error of local origin there too,
    /// which is not counted: it is about the very datagram that is being sent.
    std::size_t drain_errors(int descriptor)
    {
        std::size_t total = 0;
        for (int round = 0; round != rounds; ++round) {
            auto const got = errors_.read(descriptor, [&](icmp_error const& error) {
                ++total;
                if (auto const outcome = udp_icmp_outcome(error))
                    finish_all(error.target, probe_result::answered(*outcome));
            });
            if (got < error_queue_reader::batch)
                break;
        }
        return total;
    }

    void receive(int descriptor)
    {
        for (int round = 0; round != rounds; ++round) {
            int const got =
                answers_.receive(descriptor, [this](endpoint const& from, payload::bytes head) { hear(from, head); });
            if (got == -EAGAIN)
                break;
            if (got < 0) // an ICMP error that came meanwhile: its details are in the error queue
                drain_errors(descriptor);
            else if (got < static_cast<int>(datagram_batch_size))
                break;
        }
    }

    /// An answer from a port that was asked, or from another one by a protocol in which servers do that.
    void hear(endpoint const& from, payload::bytes head)
    {
        auto const open = probe_result::answered(open_outcome());
        if constexpr (requires { payloads_.asked_port(head); }) {
            if (table_.find(from) == udp_endpoint_table::none) {
                if (std::uint16_t const port = payloads_.asked_port(head))
                    finish_all(with_port(from, port), open);
                return;
            }
        }
        finish_all(from, open);
    }

    void finish_all(endpoint const& from, probe_result const& result)
    {
        for (auto slot = table_.find(from); slot != udp_endpoint_table::none; slot = table_.find(from))
            finish(slot, result);
    }

    void finish(slot_id slot, probe_result const& result)
    {
        auto& probe = probes_[slot];
        auto& channel = channels_[probe.v6];
        table_.erase(slot);
        if (probe.parked)
            std::erase(channel.parked, slot);
        else
            --channel.at(probe.side).in_flight;
        probe.phase = state::free;
        done_.push_back({slot, result});
    }

    /// Moves the channel to another port if it can; gives 0 or an errno.
    int make_way(udp_channel& channel)
    {
        channel.finish_move();
        if (channel.is_moving())
            return 0;
        flush(channel);
        if (int const error = channel.move())
            return error;
        channel.finish_move();
        return 0;
    }

    void finish_move(udp_channel& channel)
    {
        if (!channel.finish_move())
            return;
        while (!channel.parked.empty())
            finish(channel.parked.back(), probe_result::again());
    }

    /// How many batches one call reads at most: a flood must not keep the scan from its other work.
    static constexpr int rounds = 64;

    [[no_unique_address]] Payloads payloads_;
    udp_endpoint_table table_;
    std::vector<flight> probes_;
    std::vector<completion> done_;
    std::vector<slot_id> cancelling_;
    udp_channel channels_[2];
    error_queue_reader errors_;
    incoming_batch answers_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_ENGINE_HPP
