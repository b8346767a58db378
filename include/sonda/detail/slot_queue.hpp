// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SLOT_QUEUE_HPP
#define SONDA_DETAIL_SLOT_QUEUE_HPP

#include <sonda/probe_result.hpp>

#include <cstddef>
#include <vector>

namespace sonda::detail {

// First in, first out, over slot numbers. A slot stands in it at most once, so its capacity is the number of slots.
class slot_queue
{
public:
    explicit slot_queue(std::size_t capacity)
        : ring_(capacity)
    {}

    bool empty() const noexcept { return size_ == 0; }
    std::size_t size() const noexcept { return size_; }

    void push(slot_id slot) noexcept
    {
        std::size_t const end = head_ + size_;
        ring_[end < ring_.size() ? end : end - ring_.size()] = slot;
        ++size_;
    }

    slot_id front() const noexcept { return ring_[head_]; }

    slot_id pop() noexcept
    {
        slot_id const slot = ring_[head_];
        head_ = head_ + 1 == ring_.size() ? 0 : head_ + 1;
        --size_;
        return slot;
    }

private:
    std::vector<slot_id> ring_;
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SLOT_QUEUE_HPP
