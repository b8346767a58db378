// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_REPLAY_HPP
#define SONDA_CLI_REPLAY_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/scan_record.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/target/name_table.hpp>

#include <chrono>
#include <string>
#include <system_error>

namespace sonda::cli {

/** The names and the clock of a scan that was written, so that outputs written again say what they said.

    It must outlive the outputs that have its notes.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class replay
{
public:
    replay() = default;

    replay(replay const&) = delete;

    /// Learns the names of a record.
    void learn(scan_record const& record)
    {
        for (auto const& name : record.names)
            names_.add(record.found.endpoint.address(), name);
    }

    /// Gives a record to outputs, at its time.
    void put(scan_record const& record, scan_output& output)
    {
        learn(record);
        now_ = record.time;
        output.put(record.found);
    }

    /// Ends outputs as a story ended, at its time; what could not be written is said.
    exit_status finish(scan_story const& story, scan_output& output, messages& say)
    {
        now_ = story.time;
        output.finish(story.summary, story.ended && story.complete);
        for (auto const& text : output.failures())
            say.say(text);
        return output.failed() ? exit_status::output : exit_status::finished;
    }

    /// What outputs ask.
    sink::annotations notes()
    {
        return {[this](boost::asio::ip::address const& address) { return names_.names_of(address); },
                [this] { return now_; }};
    }

private:
    target::name_table names_;
    std::chrono::system_clock::time_point now_{};
};

/** Calls a function that writes to outputs, and lets it end when none of them can be written any more.

    @param give  The function. What the last output threw is then among the failures of the outputs.
*/
template<class Function>
void while_written(Function const& give)
{
    try {
        give();
    } catch (std::system_error const&) { // it is in `failures`
    }
}

} // namespace sonda::cli

#endif // SONDA_CLI_REPLAY_HPP
