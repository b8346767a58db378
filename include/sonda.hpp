// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_HPP
#define SONDA_HPP

// The library whole. Left out is what needs a library to link or belongs to the command: sonda/cli/, the JSON and HTML
// sinks, and transport/uring_connect.

#include <sonda/conformance/ordering.hpp>
#include <sonda/conformance/pacing.hpp>
#include <sonda/conformance/report.hpp>
#include <sonda/conformance/sink.hpp>
#include <sonda/conformance/target_source.hpp>
#include <sonda/conformance/timer.hpp>
#include <sonda/conformance/transport.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/errno_name.hpp>
#include <sonda/error.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/pacing/shared.hpp>
#include <sonda/pacing/token_bucket.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/pacing_policy.hpp>
#include <sonda/payload/dns.hpp>
#include <sonda/payload/empty.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/payload/snmp.hpp>
#include <sonda/payload/standard.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/scanner.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/bundle.hpp>
#include <sonda/sink/callback.hpp>
#include <sonda/sink/counter.hpp>
#include <sonda/sink/fd_writer.hpp>
#include <sonda/sink/filter.hpp>
#include <sonda/sink/greppable.hpp>
#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/printable.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/tee.hpp>
#include <sonda/sink/text.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>
#include <sonda/target/address_set.hpp>
#include <sonda/target/host_name.hpp>
#include <sonda/target/ip_range.hpp>
#include <sonda/target/local_names.hpp>
#include <sonda/target/lookup_pool.hpp>
#include <sonda/target/name_table.hpp>
#include <sonda/target/parse_address.hpp>
#include <sonda/target/parse_error.hpp>
#include <sonda/target/parse_numbers.hpp>
#include <sonda/target/parse_ports.hpp>
#include <sonda/target/parse_targets.hpp>
#include <sonda/target/port_set.hpp>
#include <sonda/target/range_search.hpp>
#include <sonda/target/ranked_addresses.hpp>
#include <sonda/target/ranked_ports.hpp>
#include <sonda/target/resolve.hpp>
#include <sonda/target/resolve_op.hpp>
#include <sonda/target/resolved_name.hpp>
#include <sonda/target/service_names.hpp>
#include <sonda/target/special_purpose.hpp>
#include <sonda/target/target_file.hpp>
#include <sonda/target/target_selection.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/target_source.hpp>
#include <sonda/tcp_scanner.hpp>
#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/timer/timing_wheel.hpp>
#include <sonda/timer/two_phase.hpp>
#include <sonda/timer_policy.hpp>
#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/asio_udp.hpp>
#include <sonda/transport/connect_options.hpp>
#include <sonda/transport/simulated.hpp>
#include <sonda/transport/tcp_connect.hpp>
#include <sonda/transport/udp.hpp>
#include <sonda/transport/udp_options.hpp>
#include <sonda/transport_policy.hpp>
#include <sonda/udp_scanner.hpp>
#include <sonda/verdict.hpp>
#include <sonda/verdict_stream.hpp>
#include <sonda/version.hpp>

#endif // SONDA_HPP
