// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_GUARDED_ALLOCATOR_HPP
#define SONDA_DETAIL_GUARDED_ALLOCATOR_HPP

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace sonda::detail {

// The allocator of a user, who expects one operation to use it from one thread at a time, for an operation whose parts
// run on many.
template<class T, class Allocator>
class guarded_allocator
{
public:
    using value_type = T;

    guarded_allocator(Allocator const& inner, std::shared_ptr<std::mutex> mutex) noexcept
        : inner_(inner)
        , mutex_(std::move(mutex))
    {}

    template<class U>
    guarded_allocator(guarded_allocator<U, Allocator> const& other) noexcept
        : inner_(other.inner_)
        , mutex_(other.mutex_)
    {}

    template<class U>
    struct rebind
    {
        using other = guarded_allocator<U, Allocator>;
    };

    T* allocate(std::size_t n)
    {
        std::lock_guard const lock(*mutex_);
        rebound own(inner_);
        return std::allocator_traits<rebound>::allocate(own, n);
    }

    void deallocate(T* pointer, std::size_t n) noexcept
    {
        std::lock_guard const lock(*mutex_);
        rebound own(inner_);
        std::allocator_traits<rebound>::deallocate(own, pointer, n);
    }

    template<class U>
    friend bool operator==(guarded_allocator const& a, guarded_allocator<U, Allocator> const& b) noexcept
    {
        return a.inner_ == b.inner_;
    }

private:
    using rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;

    template<class, class>
    friend class guarded_allocator;

    Allocator inner_;
    std::shared_ptr<std::mutex> mutex_;
};

// Nothing stands between the parts and the memory of the program.
template<class T, class U>
class guarded_allocator<T, std::allocator<U>> : public std::allocator<T>
{
public:
    guarded_allocator(std::allocator<U> const&, std::shared_ptr<std::mutex> const&) noexcept {}

    template<class V>
    guarded_allocator(guarded_allocator<V, std::allocator<U>> const&) noexcept
    {}

    template<class V>
    struct rebind
    {
        using other = guarded_allocator<V, std::allocator<U>>;
    };
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_GUARDED_ALLOCATOR_HPP
