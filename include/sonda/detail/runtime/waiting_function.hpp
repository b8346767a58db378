// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WAITING_FUNCTION_HPP
#define SONDA_DETAIL_RUNTIME_WAITING_FUNCTION_HPP

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace sonda::detail {

// One place of a bounded number; it is given back with this.
class waiting_place
{
public:
    // Of none if as many as that are taken.
    waiting_place(std::atomic<std::size_t>& taken, std::size_t most) noexcept
        : taken_(&taken)
    {
        if (taken.fetch_add(1, std::memory_order_relaxed) >= most)
            give_back();
    }

    waiting_place(waiting_place&& other) noexcept
        : taken_(std::exchange(other.taken_, nullptr))
    {}

    waiting_place& operator=(waiting_place&&) = delete;

    ~waiting_place()
    {
        if (taken_)
            give_back();
    }

    explicit operator bool() const noexcept { return taken_ != nullptr; }

    void give_back() noexcept { std::exchange(taken_, nullptr)->fetch_sub(1, std::memory_order_relaxed); }

private:
    std::atomic<std::size_t>* taken_;
};

// A function that holds its place until it is called, or destroyed without: while it runs, another may wait.
template<class Function>
struct waiting_function
{
    void operator()() &&
    {
        place.give_back();
        std::invoke(std::move(function));
    }

    waiting_place place;
    Function function;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WAITING_FUNCTION_HPP
