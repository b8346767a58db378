// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_PRIORITY_HPP
#define SONDA_RUNTIME_PRIORITY_HPP

#include <boost/asio/execution/executor.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sonda::runtime {

/// The class of a piece of work: how often a worker looks for it first, see `priority_weights`.
enum class priority : std::uint8_t {
    high, ///< What somebody waits for.
    normal, ///< What says nothing.
    background ///< What may take its time; it is served all the same.
};

/// How many priorities there are.
inline constexpr std::size_t priority_count = 3;

/** The executor property by which work gets its priority.

    `asio::require(ex, priority_t(priority::high))` gives the executor that submits at high priority, and
    `asio::query(ex, priority_t())` tells it. A strand hands the property on to its inner executor. An
    `any_io_executor` keeps the priority of the executor put into it, but cannot change it: `asio::prefer` with this
    property does nothing there; @ref any_priority_executor can.
*/
struct priority_t
{
    /// The property applies to executors.
    template<class T>
    static constexpr bool is_applicable_property_v = boost::asio::execution::is_executor<T>::value;

    static constexpr bool is_requirable = true; ///< An executor may be required to have it.
    static constexpr bool is_preferable = true; ///< An executor may be asked for it.
    using polymorphic_query_result_type = priority; ///< What the query of a type-erased executor returns.

    /// The property that stands for normal priority; also the one to query with.
    constexpr priority_t() = default;

    /// The property that stands for this priority.
    constexpr explicit priority_t(priority level) noexcept
        : level_(level)
    {}

    /// The priority it stands for.
    constexpr priority value() const noexcept { return level_; }

    /// Two properties are equal if they stand for the same priority.
    friend constexpr bool operator==(priority_t, priority_t) = default;

private:
    priority level_ = priority::normal;
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_PRIORITY_HPP
