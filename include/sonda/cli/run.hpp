// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUN_HPP
#define SONDA_CLI_RUN_HPP

#include <sonda/cli/completions.hpp>
#include <sonda/cli/configure.hpp>
#include <sonda/cli/demo.hpp>
#include <sonda/cli/diff.hpp>
#include <sonda/cli/help.hpp>
#include <sonda/cli/list.hpp>
#include <sonda/cli/manual.hpp>
#include <sonda/cli/merge.hpp>
#include <sonda/cli/name_asker.hpp>
#include <sonda/cli/parse_arguments.hpp>
#include <sonda/cli/read_payloads.hpp>
#include <sonda/cli/read_resolver.hpp>
#include <sonda/cli/report.hpp>
#include <sonda/cli/run_scan.hpp>
#include <sonda/cli/settle_outputs.hpp>

#include <boost/system/errc.hpp>
#include <boost/system/system_error.hpp>

#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace sonda::detail {

// A descriptor that is closed would be the next socket, and what is printed would be sent.
inline void occupy_standard_descriptors() noexcept
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != descriptor)
            return;
}

inline cli::exit_status print_and_finish(std::string const& text)
{
    sink::fd_writer out(STDOUT_FILENO);
    try {
        out.write(text);
        out.flush();
    } catch (std::system_error const& failure) {
        if (failure.code() != std::errc::broken_pipe)
            throw cli::usage_error("cannot write: " + failure.code().message(), cli::exit_status::output);
    }
    return cli::exit_status::finished;
}

// What a kit asks name servers with, if it does.
template<class Kit>
std::string resolver_of()
{
    if constexpr (requires { Kit::resolver(); })
        return Kit::resolver();
    else
        return {};
}

template<class Kit>
cli::exit_status run_options(cli::options& chosen, cli::messages& say, Kit const& kit)
{
    if (chosen.help)
        return print_and_finish(cli::help_text());
    if (chosen.version)
        return print_and_finish(cli::version_text(Kit::names, resolver_of<Kit>()));
    if (chosen.manual)
        return print_and_finish(cli::manual_text());
    if (!chosen.completions.empty())
        return print_and_finish(cli::completions_text(chosen.completions));
    std::optional<cli::kept_checkpoint> past;
    if (!chosen.resume.empty())
        past = take_over(chosen);
    else if (chosen.what == cli::action::scan || chosen.what == cli::action::list)
        cli::configure(chosen, say);
    if (chosen.show_config)
        return print_and_finish(cli::show_config(chosen));
    if (past && past->past->state.finished)
        return tell_finished(*past, say);
    cli::settle_outputs(chosen);
    cli::read_resolver(chosen, cli::name_asker_of(kit));
    if (chosen.what == cli::action::scan)
        cli::read_payloads(chosen, say);
    switch (chosen.what) {
    case cli::action::list: return cli::run_list(chosen, say);
    case cli::action::demo: return cli::run_demo(chosen, say, kit);
    case cli::action::report: return cli::run_report(chosen, say);
    case cli::action::diff: return cli::run_diff(chosen, say);
    case cli::action::merge: return cli::run_merge(chosen, say);
    default: break;
    }
    return past ? cli::run_resumed(chosen, std::move(*past), say, kit) : cli::run_scan(chosen, say, kit);
}

} // namespace sonda::detail

namespace sonda::cli {

/** The command: reads the command line and does what it says.

    Ignores SIGPIPE and SIGXFSZ for the whole process: what cannot be written is an error, and other outputs go on.

    @param argc  The number of words, with the name of the program.
    @param argv  The words.
    @param kit   Makes the transports; see @ref transport_kit.

    @return What `main` returns; see @ref exit_status.

    @par Exception safety
    No-throw: whatever happens is said on standard error.
*/
template<class Kit = transport_kit>
int run(int argc, char const* const* argv, Kit const& kit = Kit()) noexcept
{
    try {
        messages say;
        try {
            std::signal(SIGPIPE, SIG_IGN);
            std::signal(SIGXFSZ, SIG_IGN);
            detail::occupy_standard_descriptors();
            auto chosen = parse_arguments(std::vector<std::string>(argv + (argc > 0), argv + argc));
            say = messages(chosen.verbose);
            return to_int(detail::run_options(chosen, say, kit));
        } catch (usage_error const& error) {
            say.say(error.what());
            return to_int(error.status());
        } catch (boost::system::system_error const& error) {
            bool const few = error.code() == boost::system::errc::too_many_files_open;
            bool const alone = error.code() == boost::system::errc::resource_unavailable_try_again;
            say.say(few     ? detail::no_descriptors().what()
                    : alone ? "no thread can be started; see ulimit -u"
                            : error.what());
            return to_int(few || alone ? exit_status::nothing : exit_status::output);
        } catch (std::bad_alloc const&) {
            say.say("not enough memory");
            return to_int(exit_status::nothing);
        } catch (std::exception const& error) {
            say.say(error.what());
            return to_int(exit_status::output);
        }
    } catch (...) {
        return to_int(exit_status::output);
    }
}

} // namespace sonda::cli

#endif // SONDA_CLI_RUN_HPP
