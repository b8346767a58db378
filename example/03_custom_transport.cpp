// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A transport of one's own: here one that asks a table, as a replay of an earlier scan would.

#include <sonda.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstdlib>
#include <iostream>
#include <set>

namespace asio = boost::asio;

// tag::transport[]
// Says `open` of the endpoints that it was given and nothing of the others.
class replay
{
public:
    using executor_type = asio::any_io_executor;
    static constexpr sonda::port_state silence = sonda::port_state::filtered;

    replay(executor_type const& executor, std::set<sonda::endpoint> open)
        : open_(std::move(open))
        , never_(executor, asio::steady_timer::time_point::max())
    {
        cancelled_.reserve(slots());
    }

    executor_type get_executor() { return never_.get_executor(); }
    std::size_t slots() const noexcept { return 64; }

    // A known endpoint is answered at once: no deadline is kept for it.
    sonda::probe_result start(sonda::slot_id, sonda::endpoint const& target)
    {
        if (!open_.contains(target))
            return sonda::probe_result::pending();
        return sonda::probe_result::answered({sonda::port_state::open, sonda::reason_kind::syn_ack, 0, 0, 0, {}});
    }

    // The others are never answered; all that comes back is what was cancelled.
    template<class F>
    std::size_t reap(F f)
    {
        for (auto const slot : cancelled_)
            f(slot, sonda::probe_result::cancelled());
        return std::exchange(cancelled_, {}).size();
    }

    template<class Token>
    auto async_ready(Token&& token)
    {
        never_.expires_at(cancelled_.empty() ? asio::steady_timer::time_point::max()
                                             : asio::steady_timer::time_point::min());
        return never_.async_wait(std::forward<Token>(token));
    }

    void cancel(sonda::slot_id slot)
    {
        cancelled_.push_back(slot);
        never_.cancel(); // whoever waits has something to reap now
    }

private:
    std::set<sonda::endpoint> open_;
    std::vector<sonda::slot_id> cancelled_;
    asio::steady_timer never_;
};

static_assert(sonda::transport_policy<replay>);
// end::transport[]

int main()
{
    asio::io_context context;
    auto const address = asio::ip::make_address("127.0.0.1");
    auto const targets =
        sonda::target::target_space::make(sonda::target::ip_range(address), sonda::target::port_range{1, 200}).value();

    sonda::basic_scanner scanner(replay(context.get_executor(), {{address, 22}, {address, 80}}),
                                 {.timeout = std::chrono::milliseconds(5), .tries = 2});
    sonda::scan_summary summary;
    scanner.async_scan(
        targets,
        [](sonda::verdict const& found) {
            if (found.state() == sonda::port_state::open)
                std::cout << to_string(found.endpoint) << " is open\n";
        },
        [&](boost::system::error_code, sonda::scan_summary const& s) { summary = s; });
    context.run();

    bool const right = summary.complete() && summary.count(sonda::port_state::open) == 2 &&
                       summary.count(sonda::port_state::filtered) == 198 && summary.probes == 2 + 2 * 198;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
