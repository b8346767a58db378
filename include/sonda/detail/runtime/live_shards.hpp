// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_LIVE_SHARDS_HPP
#define SONDA_DETAIL_RUNTIME_LIVE_SHARDS_HPP

#include <sonda/detail/runtime/task_host.hpp>

#include <array>
#include <atomic>
#include <cstddef>

namespace sonda::detail {

// The live tasks of a pool, in so many lists that threads that spawn seldom meet.
class live_shards
{
public:
    void insert(live_link& task) noexcept { lists_[of_this_thread()].value.insert(task); }

    void cancel_all() noexcept
    {
        for (auto& list : lists_)
            list.value.cancel_all();
    }

private:
    static constexpr std::size_t count = 16;

    struct alignas(64) padded
    {
        live_list value;
    };

    static std::size_t of_this_thread() noexcept
    {
        static std::atomic<std::size_t> last = 0;
        static thread_local std::size_t const mine = last.fetch_add(1, std::memory_order_relaxed) % count;
        return mine;
    }

    std::array<padded, count> lists_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_LIVE_SHARDS_HPP
