// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_RUNTIME_MODEL_ATOMIC_HPP
#define SONDA_TEST_RUNTIME_MODEL_ATOMIC_HPP

#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "interleavings.hpp"

namespace test {

// std::atomic in a model: see interleavings.
template<class T>
class model_atomic final : public model_cell
{
    static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);

public:
    model_atomic() = default;
    model_atomic(T initial)
        : value_(initial)
    {}

    T load(std::memory_order = std::memory_order_seq_cst) const
    {
        all().point();
        return seen(peek());
    }

    void store(T value, std::memory_order order = std::memory_order_seq_cst)
    {
        all().point();
        if (all().inside() && order != std::memory_order_seq_cst)
            return all().buffer(*this, raw(value));
        all().drain();
        value_ = value;
    }

    T exchange(T value, std::memory_order = std::memory_order_seq_cst)
    {
        return update([value](T) { return value; });
    }
    T fetch_add(T n, std::memory_order = std::memory_order_seq_cst)
    {
        return update([n](T v) { return static_cast<T>(v + n); });
    }
    T fetch_sub(T n, std::memory_order = std::memory_order_seq_cst)
    {
        return update([n](T v) { return static_cast<T>(v - n); });
    }
    T fetch_or(T n, std::memory_order = std::memory_order_seq_cst)
    {
        return update([n](T v) { return static_cast<T>(v | n); });
    }
    T fetch_and(T n, std::memory_order = std::memory_order_seq_cst)
    {
        return update([n](T v) { return static_cast<T>(v & n); });
    }
    T fetch_xor(T n, std::memory_order = std::memory_order_seq_cst)
    {
        return update([n](T v) { return static_cast<T>(v ^ n); });
    }

    bool compare_exchange_strong(T& expected, T desired, std::memory_order = std::memory_order_seq_cst,
                                 std::memory_order = std::memory_order_seq_cst)
    {
        auto const old = update([&](T v) { return v == expected ? desired : v; });
        bool const done = old == expected;
        expected = old;
        return done;
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success = std::memory_order_seq_cst,
                               std::memory_order failure = std::memory_order_seq_cst)
    {
        return compare_exchange_strong(expected, desired, success, failure);
    }

    void wait(T old, std::memory_order = std::memory_order_seq_cst) const
    {
        all().point();
        all().drain();
        if (value_ == old)
            all().block(*this);
    }
    void notify_one()
    {
        all().point();
        all().drain();
        all().notify(*this, false);
    }
    void notify_all()
    {
        all().point();
        all().drain();
        all().notify(*this, true);
    }

    void put(std::uint64_t value) override { std::memcpy(static_cast<void*>(&value_), &value, sizeof(T)); }
    std::uint64_t named() const override { return name(value_); }

private:
    static interleavings& all() { return *interleavings::current(); }

    static std::uint64_t raw(T value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, static_cast<void const*>(&value), sizeof(T));
        return bits;
    }

    static std::uint64_t name(T value)
    {
        if constexpr (std::is_pointer_v<T>)
            return all().name_of(value);
        else
            return raw(value);
    }

    T seen(T value) const
    {
        all().note(name(value));
        return value;
    }

    T peek() const
    {
        std::uint64_t bits;
        if (!all().forward(*this, bits))
            return value_;
        T value;
        std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
        return value;
    }

    template<class Function>
    T update(Function function)
    {
        all().point();
        all().drain();
        auto const old = value_;
        value_ = function(old);
        return seen(old);
    }

    T value_{};
};

} // namespace test

#endif // SONDA_TEST_RUNTIME_MODEL_ATOMIC_HPP
