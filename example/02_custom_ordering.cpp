// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// An ordering of one's own: backwards, from the last target to the first.

#include <sonda.hpp>
#include <sonda/conformance/ordering.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdlib>
#include <iostream>
#include <vector>

// tag::ordering[]
// Visits the targets from the last to the first. A rule that was applied to nothing yet has no targets.
class backwards
{
public:
    backwards over(std::uint64_t targets) const
    {
        backwards applied;
        applied.targets_ = targets;
        return applied;
    }

    std::uint64_t size() const noexcept { return targets_; }
    std::uint64_t at(std::uint64_t position) const noexcept { return targets_ - 1 - position; }
    std::uint64_t inverse(std::uint64_t target) const noexcept { return targets_ - 1 - target; }

private:
    std::uint64_t targets_ = 0;
};

static_assert(sonda::ordering_policy<backwards>);
// end::ordering[]

int main()
{
    auto const checked = sonda::conformance::check_ordering(backwards());
    if (!checked.passed()) {
        std::cerr << checked;
        return EXIT_FAILURE;
    }

    boost::asio::io_context context;
    auto const targets =
        sonda::target::target_space::make(sonda::target::ip_range(boost::asio::ip::make_address("127.0.0.1")),
                                          sonda::target::port_range{1, 5})
            .value();

    // tag::use[]
    auto network = [](sonda::endpoint const&) { return sonda::transport::simulated_reply::closed(); };
    sonda::basic_scanner scanner(sonda::transport::simulated<>(context.get_executor(), 16, network),
                                 sonda::scan_options(), backwards());
    // end::use[]

    std::vector<int> visited;
    scanner.async_scan(
        targets, [&](sonda::verdict const& found) { visited.push_back(found.endpoint.port()); },
        [](boost::system::error_code, sonda::scan_summary const&) {});
    context.run();

    for (int const port : visited)
        std::cout << port << '\n';
    return visited == std::vector<int>{5, 4, 3, 2, 1} ? EXIT_SUCCESS : EXIT_FAILURE;
}
