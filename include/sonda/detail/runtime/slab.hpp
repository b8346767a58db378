// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_SLAB_HPP
#define SONDA_DETAIL_RUNTIME_SLAB_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace sonda::detail {

class slab;

// What stands before every block.
struct alignas(std::max_align_t) slab_block
{
    slab* home; // null: of operator new
    union
    {
        std::uint32_t size_class; // while it is in use
        slab_block* next; // while it is free
    };
};

// The blocks of one thread. Its thread takes them and gives them back without atomics; other threads give them back
// through a list that is emptied whole, a batch at a time, so that what one thread allocates and another frees
// (functions posted across threads) costs neither a lock nor, mostly, an atomic operation. Memory is kept for the life
// of the process; the slab of a thread that has ended serves a later thread.
class slab
{
public:
    static constexpr std::size_t line = 64; // a block has whole lines of the cache, and its sizes go by them
    static constexpr std::uint32_t classes = 8;
    static constexpr std::size_t largest = classes * line - sizeof(slab_block);

    static void* allocate(std::size_t size)
    {
        auto* const mine = current();
        if (size > largest || !mine) {
            auto* const block = static_cast<slab_block*>(::operator new(size + sizeof(slab_block)));
            block->home = nullptr;
            return block + 1;
        }
        return mine->take(class_of(size)) + 1;
    }

    static void deallocate(void* pointer) noexcept
    {
        auto* const block = static_cast<slab_block*>(pointer) - 1;
        if (!block->home)
            return ::operator delete(block);
        auto* const mine = current();
        if (block->home == mine)
            return mine->keep(block);
        if (mine)
            return mine->send_home(block);
        auto* const home = block->home;
        home->come_home(block, block, block->size_class);
    }

private:
    static constexpr unsigned blocks_at_once = 32;

    struct alignas(line) cache_line
    {
        std::byte bytes[line];
    };

    struct outgoing
    {
        slab* home = nullptr;
        slab_block* first = nullptr;
        slab_block* last = nullptr;
        unsigned count = 0;
    };

    static std::uint32_t class_of(std::size_t size) noexcept
    {
        return static_cast<std::uint32_t>((size + sizeof(slab_block) - 1) / line);
    }

    slab_block* take(std::uint32_t c)
    {
        auto* block = free_[c];
        if (!block) {
            block = returned_[c].exchange(nullptr, std::memory_order_acquire);
            if (!block)
                block = grow(c);
        }
        free_[c] = block->next;
        block->size_class = c;
        return block;
    }

    void keep(slab_block* block) noexcept
    {
        auto const c = block->size_class;
        block->next = free_[c];
        free_[c] = block;
    }

    slab_block* grow(std::uint32_t c)
    {
        auto const lines = c + 1;
        chunks_.reserve(chunks_.size() + 1);
        chunks_.push_back(std::make_unique<cache_line[]>(lines * blocks_at_once));
        slab_block* list = nullptr;
        for (unsigned i = blocks_at_once; i-- != 0;) {
            auto* const block = new (chunks_.back().get() + i * lines) slab_block;
            block->home = this;
            block->next = list;
            list = block;
        }
        return list;
    }

    void send_home(slab_block* block) noexcept
    {
        auto const c = block->size_class;
        auto& out = outgoing_[c];
        if (out.home != block->home)
            flush(out, c);
        out.home = block->home;
        block->next = out.first;
        out.first = block;
        if (!out.last)
            out.last = block;
        if (++out.count == blocks_at_once)
            flush(out, c);
    }

    static void flush(outgoing& out, std::uint32_t c) noexcept
    {
        if (out.first)
            out.home->come_home(out.first, out.last, c);
        out = {};
    }

    void come_home(slab_block* first, slab_block* last, std::uint32_t c) noexcept
    {
        auto* head = returned_[c].load(std::memory_order_relaxed);
        do
            last->next = head;
        while (!returned_[c].compare_exchange_weak(head, first, std::memory_order_release, std::memory_order_relaxed));
    }

    // Slabs without a thread. Never destroyed, as threads may outlive static objects.
    struct spare_slabs
    {
        std::mutex mutex;
        std::vector<std::unique_ptr<slab>> all;
        std::vector<slab*> spare;

        slab* adopt()
        {
            std::lock_guard lock(mutex);
            if (!spare.empty()) {
                auto* const found = spare.back();
                spare.pop_back();
                return found;
            }
            spare.reserve(all.size() + 1);
            all.push_back(std::make_unique<slab>());
            return all.back().get();
        }

        void give_back(slab* one) noexcept
        {
            std::lock_guard lock(mutex);
            spare.push_back(one); // reserved by adopt
        }

        static spare_slabs& instance()
        {
            static auto& slabs = *new spare_slabs;
            return slabs;
        }
    };

    struct tenancy
    {
        tenancy()
            : mine(spare_slabs::instance().adopt())
        {}

        ~tenancy()
        {
            for (std::uint32_t c = 0; c != classes; ++c)
                flush(mine->outgoing_[c], c);
            current_ = nullptr;
            ended_ = true;
            spare_slabs::instance().give_back(mine);
        }

        slab* mine;
    };

    // Null in a thread whose thread_local objects are being destroyed.
    static slab* current()
    {
        auto* const mine = current_;
        return mine ? mine : move_in();
    }

    static slab* move_in()
    {
        if (ended_)
            return nullptr;
        thread_local tenancy mine;
        return current_ = mine.mine;
    }

    static inline thread_local constinit slab* current_ = nullptr;
    static inline thread_local constinit bool ended_ = false;

    slab_block* free_[classes] = {};
    outgoing outgoing_[classes] = {};
    std::vector<std::unique_ptr<cache_line[]>> chunks_;
    alignas(64) std::atomic<slab_block*> returned_[classes] = {};
};

// The slab as an allocator.
template<class T>
struct slab_allocator
{
    using value_type = T;

    slab_allocator() = default;

    template<class U>
    slab_allocator(slab_allocator<U> const&) noexcept
    {}

    T* allocate(std::size_t n)
    {
        if constexpr (over_aligned)
            return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(alignof(T))));
        else
            return static_cast<T*>(slab::allocate(n * sizeof(T)));
    }

    void deallocate(T* pointer, std::size_t) noexcept
    {
        if constexpr (over_aligned)
            ::operator delete(pointer, std::align_val_t(alignof(T)));
        else
            slab::deallocate(pointer);
    }

    template<class U>
    bool operator==(slab_allocator<U> const&) const noexcept
    {
        return true;
    }

private:
    static constexpr bool over_aligned = alignof(T) > alignof(std::max_align_t);
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_SLAB_HPP
