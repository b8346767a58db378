// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_PAYLOAD_WIRE_READER_HPP
#define SONDA_TEST_PAYLOAD_WIRE_READER_HPP

#include <sonda/payload/payload_source.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace test {

/// Takes numbers, texts and parts off the front of a datagram; throws where there is not enough left.
class wire_reader
{
public:
    explicit wire_reader(sonda::payload::bytes from) noexcept
        : rest_(from)
    {}

    std::size_t left() const noexcept { return rest_.size(); }
    bool done() const noexcept { return rest_.empty(); }

    /// What is left.
    sonda::payload::bytes rest() const noexcept { return rest_; }

    /// The next `size` bytes.
    wire_reader part(std::size_t size)
    {
        if (size > rest_.size())
            throw std::runtime_error("a datagram ends too early");
        wire_reader const taken(rest_.first(size));
        rest_ = rest_.subspan(size);
        return taken;
    }

    /// A number of `width` bytes, the highest first.
    std::uint64_t number(std::size_t width)
    {
        std::uint64_t value = 0;
        for (auto const octet : part(width).rest_)
            value = value << 8 | std::to_integer<std::uint64_t>(octet);
        return value;
    }

    /// The next `size` bytes as characters.
    std::string text(std::size_t size)
    {
        std::string found;
        for (auto const octet : part(size).rest_)
            found += static_cast<char>(octet);
        return found;
    }

    /// Characters up to the next `end`, which is taken off, too.
    std::string text_until(char end)
    {
        std::string found;
        for (auto c = text(1).front(); c != end; c = text(1).front())
            found += c;
        return found;
    }

    /// All that is left as characters.
    std::string text() { return text(left()); }

    /// The part behind a length of `width` bytes.
    wire_reader counted(std::size_t width) { return part(static_cast<std::size_t>(number(width))); }

    /// True if only zeros are left.
    bool is_zero() const noexcept
    {
        for (auto const octet : rest_)
            if (octet != std::byte{0})
                return false;
        return true;
    }

private:
    sonda::payload::bytes rest_;
};

/// The whole datagram as characters.
inline std::string text_of(sonda::payload::bytes from)
{
    return wire_reader(from).text();
}

} // namespace test

#endif // SONDA_TEST_PAYLOAD_WIRE_READER_HPP
