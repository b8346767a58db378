// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HANDLER_MEMORY_HPP
#define SONDA_DETAIL_HANDLER_MEMORY_HPP

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>

namespace sonda::detail {

// A few blocks for the handlers that one operation has outstanding, so that waiting allocates nothing, however often
// and on whichever thread. Asio frees a handler's memory on the thread that completes it, hence the atomics.
class handler_memory
{
public:
    handler_memory() = default;
    handler_memory(handler_memory const&) = delete;
    handler_memory& operator=(handler_memory const&) = delete;

    void* allocate(std::size_t size)
    {
        if (size <= block_size) {
            for (auto& block : blocks_) {
                if (!block.used.load(std::memory_order_relaxed) &&
                    !block.used.exchange(true, std::memory_order_acquire))
                    return block.bytes;
            }
        }
        return ::operator new(size);
    }

    void deallocate(void* pointer) noexcept
    {
        for (auto& block : blocks_) {
            if (pointer == block.bytes)
                return block.used.store(false, std::memory_order_release);
        }
        ::operator delete(pointer);
    }

private:
    static constexpr std::size_t block_size = 512;

    struct cell
    {
        alignas(std::max_align_t) std::byte bytes[block_size];
        std::atomic<bool> used = false;
    };

    cell blocks_[6];
};

// The allocator over it. Handlers hold the owner of the memory, so it outlives what is allocated from it, but for the
// moment between the move of a handler out of its block and the release of the block: hence the shared ownership here.
template<class T>
class handler_allocator
{
public:
    using value_type = T;

    explicit handler_allocator(std::shared_ptr<handler_memory> memory) noexcept
        : memory_(std::move(memory))
    {}

    template<class U>
    handler_allocator(handler_allocator<U> const& other) noexcept
        : memory_(other.memory_)
    {}

    T* allocate(std::size_t n) { return static_cast<T*>(memory_->allocate(n * sizeof(T))); }
    void deallocate(T* pointer, std::size_t) noexcept { memory_->deallocate(pointer); }

    template<class U>
    friend bool operator==(handler_allocator const& a, handler_allocator<U> const& b) noexcept
    {
        return a.memory_ == b.memory_;
    }

private:
    template<class>
    friend class handler_allocator;

    std::shared_ptr<handler_memory> memory_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_HANDLER_MEMORY_HPP
