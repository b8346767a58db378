// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_UDP_SCANNER_HPP
#define SONDA_UDP_SCANNER_HPP

#include <sonda/scanner.hpp>
#include <sonda/transport/udp.hpp>

namespace sonda {

/// Scans UDP ports on any executor, in the order of the targets and as fast as the batch allows. Datagrams get lost:
/// `scan_options::tries` of `defaults::udp_tries` serves better than the one try of a scanner that is told nothing.
using udp_scanner = basic_scanner<transport::udp>;

} // namespace sonda

#endif // SONDA_UDP_SCANNER_HPP
