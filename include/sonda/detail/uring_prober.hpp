// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_URING_PROBER_HPP
#define SONDA_DETAIL_URING_PROBER_HPP

#include <sonda/detail/connect_icmp.hpp>
#include <sonda/detail/connect_outcome.hpp>
#include <sonda/detail/connect_setup.hpp>
#include <sonda/detail/disconnect.hpp>
#include <sonda/detail/socket_address.hpp>
#include <sonda/detail/socket_pool.hpp>
#include <sonda/detail/uring_ring.hpp>
#include <sonda/detail/uring_tag.hpp>
#include <sonda/transport/connect_options.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <sys/socket.h>

namespace sonda::detail {

/*  Probes TCP ports with connects in a ring of io_uring, on sockets that it keeps; knows no executor.

    A slot has one operation in the ring from its start until that operation completes, whatever happens to it, and is
    free then only. What is done to a slot in the meantime carries the generation of its probe, and is nothing to the
    next one.
*/
class uring_prober
{
public:
    explicit uring_prober(transport::connect_options const& options)
        : ring_(options.slots)
        , pool_(options.slots, options.source)
        , flights_(options.slots)
        , close_(options.close)
    {
        late_.reserve(options.slots);
        try_source(pool_, options.source);
    }

    uring_prober(uring_prober&&) noexcept = default;

    uring_prober& operator=(uring_prober&& other) noexcept
    {
        finish();
        ring_ = std::move(other.ring_);
        pool_ = std::move(other.pool_);
        flights_ = std::move(other.flights_);
        late_ = std::move(other.late_);
        close_ = other.close_;
        return *this;
    }

    ~uring_prober() { finish(); }

    std::size_t slots() const noexcept { return flights_.size(); }
    int descriptor() const noexcept { return ring_.descriptor(); }

    probe_result start(slot_id slot, endpoint const& target)
    {
        probe_result result;
        auto const number = pool_.idle(target.is_v6(), result);
        if (number == socket_pool::none)
            return result;
        if (!ring_.make_room(1))
            return probe_result::shortage(EAGAIN);
        pool_.take(target.is_v6());
        auto& used = pool_[number];
        used.target = target;
        used.slot = slot;
        auto& probe = flights_[slot];
        probe.begin(number);
        connect(used, probe);
        return result;
    }

    // The first since the last reap is handed over at once: it completes, and that is the wake-up.
    void cancel(slot_id slot)
    {
        flights_[slot].cancelled = true;
        call_back(slot);
        if (!std::exchange(woken_, true))
            ring_.hand_over();
    }

    // Calls `f(slot, result, target)`.
    template<class F>
    std::size_t reap(F&& f)
    {
        woken_ = false;
        hand_over();
        std::size_t count = 0;
        ring_.drain([&](std::uint64_t tag, int result) {
            auto const ended = settle(uring_tag(tag), result);
            if (ended.status == probe_status::pending)
                return;
            ++count;
            auto const slot = uring_tag(tag).slot();
            f(slot, ended, free(slot));
        });
        hand_over();
        return count;
    }

    // False if something is left that the kernel would not take.
    bool hand_over() noexcept
    {
        if (!late_.empty())
            call_late_ones_back();
        return ring_.hand_over() && late_.empty();
    }

private:
    // One probe of a slot.
    struct flight
    {
        std::uint32_t generation = 0;
        std::uint32_t socket = socket_pool::none; // its number, also after the end
        bool pending = false;
        bool cancelled = false;
        bool watched = false; // its operation waits for an event of the socket and connects nothing
        bool spoiled = false; // another socket of ours has met it: whatever comes of the probe says nothing
        socket_handle parked; // connected with itself; keeps its local port from being chosen again

        void begin(std::uint32_t number) noexcept
        {
            ++generation;
            socket = number;
            pending = true;
            cancelled = false;
            watched = false;
            spoiled = false;
        }
    };

    uring_tag tag(kept_socket const& used, uring_tag::kind what) const noexcept
    {
        return {used.slot, flights_[used.slot].generation, what};
    }

    void connect(kept_socket& used, flight& probe) noexcept
    {
        probe.watched = false;
        ring_.connect(tag(used, uring_tag::probing).value(), used.handle.get(), socket_address(used.target));
    }

    void call_back(slot_id slot)
    {
        if (!ring_.make_room(2))
            return late_.push_back(slot);
        auto const& used = pool_[flights_[slot].socket];
        ring_.cancel(tag(used, uring_tag::probing).value(), used.handle.get(), tag(used, uring_tag::cancelling).value(),
                     tag(used, uring_tag::disconnecting).value());
    }

    void call_late_ones_back()
    {
        // What still cannot be had is appended again, behind the ones of now.
        auto const count = late_.size();
        for (std::size_t i = 0; i != count; ++i) {
            auto const slot = late_[i];
            if (flights_[slot].pending && flights_[slot].cancelled)
                call_back(slot);
        }
        late_.erase(late_.begin(), late_.begin() + static_cast<std::ptrdiff_t>(count));
    }

    // What a completion means for its slot; `pending` if nothing.
    probe_result settle(uring_tag tag, int result)
    {
        auto& probe = flights_[tag.slot()];
        if (tag.generation() != (probe.generation & uring_tag::generation_mask))
            return probe_result::pending();
        auto& used = pool_[probe.socket];
        switch (tag.what()) {
        case uring_tag::disconnecting:
            if (result != -ECANCELED) // that is told of by the cancel before it
                used.handle.reset(); // no probe must find it half connected
            return probe_result::pending();
        case uring_tag::cancelling:
            // The kernel had just then taken the operation out, to look at it; it is there again, or completes.
            if (probe.pending)
                late_.push_back(tag.slot());
            return probe_result::pending();
        default: return conclude(used, probe, probe.watched && result >= 0 ? connect_again(used) : -result);
        }
    }

