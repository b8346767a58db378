// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TCP_SCANNER_HPP
#define SONDA_TCP_SCANNER_HPP

#include <sonda/scanner.hpp>
#include <sonda/transport/tcp_connect.hpp>

namespace sonda {

/// Scans TCP ports on any executor, in the order of the targets and as fast as the batch allows.
using tcp_scanner = basic_scanner<transport::tcp_connect>;

} // namespace sonda

#endif // SONDA_TCP_SCANNER_HPP
