// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_NAME_SERVER_RANKS_HPP
#define SONDA_DETAIL_NAME_SERVER_RANKS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonda::detail {

// Which servers a question was put to already.
struct asked_servers
{
    std::uint64_t of_this_round = 0; // a bit each
    unsigned round = 0;
    bool refused = false; // one of this round answered that it does not know: asking all once more will not help
};

/*  Says which server is asked next, so that a dead one holds nobody up: who leaves four questions in a row unanswered is
    asked behind those who answer, and who leaves 256 is given up, or 1024 once it has answered: a network that is away for
    some seconds loses all that is in flight, more than once. An answer makes good for all that.
*/
class name_server_ranks
{
public:
    static constexpr unsigned doubtful = 4;
    static constexpr unsigned given_up = 256;
    static constexpr unsigned given_up_again = 1024;

    name_server_ranks(std::size_t servers, unsigned rounds)
        : servers_(servers)
        , rounds_(rounds)
    {}

    // The next server for a question; nothing if it has been asked often enough.
    std::optional<std::size_t> next(asked_servers& asked) const noexcept
    {
        for (;;) {
            for (bool const last_resort : {false, true})
                for (std::size_t i = 0; i != servers_.size(); ++i) {
                    auto const& one = servers_[i];
                    auto const bit = std::uint64_t{1} << i;
                    if ((asked.of_this_round & bit) != 0 || one.silent >= one.most ||
                        (one.silent >= doubtful) != last_resort)
                        continue;
                    asked.of_this_round |= bit;
                    return i;
                }
            if (asked.refused || ++asked.round >= rounds_)
                return std::nullopt;
            asked.of_this_round = 0;
        }
    }

    // A server answered, or did not in time.
    void note(std::size_t server, bool answered) noexcept
    {
        auto& one = servers_[server];
        one.silent = answered ? 0 : one.silent + 1;
        if (answered)
            one.most = given_up_again;
    }

    bool has_answered(std::size_t server) const noexcept { return servers_[server].most == given_up_again; }

private:
    struct server_state
    {
        unsigned silent = 0; // questions in a row
        unsigned most = given_up;
    };

    std::vector<server_state> servers_;
    unsigned rounds_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_NAME_SERVER_RANKS_HPP
