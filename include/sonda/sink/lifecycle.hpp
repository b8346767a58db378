// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_LIFECYCLE_HPP
#define SONDA_SINK_LIFECYCLE_HPP

#include <sonda/scan_summary.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>

#include <boost/system/error_code.hpp>

#include <concepts>

/// Where verdicts go: the models of @ref sonda::sink_policy and what they share.
namespace sonda::sink {

/** A sink that says when it wants no more, and when there is room again.

    @see sonda::sink_policy
*/
template<class T>
concept drainable = requires(T& sink, void (*token)(boost::system::error_code)) {
    {
        sink.full()
    } -> std::convertible_to<bool>;
    sink.async_drain(token);
};

/** Tells a sink that a scan begins, if it wants to know.

    Whoever runs the scan calls it once, before the first verdict; a sink that has `begin` works without the call.

    @param sink  The sink; its member `begin(scan_info const&)` is optional.
    @param info  What the scan is.

    @par Exception safety
    As the sink.
*/
template<class Sink>
void begin(Sink& sink, scan_info const& info)
{
    if constexpr (requires { sink.begin(info); })
        sink.begin(info);
}

/** Tells a sink that a scan goes on which was ended before, if it wants to know; instead of @ref begin.

    Its writer is where what was written of the scan ends, before any end of the document: the sink writes neither a
    head nor anything again, and what follows makes one document of both.

    @param sink  The sink; its member `go_on(scan_info const&, scan_past const&)` is optional.
    @param info  What the scan is, as it was told when it began.
    @param past  What was written.

    @par Exception safety
    As the sink.
*/
template<class Sink>
void go_on(Sink& sink, scan_info const& info, scan_past const& past)
{
    if constexpr (requires { sink.go_on(info, past); })
        sink.go_on(info, past);
}

/** Tells a sink that no more verdicts come, if it wants to know.

    Whoever runs the scan calls it, however the scan ended: only then is a document closed. A second call does
    nothing. Destroying a sink writes nothing.

    @param sink      The sink; its member `finish(scan_summary const&, bool)` is optional.
    @param summary   What the scan did.
    @param complete  False if the scan was interrupted or failed.

    @par Exception safety
    As the sink.
*/
template<class Sink>
void finish(Sink& sink, scan_summary const& summary, bool complete)
{
    if constexpr (requires { sink.finish(summary, complete); })
        sink.finish(summary, complete);
}

} // namespace sonda::sink

#endif // SONDA_SINK_LIFECYCLE_HPP
