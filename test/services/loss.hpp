// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_LOSS_HPP
#define SONDA_TEST_SERVICES_LOSS_HPP

#include <boost/test/unit_test.hpp>

#include <string>

#include "services/scan_words.hpp"
#include "services/service_network.hpp"

namespace test {

// A network that loses packets of both directions at random. Three tries find every open port: a try fails if a way is
// lost twice, as the kernels at both ends say it again after a second, so that at 5 % one port in a million is missed.
class loss
{
public:
    explicit loss(std::string const& name)
        : network_(name)
    {
        network_.nft("table inet loss {\n chain i {\n type filter hook input priority 0;\n }\n}\n");
    }

    /// Scans `ports` with that many per cent of loss.
    void check(int percent, std::string const& ports)
    {
        network_.nft("flush chain inet loss i\nadd rule inet loss i meta l4proto tcp numgen random mod 100 < " +
                     std::to_string(percent) + " counter drop\n");
        auto const found =
            ask_sonda(network_.folder(), {"127.0.0.1", "::1", "-p", ports, "--tries", "3", "-t", "1500"});
        for (auto const* const what : {"127.0.0.1 tcp", "::1 tcp"})
            BOOST_TEST_CONTEXT(percent << " % lost, " << what)
            {
                auto const& words = found.at(what);
                std::size_t open = 0;
                for (std::size_t port = 1; port != 65536; ++port)
                    open += words[port] == "open";
                BOOST_TEST(open == network_.tcp().size());
                for (auto const port : network_.tcp())
                    BOOST_TEST(words[port] == "open", port);
            }
    }

private:
    service_network network_;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_LOSS_HPP
