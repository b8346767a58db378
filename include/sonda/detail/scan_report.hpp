// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_REPORT_HPP
#define SONDA_DETAIL_SCAN_REPORT_HPP

#include <sonda/error.hpp>
#include <sonda/scan_summary.hpp>

#include <boost/asio/append.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

namespace sonda::detail {

// Posts a completion; never called from within an initiating function or a sink, and after all memory of the
// operation but that of the handler itself was given back.
template<class Executor, class Handler, class... Results>
void post_completion(Executor const& executor, Handler&& handler, Results&&... results)
{
    boost::asio::post(boost::asio::bind_executor(
        executor, boost::asio::append(std::forward<Handler>(handler), std::forward<Results>(results)...)));
}

inline boost::system::error_code scan_error(scan_summary const& summary, bool cut_short) noexcept
{
    if (summary.failure)
        return error::sink_failed;
    if (cut_short && !summary.complete())
        return boost::asio::error::operation_aborted;
    return {};
}

// What a whole scan completes with.
struct whole_scan
{
    static constexpr bool resumable = false;

    template<class Engine>
    std::tuple<boost::system::error_code, scan_summary> operator()(Engine& engine) const
    {
        return {scan_error(engine.summary(), engine.cut_short()), engine.summary()};
    }
};

// What one pull completes with.
struct next_verdicts
{
    static constexpr bool resumable = true;

    std::span<verdict> out;

    template<class Engine>
    std::tuple<boost::system::error_code, std::size_t> operator()(Engine& engine) const
    {
        std::size_t const n = engine.sink().take(out);
        if (n != 0 || out.empty())
            return {boost::system::error_code(), n};
        if (engine.summary().complete())
            return {make_error_code(error::eof), n};
        return {boost::asio::error::operation_aborted, n};
    }
};

// A scan that nobody waits for.
struct no_report
{
    static constexpr bool resumable = false;

    template<class Engine>
    std::tuple<> operator()(Engine&) const noexcept
    {
        return {};
    }
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_REPORT_HPP
