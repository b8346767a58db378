// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_REACTOR_BELL_HPP
#define SONDA_DETAIL_RUNTIME_REACTOR_BELL_HPP

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <cstddef>
#include <new>
#include <thread>
#include <utility>

namespace sonda::detail {

// Gets a thread out of an io_context in which it sleeps, and cannot fail: the memory of the function that is posted for
// that is a part of the bell.
class reactor_bell
{
public:
    reactor_bell() = default;
    reactor_bell(reactor_bell const&) = delete;
    reactor_bell& operator=(reactor_bell const&) = delete;

    // By any thread. Once is enough until it was heard.
    void ring(boost::asio::io_context& io) noexcept
    {
        if (rung_.exchange(true, std::memory_order_acq_rel))
            return;
        ringing_.store(true, std::memory_order_relaxed);
        boost::asio::post(io, stroke{this});
        ringing_.store(false, std::memory_order_release);
    }

    // By who has heard it: whoever rang has let go of the io_context on return, which may be destroyed then.
    void wait_for_the_ringer() const noexcept
    {
        while (ringing_.load(std::memory_order_acquire))
            std::this_thread::yield();
    }

    // Whether it was heard since the last call. By the thread that runs the io_context.
    bool was_heard() noexcept { return std::exchange(heard_, false); }

private:
    // One block at a time: it is free before the function is called, which lets the bell be rung again.
    template<class T>
    struct memory
    {
        using value_type = T;

        explicit memory(reactor_bell* its_bell) noexcept
            : bell(its_bell)
        {}

        template<class U>
        memory(memory<U> const& other) noexcept
            : bell(other.bell)
        {}

        T* allocate(std::size_t n)
        {
            if (n * sizeof(T) > sizeof(bell->room_))
                throw std::bad_alloc(); // a larger room is needed with this Asio
            return reinterpret_cast<T*>(bell->room_);
        }

        void deallocate(T*, std::size_t) noexcept {}

        template<class U>
        bool operator==(memory<U> const& other) const noexcept
        {
            return bell == other.bell;
        }

        reactor_bell* bell;
    };

    struct stroke
    {
        using allocator_type = memory<void>;

        allocator_type get_allocator() const noexcept { return allocator_type(bell); }

        void operator()() const noexcept
        {
            bell->heard_ = true;
            bell->rung_.store(false, std::memory_order_release);
        }

        reactor_bell* bell;
    };

    std::atomic<bool> rung_ = false;
    std::atomic<bool> ringing_ = false;
    bool heard_ = false;
    alignas(std::max_align_t) std::byte room_[128];
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_REACTOR_BELL_HPP
