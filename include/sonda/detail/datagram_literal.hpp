// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DATAGRAM_LITERAL_HPP
#define SONDA_DETAIL_DATAGRAM_LITERAL_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// Datagrams put together by the compiler: a program that has them does nothing for them when it starts.

namespace sonda::detail {

/// Bytes written as numbers and characters, checked at compile time to fit.
template<class... Octets>
consteval std::array<std::byte, sizeof...(Octets)> datagram_literal(Octets... octets)
{
    return {std::byte{static_cast<unsigned char>(octets)}...};
}

/// The characters of a literal, without the zero at its end.
template<std::size_t N>
consteval std::array<std::byte, N - 1> datagram_text(char const (&text)[N])
{
    std::array<std::byte, N - 1> bytes{};
    for (std::size_t i = 0; i != N - 1; ++i)
        bytes[i] = std::byte{static_cast<unsigned char>(text[i])};
    return bytes;
}

/// The same byte `N` times.
template<std::size_t N>
consteval std::array<std::byte, N> datagram_fill(unsigned char octet = 0)
{
    std::array<std::byte, N> bytes{};
    bytes.fill(std::byte{octet});
    return bytes;
}

/// One after the other.
template<std::size_t... N>
consteval std::array<std::byte, (N + ... + 0)> datagram_join(std::array<std::byte, N> const&... parts)
{
    std::array<std::byte, (N + ... + 0)> bytes{};
    auto at = bytes.begin();
    ((at = std::copy(parts.begin(), parts.end(), at)), ...);
    return bytes;
}

/// A number of `Width` bytes, the highest first.
template<std::size_t Width>
consteval std::array<std::byte, Width> datagram_number(std::uint64_t value)
{
    std::array<std::byte, Width> bytes{};
    for (std::size_t i = Width; i-- != 0; value >>= 8)
        bytes[i] = std::byte{static_cast<unsigned char>(value)};
    return bytes;
}

/// The parts behind their length, which is a number of `Width` bytes and counts `Extra` bytes more.
template<std::size_t Width, std::size_t Extra = 0, std::size_t... N>
consteval auto datagram_counted(std::array<std::byte, N> const&... parts)
{
    return datagram_join(datagram_number<Width>((N + ... + Extra)), parts...);
}

/// An element of ASN.1's basic encoding (X.690, 8.1): tag, length, contents.
template<unsigned char Tag, std::size_t... N>
consteval auto datagram_element(std::array<std::byte, N> const&... parts)
{
    constexpr std::size_t length = (N + ... + 0);
    static_assert(length < 256, "a length of more than one byte");
    if constexpr (length < 128)
        return datagram_join(datagram_literal(Tag, length), parts...);
    else
        return datagram_join(datagram_literal(Tag, 0x81, length), parts...);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_DATAGRAM_LITERAL_HPP
