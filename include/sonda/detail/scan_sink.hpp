// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_SINK_HPP
#define SONDA_DETAIL_SCAN_SINK_HPP

#include <sonda/sink_policy.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace sonda::detail {

// A callable as a sink.
template<class F>
struct callable_sink
{
    F function;

    void put(verdict const& found) { function(found); }
};

template<class S>
concept sink_or_callable =
    sink_policy<std::remove_reference_t<S>> || std::invocable<std::remove_reference_t<S>&, verdict const&>;

// Somebody else's sink, or callable.
template<class S>
class referred_sink
{
public:
    explicit referred_sink(S& sink) noexcept
        : sink_(std::addressof(sink))
    {}

    void put(verdict const& found)
    {
        if constexpr (sink_policy<S>)
            sink_->put(found);
        else
            (*sink_)(found);
    }

    bool full()
        requires requires(S& sink) { sink.full(); }
    {
        return sink_->full();
    }

    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
        requires requires(S& sink) { sink.async_drain(std::forward<CompletionToken>(token)); }
    {
        return sink_->async_drain(std::forward<CompletionToken>(token));
    }

private:
    S* sink_;
};

// How a scan holds what a user passed as a sink: an lvalue by reference, an rvalue by value.
template<class S>
auto hold_sink(S&& sink)
{
    if constexpr (std::is_lvalue_reference_v<S>)
        return referred_sink<std::remove_reference_t<S>>(sink);
    else if constexpr (sink_policy<S>)
        return S(std::move(sink));
    else
        return callable_sink<S>{std::move(sink)};
}

// Keeps verdicts until they are pulled. It pauses the scan as soon as it has one, so it holds what one round found:
// one chunk of answers at once and one window of others.
class pulled_sink
{
public:
    explicit pulled_sink(std::size_t capacity) { found_.reserve(capacity); }

    void put(verdict const& found) { found_.push_back(found); }
    bool paused() const noexcept { return taken_ != found_.size(); }

    std::size_t take(std::span<verdict> out)
    {
        std::size_t n = 0;
        while (n != out.size() && taken_ != found_.size())
            out[n++] = found_[taken_++];
        if (taken_ == found_.size()) {
            found_.clear();
            taken_ = 0;
        }
        return n;
    }

private:
    std::vector<verdict> found_;
    std::size_t taken_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_SINK_HPP
