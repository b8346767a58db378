// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_PAYLOAD_BER_READER_HPP
#define SONDA_TEST_PAYLOAD_BER_READER_HPP

#include <sonda/payload/payload_source.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "payload/wire_reader.hpp"

namespace test {

/// An element of X.690 (BER) whose tag is one byte.
struct ber_element
{
    std::uint64_t tag;
    sonda::payload::bytes content;

    std::string text() const { return text_of(content); }
    std::uint64_t number() const { return wire_reader(content).number(content.size()); }

    /// The elements that it consists of.
    std::vector<ber_element> children() const;

    /// Those of its only one.
    ber_element child() const;
};

/// The elements that fill the bytes exactly; throws if there are others.
inline std::vector<ber_element> ber_elements(sonda::payload::bytes from)
{
    std::vector<ber_element> found;
    for (wire_reader in(from); !in.done();) {
        auto const tag = in.number(1);
        auto length = in.number(1);
        if (length > 127)
            length = in.number(static_cast<std::size_t>(length - 128));
        found.push_back({tag, in.part(static_cast<std::size_t>(length)).rest()});
    }
    return found;
}

/// The element that the bytes are.
inline ber_element only_ber_element(sonda::payload::bytes from)
{
    auto const found = ber_elements(from);
    if (found.size() != 1)
        throw std::runtime_error("more than one element, or none");
    return found.front();
}

inline std::vector<ber_element> ber_element::children() const
{
    return ber_elements(content);
}

inline ber_element ber_element::child() const
{
    return only_ber_element(content);
}

} // namespace test

#endif // SONDA_TEST_PAYLOAD_BER_READER_HPP
