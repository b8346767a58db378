// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_HPP
#define SONDA_HPP

// The library whole. Left out is what needs a library to link or belongs to the command: sonda/cli/, the JSON and HTML
// sinks, and transport/uring_connect.

#include <sonda/conformance/report.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/error.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/pacing_policy.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink_policy.hpp>
#include <sonda/target_source.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/timer_policy.hpp>
#include <sonda/transport_policy.hpp>
#include <sonda/verdict.hpp>
#include <sonda/version.hpp>

#endif // SONDA_HPP
