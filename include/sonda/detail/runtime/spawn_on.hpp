// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_SPAWN_ON_HPP
#define SONDA_DETAIL_RUNTIME_SPAWN_ON_HPP

#include <sonda/detail/runtime/pool_state.hpp>
#include <sonda/detail/runtime/task_from.hpp>
#include <sonda/runtime/priority.hpp>
#include <sonda/runtime/spawn_error.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/system/result.hpp>

#include <cstdint>
#include <utility>

namespace sonda::detail {

// Starts a task on a pool, if that admits it.
template<spawnable F>
boost::system::result<runtime::task<spawned_result_t<F>>> spawn_on(pool_state& pool, runtime::priority level, F&& f)
{
    if (pool.live().closed())
        return runtime::spawn_error::closed;
    auto started = task_from(std::forward<F>(f));
    if (!task_access::core(started).start(pool, static_cast<std::uint8_t>(level)))
        return runtime::spawn_error::closed;
    return started;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_SPAWN_ON_HPP
