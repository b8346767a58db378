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
#include <memory>
#include <span>
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

// The completion of a whole scan.
struct whole_scan
{
    static constexpr bool resumable = false;

    template<class Engine, class Handler, class Executor>
    void operator()(std::shared_ptr<Engine> engine, Handler&& handler, Executor const& executor) const
    {
        scan_summary const summary = engine->summary();
        auto const ec = scan_error(summary, engine->cut_short());
        engine.reset();
        post_completion(executor, std::move(handler), ec, summary);
    }
};

// The completion of one pull.
struct next_verdicts
{
    static constexpr bool resumable = true;

    std::span<verdict> out;

    template<class Engine, class Handler, class Executor>
    void operator()(std::shared_ptr<Engine> engine, Handler&& handler, Executor const& executor) const
    {
        std::size_t const n = engine->sink().take(out);
        boost::system::error_code ec;
        if (n == 0 && !out.empty()) {
            if (engine->summary().complete())
                ec = error::eof;
            else
                ec = boost::asio::error::operation_aborted;
        }
        engine.reset();
        post_completion(executor, std::move(handler), ec, n);
    }
};

// The completion of a scan that nobody waits for.
struct no_report
{
    static constexpr bool resumable = false;

    template<class Engine, class Handler, class Executor>
    void operator()(std::shared_ptr<Engine>, Handler&&, Executor const&) const noexcept
    {}
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_REPORT_HPP
