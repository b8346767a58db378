// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONNECT_MEMORY_HPP
#define SONDA_DETAIL_CONNECT_MEMORY_HPP

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace sonda::detail {

// The memory of the one operation that a slot has under way. Asio frees it on the thread that completes the operation,
// hence the atomic.
class connect_memory
{
public:
    void* allocate(std::size_t size)
    {
        if (size <= sizeof bytes_ && !used_.exchange(true, std::memory_order_acquire))
            return bytes_;
        return ::operator new(size);
    }

    void deallocate(void* pointer) noexcept
    {
        if (pointer == bytes_)
            used_.store(false, std::memory_order_release);
        else
            ::operator delete(pointer);
    }

private:
    alignas(std::max_align_t) std::byte bytes_[512];
    std::atomic<bool> used_ = false;
};

// The allocator over it; shares the ownership of what the memory is part of.
template<class T>
class connect_allocator
{
public:
    using value_type = T;

    explicit connect_allocator(std::shared_ptr<connect_memory> memory) noexcept
        : memory_(std::move(memory))
    {}

    template<class U>
    connect_allocator(connect_allocator<U> const& other) noexcept
        : memory_(other.memory_)
    {}

    T* allocate(std::size_t n) { return static_cast<T*>(memory_->allocate(n * sizeof(T))); }
    void deallocate(T* pointer, std::size_t) noexcept { memory_->deallocate(pointer); }

    template<class U>
    friend bool operator==(connect_allocator const& a, connect_allocator<U> const& b) noexcept
    {
        return a.memory_ == b.memory_;
    }

private:
    template<class>
    friend class connect_allocator;

    std::shared_ptr<connect_memory> memory_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONNECT_MEMORY_HPP
