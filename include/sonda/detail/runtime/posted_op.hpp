// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_POSTED_OP_HPP
#define SONDA_DETAIL_RUNTIME_POSTED_OP_HPP

#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/slab.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace sonda::detail {

// The allocator that a posted function uses: the one that its handler brought, and the slab where it brought none.
template<class Allocator>
struct op_allocator
{
    using type = Allocator;
    static type get(Allocator const& a) noexcept { return a; }
};

template<class T>
struct op_allocator<std::allocator<T>>
{
    using type = slab_allocator<T>;
    static type get(std::allocator<T> const&) noexcept { return {}; }
};

template<class Function, class Allocator>
class posted_op final : public runnable
{
public:
    template<class F>
    posted_op(F&& f, Allocator const& a, std::uint8_t l)
        : runnable(&posted_op::complete, l)
        , function_(std::forward<F>(f))
        , allocator_(a)
    {}

private:
    using rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<posted_op>;

    // The memory is free before the function is called, so that what it posts can use it.
    static void complete(runnable* base, bool run)
    {
        auto* const self = static_cast<posted_op*>(base);
        rebound allocator(self->allocator_);
        Function function(std::move(self->function_));
        self->~posted_op();
        allocator.deallocate(self, 1);
        if (run)
            std::move(function)();
    }

    Function function_;
    [[no_unique_address]] Allocator allocator_;
};

// Throws what the allocation throws, or the copy of the function.
template<class F, class Allocator = std::allocator<void>>
runnable& make_posted(F&& f, Allocator const& given = {}, std::uint8_t level = 1)
{
    using chosen = op_allocator<Allocator>;
    using op = posted_op<std::decay_t<F>, typename chosen::type>;
    auto const allocator = chosen::get(given);
    typename std::allocator_traits<typename chosen::type>::template rebind_alloc<op> rebound(allocator);
    auto* const memory = rebound.allocate(1);
    try {
        return *new (static_cast<void*>(memory)) op(std::forward<F>(f), allocator, level);
    } catch (...) {
        rebound.deallocate(memory, 1);
        throw;
    }
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_POSTED_OP_HPP
