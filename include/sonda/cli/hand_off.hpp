// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_HAND_OFF_HPP
#define SONDA_CLI_HAND_OFF_HPP

#include <sonda/cli/child_process.hpp>
#include <sonda/cli/hand_off_words.hpp>
#include <sonda/cli/interrupts.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/nmap_words.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/script_folder.hpp>
#include <sonda/cli/script_words.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/sink/printable.hpp>
#include <sonda/target/name_table.hpp>

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sonda::cli {

/** Runs other programs on what a scan found: the command after `--` once for each host with open ports, or nmap, or
    the user's scripts.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class hand_off
{
public:
    /** Says what is run.

        @par Exception safety
        Strong: throws @ref usage_error if there is no such program, before anything was sent.
    */
    hand_off(options const& chosen, messages& say)
        : chosen_(chosen)
        , say_(say)
    {
        if (runs_scripts())
            scripts_ = choose_scripts(chosen, say);
        if (!nmap_arguments() && chosen.afterwards.empty())
            return;
        auto const program = nmap_arguments() ? std::string("nmap") : chosen.afterwards.front();
        if (!program_exists(program))
            throw usage_error("there is no program " + in_quotes(program) + " to run afterwards");
    }

    /// True if something is run.
    explicit operator bool() const { return nmap_arguments() || !chosen_.afterwards.empty() || !scripts_.empty(); }

    /** Runs everything, one after another, and says how each ended.

        What the programs print goes to standard output, or to standard error where a document has that.

        @param context  Waits for them; it is run.
        @param signals  A signal ends the one that runs, and no other begins.
        @param found    The open ports.
        @param names    The names of the hosts.

        @return False if a program could not be run, or not to its end.
    */
    bool run(boost::asio::io_context& context, interrupts& signals, std::span<sonda::detail::port_run const> found,
             target::name_table const& names)
    {
        auto const calls = commands(found, names);
        child_process children(context, signals);
        int const output = shares_stdout() ? STDOUT_FILENO : STDERR_FILENO;
        bool good = true;
        for (auto const& call : calls) {
            if (signals) {
                say_.say("interrupted; not run: " + shown(call.words));
                good = false;
                continue;
            }
            say_.say("running " + shown(call.words));
            auto const ended = children.run(call.words, output);
            good = good && ended.has_value() && !signals;
            say_.say(call.name + (ended ? " ended with status " + std::to_string(*ended)
                                        : " cannot be run: " + ended.error().message()));
        }
        return good;
    }

private:
    struct planned_call
    {
        std::vector<std::string> words;
        std::string name; // what its end is told of
    };

    bool runs_scripts() const noexcept
    {
        return chosen_.scripts.value_or(chosen_.scripts_folder.empty() ? script_use::none : script_use::custom) ==
                   script_use::custom &&
               !chosen_.nmap && chosen_.afterwards.empty();
    }

    std::optional<std::vector<std::string>> nmap_arguments() const
    {
        if (!chosen_.nmap && chosen_.scripts == script_use::standard)
            return std::vector<std::string>{"-vvv"}; // what RustScan tells it
        return chosen_.nmap;
    }

    std::vector<planned_call> commands(std::span<sonda::detail::port_run const> found,
                                       target::name_table const& names) const
    {
        std::vector<open_host> hosts;
        while (!found.empty()) {
            auto const runs = sonda::detail::take_host(found);
            hosts.push_back(sonda::detail::describe_host(runs, names.names_of(runs.front().first.address())));
        }
        std::vector<planned_call> calls;
        if (auto const arguments = nmap_arguments()) {
            if (auto const left_out = left_out_by_nmap(*arguments, hosts); !left_out.empty())
                say_.say(left_out);
            for (auto& words : nmap_words(*arguments, hosts))
                calls.push_back({std::move(words), "nmap"});
        } else if (!chosen_.afterwards.empty())
            for (auto const& host : hosts)
                calls.push_back(
                    {hand_off_words(chosen_.afterwards, host), sink::printable(chosen_.afterwards.front())});
        for (auto const& one : scripts_)
            add_script(calls, one, hosts);
        return calls;
    }

    void add_script(std::vector<planned_call>& calls, script const& one, std::vector<open_host> const& hosts) const
    {
        auto const name = "script " + sink::printable(one.path);
        auto const before = calls.size();
        for (auto const& host : hosts)
            if (auto const ports = script_ports(one, host); !ports.empty())
                calls.push_back({script_words(one, ports, host.address, host.v6), name});
        if (calls.size() == before)
            say_.say(name + " is not run: " + (one.ports ? "no host has its port open" : "nothing is open"));
    }

    // Text may have what others print between its lines; a document may not.
    bool shares_stdout() const
    {
        return std::none_of(chosen_.outputs.begin(), chosen_.outputs.end(), [](auto const& output) {
            return output.path == "-" && output.format != output_format::text;
        });
    }

    static std::string shown(std::vector<std::string> const& words)
    {
        std::string text;
        for (auto const& word : words) {
            bool const plain = !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == std::string::npos;
            (text += text.empty() ? "" : " ") += plain ? sink::printable(word) : in_quotes(word);
        }
        return text;
    }

    options const& chosen_;
    messages& say_;
    std::vector<script> scripts_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_HAND_OFF_HPP
