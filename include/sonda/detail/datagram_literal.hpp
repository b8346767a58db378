// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DATAGRAM_LITERAL_HPP
#define SONDA_DETAIL_DATAGRAM_LITERAL_HPP

#include <array>
#include <cstddef>

namespace sonda::detail {

/// Bytes written as numbers and characters, checked at compile time to fit.
template<class... Octets>
consteval std::array<std::byte, sizeof...(Octets)> datagram_literal(Octets... octets)
{
    return {std::byte{static_cast<unsigned char>(octets)}...};
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_DATAGRAM_LITERAL_HPP
