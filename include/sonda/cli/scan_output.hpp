// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_OUTPUT_HPP
#define SONDA_CLI_SCAN_OUTPUT_HPP

#include <sonda/cli/group_xml_hosts.hpp>
#include <sonda/cli/left_hosts.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/output_files.hpp>
#include <sonda/cli/read_scan.hpp>
#include <sonda/cli/terminal.hpp>
#include <sonda/cli/terminal_screen.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/lost_reader.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/bundle.hpp>
#include <sonda/sink/csv.hpp>
#include <sonda/sink/fd_writer.hpp>
#include <sonda/sink/gnmap.hpp>
#include <sonda/sink/greppable.hpp>
#include <sonda/sink/html.hpp>
#include <sonda/sink/json.hpp>
#include <sonda/sink/ndjson.hpp>
#include <sonda/sink/text.hpp>
#include <sonda/sink/xml.hpp>
#include <sonda/sink_policy.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sonda::cli {

/** All outputs of a scan as one sink, which also counts what it sees.

    Every scan of a run puts its verdicts here. Only the states that the user wants reach the outputs. An output that
    cannot be written is left out from there on; with the last one the scan ends.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class scan_output
{
public:
    /** Opens all outputs. What files hold stays until @ref begin.

        @param chosen  Which they are.
        @param notes   The names of addresses.
        @param hurry   Once true, no output is waited for any more; see @ref sink::fd_writer. Null for never; must
                       outlive this.

        @par Exception safety
        Throws @ref usage_error with `exit_status::output` if a file cannot be written.
    */
    explicit scan_output(options const& chosen, sink::annotations notes = {}, std::atomic<bool> const* hurry = nullptr)
        : chosen_(chosen)
        , shown_(chosen.shown.value_or(sink::only_open))
        , notes_(std::move(notes))
        , hurry_(hurry)
    {
        auto requests = chosen.outputs;
        auto const on_stdout = [](auto const& request) { return request.path == "-"; };
        if (!chosen.quiet && std::none_of(requests.begin(), requests.end(), on_stdout))
            requests.push_back({output_format::text, "-"});
        for (auto const& request : requests)
            add(request);
    }

    scan_output(scan_output const&) = delete;

    /// Is called before something is written, e.g. to take a status line away.
    void before_write(std::function<void()> prepare) { prepare_ = std::move(prepare); }

    /// The text on a terminal shares it with a status line from here on, until @ref detach_status; false if there is none.
    bool attach_status(status_line& status) noexcept
    {
        if (screen_)
            screen_->attach(status);
        return screen_.has_value();
    }

    /// Takes the status line away.
    void detach_status() noexcept
    {
        if (screen_)
            screen_->detach();
    }

    /// Writes lines that waited, see @ref terminal_screen.
    void release() noexcept
    {
        if (screen_)
            screen_->release();
    }

    /// Counts `found` and passes it on if it is to be shown. Throws what the last output that worked throws.
    void put(verdict const& found)
    {
        ++counts_[static_cast<std::size_t>(found.state())];
        ++verdicts_;
        if (keeps_open_ && found.state() == port_state::open)
            open_.insert(found.endpoint);
        left_.put(found);
        bool const shown = shown_(found);
        if (shown) {
            if (prepare_)
                prepare_();
            outputs_.put(found);
        }
        if (written_)
            written_(found, shown);
    }

    /// Calls `note` for each verdict that all outputs have, with whether it is shown in them.
    void on_written(std::function<void(verdict const&, bool)> note) { written_ = std::move(note); }

    /// Empties files and tells the outputs that a scan begins. Throws what the last output that worked throws.
    void begin(sink::scan_info const& info)
    {
        files_.empty();
        outputs_.begin(info);
    }

    /** Tells the outputs that a scan goes on: each file is cut to what it had, and written on from there.

        @param info   What the scan is.
        @param past   What was written; this adds the hosts.
        @param done   What was done.
        @param sizes  The size of each file, as @ref files had it.

        @par Exception safety
        Throws @ref usage_error if a file has less than it had, before any is cut; and what the last output that worked
        throws.
    */
    void go_on(sink::scan_info const& info, sink::scan_past past, scan_summary const& done, file_sizes const& sizes)
    {
        files_.cut_to(sizes);
        counts_ = done.counts;
        verdicts_ = done.verdicts;
        if (keeps_open_)
            past.open([this](endpoint const& found) { open_.insert(found); });
        past.hosts = past.open;
        if (shown_ != sink::only_open)
            past.hosts = [this, &sizes](auto const& each) {
                for (auto const& [path, position] : xml_files_)
                    if (sizes.count(path) != 0)
                        read_scan(path, [&](scan_record const& record) { each(record.found.endpoint); });
            };
        outputs_.go_on(info, past);
    }

    /// The files that are written.
    output_files const& files() const noexcept { return files_; }

    /// True if what is open has a use beyond the record of it: a list at the end, or a program that is run then.
    bool tells_open_ports() const noexcept { return keeps_open_ || lists_open_; }

    /// Closes every output that works. In a file of XML of a complete scan each host then stands once.
    void finish(scan_summary const& summary, bool complete) noexcept
    {
        close(summary, complete);
        if (complete)
            group_hosts();
    }

    /// The first half of @ref finish, after which every output has its end.
    void close(scan_summary const& summary, bool complete) noexcept
    {
        if (prepare_)
            prepare_();
        detach_status();
        try {
            outputs_.finish(summary, complete);
        } catch (...) { // it is in `failures`
        }
    }

    /// The second half, of a complete scan.
    void group_hosts() noexcept
    {
        try {
            for (auto const& [path, position] : xml_files_)
                if (!outputs_.failure(position))
                    group_xml_hosts(path);
        } catch (...) { // the file is as it was
        }
    }

    /// The hosts that were left.
    left_hosts const& left() const noexcept { return left_; }

    /// How many verdicts there were.
    std::uint64_t verdicts() const noexcept { return verdicts_; }

    /// How many had a state.
    std::uint64_t count(port_state state) const noexcept { return counts_[static_cast<std::size_t>(state)]; }

    /// Remembers what is open from here on, for @ref open_ports.
    void keep_open_ports() noexcept { keeps_open_ = true; }

    /// The open ports that were remembered, by host.
    std::span<sonda::detail::port_run const> open_ports() { return open_.runs(); }

    /// True if an output is a pipe or a socket, which may lose its reader.
    bool has_readers() const noexcept { return !read_.empty(); }

    /** Looks for pipes and sockets that nobody reads any more: they are outputs that cannot be written, as if that had been
        tried.

        @return False if there were outputs and none is left.
    */
    bool look_for_readers()
    {
        for (auto const& [position, descriptor] : read_)
            if (!outputs_.failure(position) && sonda::detail::has_lost_reader(descriptor))
                outputs_.fail(position,
                              std::make_exception_ptr(std::system_error(EPIPE, std::generic_category(), "write")));
        return outputs_.size() == 0 || outputs_.any_good();
    }

    /// True if an output could not be written.
    bool failed() const noexcept { return !outputs_.good(); }

    /// What is to be said of outputs that could not be written; nothing of one that nobody reads any more.
    std::vector<std::string> failures() const
    {
        std::vector<std::string> all;
        for (std::size_t i = 0; i != outputs_.size(); ++i)
            if (auto const text = failure_text(outputs_.failure(i)); !text.empty())
                all.push_back("cannot write " + names_[i] + ": " + text);
        return all;
    }

