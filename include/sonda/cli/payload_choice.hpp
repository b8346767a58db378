// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_PAYLOAD_CHOICE_HPP
#define SONDA_CLI_PAYLOAD_CHOICE_HPP

#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/standard.hpp>
#include <sonda/payload/table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace sonda::cli {

/** The payloads of the user's file, or the standard ones where there is none.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.
*/
class payload_choice
{
public:
    /// The standard payloads.
    payload_choice() = default;

    /// The payloads of `table`, or the standard ones if it is null.
    explicit payload_choice(std::shared_ptr<payload::table const> table) noexcept
        : table_(std::move(table))
    {}

    /// The payloads for the target's port.
    payload::payload_list operator()(endpoint const& target) const noexcept
    {
        return table_ ? (*table_)(target) : payload::standard{}(target);
    }

    /// The port that the payload of that number wants to come from, or 0.
    std::uint16_t source_port(endpoint const& target, std::size_t index) const noexcept
    {
        return table_ ? table_->source_port(target, index) : std::uint16_t{0};
    }

    /// The port that an answer from another port is for; see @ref payload::asked_port.
    std::uint16_t asked_port(payload::bytes head) const noexcept { return payload::asked_port(head); }

private:
    std::shared_ptr<payload::table const> table_;
};

static_assert(payload::payload_source<payload_choice>);

} // namespace sonda::cli

#endif // SONDA_CLI_PAYLOAD_CHOICE_HPP
