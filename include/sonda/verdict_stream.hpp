// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_VERDICT_STREAM_HPP
#define SONDA_VERDICT_STREAM_HPP

#include <sonda/detail/scan_op.hpp>
#include <sonda/detail/scan_report.hpp>
#include <sonda/detail/scan_sink.hpp>

#include <boost/asio/async_result.hpp>

#include <memory>
#include <span>
#include <utility>

namespace sonda {

/** A scan whose verdicts are pulled: made by @ref basic_scanner::stream.

    The scan goes on only while @ref async_next waits: between two calls nothing is started, and what is answered in
    the meantime is taken by the next call. Answers win over deadlines that passed between calls. Destroying the stream
    ends the scan; the scanner may then scan again.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<class Core, class Targets>
class verdict_stream
{
    using engine_type = detail::scan_engine<Core, Targets, detail::pulled_sink>;

public:
    /// The executor of the scanner.
    using executor_type = typename Core::executor_type;

    /// Moves a stream; the moved-from one may only be destroyed or assigned to.
    verdict_stream(verdict_stream&&) noexcept = default;

    verdict_stream& operator=(verdict_stream&&) = delete; ///< Streams are not assigned.

    /// Ends the scan.
    ~verdict_stream()
    {
        if (!engine_)
            return;
        if (!Core::abandon(core_))
            detail::discard_scan(std::move(engine_));
    }

    /// The executor of the scanner.
    executor_type get_executor() const { return core_->transport.get_executor(); }

    /// What was found so far. Not while an operation is under way.
    scan_summary const& summary() const noexcept { return engine_->summary(); }

    /** Waits for the next verdicts.

        Completes as soon as at least one is there, with as many as are there and fit. At most one operation at a time.

        @param buffer  Where the verdicts go; at least one; must live until completion.
        @param token   Any completion token.

        @par Completion signature
        @code void(boost::system::error_code, std::size_t) @endcode

        @par Error codes
        @li `error::eof`  every target has its verdict and all were pulled.
        @li `error::in_progress`  another operation is under way.
        @li `boost::asio::error::operation_aborted`  it was cancelled.

        @par Per-operation cancellation
        @li `terminal`  ends the scan: what is in flight is given up, what was found can still be pulled.
        @li `partial`  starts nothing more; what is in flight can still be pulled.
        @li `total`  only this wait ends; the next one goes on where it was.

        @par Thread safety
        Shared objects: unsafe.
    */
    template<class CompletionToken = boost::asio::default_completion_token_t<executor_type>>
    auto async_next(std::span<verdict> buffer, CompletionToken&& token = CompletionToken())
    {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code, std::size_t)>(
            [](auto handler, std::shared_ptr<engine_type> engine, std::span<verdict> out) {
                initiate(std::move(handler), std::move(engine), out);
            },
            token, engine_, buffer);
    }

private:
    template<transport_policy, timer_policy, ordering_policy, class, class>
    friend class basic_scanner;

    verdict_stream(std::shared_ptr<Core> core, std::shared_ptr<engine_type> engine)
        : core_(std::move(core))
        , engine_(std::move(engine))
    {}

    template<class Handler>
    static void initiate(Handler handler, std::shared_ptr<engine_type> engine, std::span<verdict> out)
    {
        auto const executor = boost::asio::get_associated_executor(handler, engine->core().transport.get_executor());
        if (!detail::start_scan_op(std::move(engine), detail::next_verdicts{out}, handler))
            detail::post_completion(executor, std::move(handler), make_error_code(error::in_progress), std::size_t(0));
    }

    std::shared_ptr<Core> core_;
    std::shared_ptr<engine_type> engine_;
};

} // namespace sonda

#endif // SONDA_VERDICT_STREAM_HPP