private:
    void add(output_request const& request)
    {
        bool const standard = request.path == "-";
        int const descriptor = standard ? STDOUT_FILENO : files_.open(request.path);
        names_.push_back(standard ? "standard output" : in_quotes(request.path));
        if (sonda::detail::has_other_end(descriptor))
            read_.emplace_back(outputs_.size(), descriptor);
        sink::fd_writer const writer(descriptor, hurry_);
        lists_open_ = lists_open_ || (shown_.contains(port_state::open) && lists_open_ports(request.format));
        switch (request.format) {
        case output_format::text: return add_text(descriptor, writer);
        case output_format::greppable: return outputs_.add(sink::basic_greppable(writer));
        case output_format::json: return outputs_.add(sink::basic_json(writer, notes_));
        case output_format::ndjson: return outputs_.add(sink::basic_ndjson(writer, notes_));
        case output_format::xml: return add_xml(request, writer);
        case output_format::csv: return outputs_.add(sink::basic_csv(writer, notes_));
        case output_format::gnmap: return outputs_.add(sink::basic_gnmap(writer, notes_));
        case output_format::html: return outputs_.add(sink::basic_html(writer, notes_));
        }
    }

    void add_text(int descriptor, sink::fd_writer const& writer)
    {
        if (descriptor != STDOUT_FILENO || ::isatty(descriptor) != 1)
            return outputs_.add(sink::basic_text(writer, style(descriptor), notes_));
        screen_.emplace(descriptor, hurry_);
        outputs_.add(sink::basic_text(screen_writer(*screen_), style(descriptor), notes_));
    }

    void add_xml(output_request const& request, sink::fd_writer const& writer)
    {
        if (request.path != "-")
            xml_files_.push_back({request.path, outputs_.size()});
        outputs_.add(sink::basic_xml(writer, notes_));
    }

    // XML counts hosts.
    static bool lists_open_ports(output_format format) noexcept
    {
        return format == output_format::text || format == output_format::greppable || format == output_format::xml ||
               format == output_format::html;
    }

    sink::text_style style(int descriptor) const noexcept
    {
        if (chosen_.accessible)
            return sink::text_style::accessible;
        return wants_colour(chosen_, descriptor) ? sink::text_style::colour : sink::text_style::plain;
    }

    static std::string failure_text(std::exception_ptr const& failure)
    {
        if (!failure)
            return {};
        try {
            std::rethrow_exception(failure);
        } catch (std::system_error const& error) {
            if (error.code() == std::errc::broken_pipe)
                return {};
            if (error.code() == std::errc::timed_out)
                return "it was not read in time";
            return error.code().message();
        } catch (std::exception const& error) {
            return error.what();
        }
    }

    options const& chosen_;
    sink::states shown_;
    sink::annotations notes_;
    std::atomic<bool> const* hurry_;
    std::optional<terminal_screen> screen_; // of the text, where that is on a terminal
    sink::bundle outputs_;
    std::vector<std::string> names_;
    std::vector<std::pair<std::size_t, int>> read_; // positions and descriptors of what has a reader
    output_files files_;
    std::vector<std::pair<std::string, std::size_t>> xml_files_;
    std::function<void()> prepare_;
    std::function<void(verdict const&, bool)> written_;
    std::array<std::uint64_t, port_state_count> counts_{};
    std::uint64_t verdicts_ = 0;
    left_hosts left_;
    sonda::detail::port_table open_;
    bool keeps_open_ = false;
    bool lists_open_ = false; // at the end
};

static_assert(sink_policy<scan_output>);

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_OUTPUT_HPP
