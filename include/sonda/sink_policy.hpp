// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_POLICY_HPP
#define SONDA_SINK_POLICY_HPP

#include <sonda/verdict.hpp>

#include <concepts>

namespace sonda {

/** Takes the verdicts of a scan, one by one, as they are found.

    @li `put(verdict)` takes one. It is called in the turns of the scan, never concurrently with itself, and must
        not call back into the scanner. An exception ends the scan; it is handed to the user in the summary.

    Two hooks are optional and belong together: `full()` says that no more is wanted for now, and `async_drain(token)`,
    with the completion signature `void(error_code)` and terminal cancellation, completes when there is room again. If
    it completes with an error and the sink is full still, that ends the scan like an exception.
    While a sink is full the scan starts no probe but goes on taking answers, so `put` must bear up to one more window
    of verdicts beyond `full()`.

    Only the syntax below is checked by the compiler; @ref sonda::conformance::check_sink checks the rest.

    @par Models
    @li @ref sonda::sink::text
    @li @ref sonda::sink::greppable
    @li @ref sonda::sink::json
    @li @ref sonda::sink::ndjson
    @li @ref sonda::sink::xml
    @li @ref sonda::sink::csv
    @li @ref sonda::sink::gnmap
    @li @ref sonda::sink::html
    @li @ref sonda::sink::tee
*/
template<class T>
concept sink_policy = requires(T& sink, verdict const& found) { sink.put(found); };

} // namespace sonda

#endif // SONDA_SINK_POLICY_HPP
