// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_ADMITTED_FUNCTION_HPP
#define SONDA_DETAIL_RUNTIME_ADMITTED_FUNCTION_HPP

#include <sonda/detail/runtime/pool_state.hpp>

#include <cstdint>
#include <utility>

namespace sonda::detail {

// One admission to a pool that ends with this. The pool lives as long.
class admission_ticket
{
public:
    admission_ticket(pool_state& pool, std::uint8_t shard) noexcept
        : pool_(&pool)
        , shard_(shard)
    {}
    admission_ticket(admission_ticket&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr))
        , shard_(other.shard_)
    {}
    admission_ticket& operator=(admission_ticket&&) = delete;
    ~admission_ticket()
    {
        if (pool_)
            pool_->leave(shard_);
    }

private:
    pool_state* pool_;
    std::uint8_t shard_; // of live_tasks
};

// A function that a pool has accepted: it counts as a task until it has run, or was destroyed.
template<class Function>
struct admitted_function
{
    void operator()() && { std::move(function)(); }

    admission_ticket ticket; // the last to go
    Function function;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_ADMITTED_FUNCTION_HPP