    // Tells apart: under way (EALREADY), over (its error), and open (0).
    static int connect_again(kept_socket& used) noexcept
    {
        socket_address const address(used.target);
        return ::connect(used.handle.get(), address.data(), address.size()) == 0 ? 0 : errno;
    }

    probe_result conclude(kept_socket& used, flight& probe, int error)
    {
        if (probe.spoiled) {
            disconnect(used.handle);
            return probe.cancelled ? probe_result::cancelled() : probe_result::again();
        }
        switch (error) {
        case ECONNREFUSED: return probe_result::answered(connect_refused());
        case 0:
        case EISCONN: return look(used, probe);
        case EALREADY:
        case EINPROGRESS: return watch(used, probe);
        case ECANCELED:
            if (probe.cancelled)
                return probe_result::cancelled();
            // The kernel did it, for the thread that had handed it over has ended; or somebody else in the process.
            disconnect(used.handle);
            return probe_result::again();
        default: return failed(used, error);
        }
    }

    // An ICMP message is in the error queue; an error without one is of this machine.
    probe_result failed(kept_socket& used, int error)
    {
        auto const icmp = read_icmp(used.handle.get(), used.target);
        disconnect(used.handle);
        if (icmp.found)
            return probe_result::answered(*icmp.found);
        auto const later = connect_failed_later(error);
        auto const local = later.answer.reason == reason_kind::system;
        return local ? connect_failed_at_once(error) : later;
    }

    // It seems to be connected, or it has an error that ends nothing.
    probe_result look(kept_socket& used, flight& probe)
    {
        socket_address peer;
        auto size = socket_address::capacity();
        if (::getpeername(used.handle.get(), peer.data(), &size) == 0)
            return opened(used, probe);
        auto const icmp = read_icmp(used.handle.get(), used.target);
        auto const error = take_error(used.handle.get());
        if (!icmp.found && (error == 0 || icmp.others)) // else the error would be that of another target
            return watch(used, probe);
        disconnect(used.handle);
        return icmp.found ? probe_result::answered(*icmp.found) : connect_failed_later(error);
    }

    probe_result watch(kept_socket& used, flight& probe)
    {
        auto const room = !probe.cancelled && ring_.make_room(1);
        if (!room) {
            disconnect(used.handle);
            return probe.cancelled ? probe_result::cancelled() : probe_result::shortage(EAGAIN);
        }
        probe.watched = true;
        ring_.watch(tag(used, uring_tag::probing).value(), used.handle.get());
        return probe_result::pending();
    }

    probe_result opened(kept_socket& used, flight& probe)
    {
        socket_address local;
        auto size = socket_address::capacity();
        if (::getsockname(used.handle.get(), local.data(), &size) != 0) {
            used.handle.reset();
            return probe_result::again();
        }
        auto const own = meets_own(local.to_endpoint(), reached(used.target));
        if (own && !probe.parked)
            return probe_elsewhere(used, probe);
        if (close_ == transport::close_mode::fin)
            used.handle.reset();
        else
            disconnect(used.handle);
        return own ? probe_result::again() : probe_result::answered(connect_open());
    }

    // True if it was not somebody else who accepted, but the socket itself, or another of ours that was on its way to this
    // one: both are connected then (a simultaneous open, RFC 9293, 3.5), though nobody listens.
    bool meets_own(endpoint const& local, endpoint const& remote)
    {
        auto const other = pool_.met_on_the_way(local, remote);
        if (other != socket_pool::none)
            flights_[pool_[other].slot].spoiled = true;
        return other != socket_pool::none || same_address_and_port(local, remote);
    }

    // The socket met one of ours, for its local port or the other's happened to be a target. While it exists, the system
    // gives another local port to another socket.
    probe_result probe_elsewhere(kept_socket& used, flight& probe)
    {
        if (probe.cancelled) {
            disconnect(used.handle);
            return probe_result::cancelled();
        }
        probe_result failure;
        probe.parked = std::exchange(used.handle, pool_.open(used.target.is_v6(), failure));
        if (!used.handle)
            return failure;
        if (!ring_.make_room(1))
            return probe_result::shortage(EAGAIN);
        connect(used, probe);
        return probe_result::pending();
    }

    // Gives the target that was probed.
    endpoint const& free(slot_id slot) noexcept
    {
        auto& probe = flights_[slot];
        probe.pending = false;
        if (probe.parked) {
            disconnect(probe.parked);
            probe.parked.reset();
        }
        auto& used = pool_[probe.socket];
        used.slot = kept_socket::no_slot;
        pool_.give_back(probe.socket, used.target.is_v6());
        return used.target;
    }

    // The kernel ends the operations of a ring some time after it was closed; the sockets must not go on till then.
    void finish() noexcept
    {
        for (auto const& probe : flights_)
            if (probe.pending)
                disconnect(pool_[probe.socket].handle);
    }

    uring_ring ring_;
    socket_pool pool_;
    std::vector<flight> flights_;
    std::vector<slot_id> late_; // to be called back, but not yet queued
    transport::close_mode close_;
    bool woken_ = false; // what was cancelled since the last reap completes
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_URING_PROBER_HPP
