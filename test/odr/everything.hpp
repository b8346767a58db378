// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_ODR_EVERYTHING_HPP
#define SONDA_TEST_ODR_EVERYTHING_HPP

// Every header of the library, after hostile macros. What is not ours comes first: it is not on trial here.
// (boost-no-inspect: the macros are meant.)

#include <boost/asio.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/json.hpp>
#include <boost/program_options.hpp>
#include <boost/system/result.hpp>

#include <bits/stdc++.h>
#if __has_include(<ares.h>)
#include <ares.h>
#endif
#if __has_include(<liburing.h>)
#include <liburing.h>
#endif

#define min(a, b) hostile_macro_min
#define max(a, b) hostile_macro_max
#define small hostile_macro_small

#include <sonda.hpp>
#include <sonda/cli/checkpoint.hpp>
#include <sonda/cli/checkpoint_file.hpp>
#include <sonda/cli/checkpoint_text.hpp>
#include <sonda/cli/checkpoint_writer.hpp>
#include <sonda/cli/child_process.hpp>
#include <sonda/cli/choose_ports.hpp>
#include <sonda/cli/completions.hpp>
#include <sonda/cli/config_file.hpp>
#include <sonda/cli/config_folder.hpp>
#include <sonda/cli/configure.hpp>
#include <sonda/cli/defaults.hpp>
#include <sonda/cli/demo.hpp>
#include <sonda/cli/demo_services.hpp>
#include <sonda/cli/descriptor_budget.hpp>
#include <sonda/cli/diff.hpp>
#include <sonda/cli/exit_status.hpp>
#include <sonda/cli/find_option.hpp>
#include <sonda/cli/fingerprint.hpp>
#include <sonda/cli/foreign_names.hpp>
#include <sonda/cli/go_on.hpp>
#include <sonda/cli/group_xml_hosts.hpp>
#include <sonda/cli/hand_off.hpp>
#include <sonda/cli/hand_off_words.hpp>
#include <sonda/cli/help.hpp>
#include <sonda/cli/interrupts.hpp>
#include <sonda/cli/left_hosts.hpp>
#include <sonda/cli/list.hpp>
#include <sonda/cli/manual.hpp>
#include <sonda/cli/merge.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/name_asker.hpp>
#include <sonda/cli/nearest_name.hpp>
#include <sonda/cli/nmap_arguments.hpp>
#include <sonda/cli/nmap_words.hpp>
#include <sonda/cli/option_table.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/output_files.hpp>
#include <sonda/cli/pace.hpp>
#include <sonda/cli/parse_arguments.hpp>
#include <sonda/cli/payload_choice.hpp>
#include <sonda/cli/plan_threads.hpp>
#include <sonda/cli/port_ranks.hpp>
#include <sonda/cli/progress.hpp>
#include <sonda/cli/progress_json.hpp>
#include <sonda/cli/progress_words.hpp>
#include <sonda/cli/read_checkpoint.hpp>
#include <sonda/cli/read_inputs.hpp>
#include <sonda/cli/read_payloads.hpp>
#include <sonda/cli/read_resolver.hpp>
#include <sonda/cli/read_scan.hpp>
#include <sonda/cli/read_shard.hpp>
#include <sonda/cli/read_value.hpp>
#include <sonda/cli/reader_watch.hpp>
#include <sonda/cli/record_scan.hpp>
#include <sonda/cli/relay_output.hpp>
#include <sonda/cli/replay.hpp>
#include <sonda/cli/report.hpp>
#include <sonda/cli/run.hpp>
#include <sonda/cli/run_pacing.hpp>
#include <sonda/cli/run_scan.hpp>
#include <sonda/cli/run_scans.hpp>
#include <sonda/cli/rustscan_config.hpp>
#include <sonda/cli/scan_changes.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_order.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/scan_parts.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/cli/scan_record.hpp>
#include <sonda/cli/scan_recorder.hpp>
#include <sonda/cli/script_file.hpp>
#include <sonda/cli/script_folder.hpp>
#include <sonda/cli/script_words.hpp>
#include <sonda/cli/settle_outputs.hpp>
#include <sonda/cli/shard_sources.hpp>
#include <sonda/cli/split_call.hpp>
#include <sonda/cli/status_line.hpp>
#include <sonda/cli/target_gatherer.hpp>
#include <sonda/cli/terminal.hpp>
#include <sonda/cli/terminal_screen.hpp>
#include <sonda/cli/transport_kit.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/cli/worker_threads.hpp>
#include <sonda/sink/html.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#if __has_include(<liburing.h>)
#include <sonda/cli/unknown_option.hpp>
#include <sonda/cli/uring_kit.hpp>
#include <sonda/transport/best_connect.hpp>
#include <sonda/transport/uring_connect.hpp>
#endif

#if __has_include(<ares.h>)
#include <sonda/cli/ares_kit.hpp>
#include <sonda/target/ares_resolve.hpp>
#endif

#undef min
#undef max
#undef small

#endif // SONDA_TEST_ODR_EVERYTHING_HPP
