// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The page of the manual and the completions, as those read them that they are for.

#include <boost/test/unit_test.hpp>

#include <iostream>
#include <string>

#include "command/command_run.hpp"

using test::holds;
using test::run;
using test::run_shell;

namespace {

bool skip(char const* test, std::string const& program)
{
    if (run_shell("command -v " + program).status == 0)
        return false;
    std::cout << "SKIPPED: " << test << ": there is no " << program << '\n';
    return true;
}

} // namespace

BOOST_AUTO_TEST_SUITE(manual)

BOOST_AUTO_TEST_CASE(the_page_is_set_without_a_warning)
{
    if (skip("the_page_is_set_without_a_warning", "groff"))
        return;
    auto const set = run_shell("$SONDA_COMMAND --manual | groff -man -Tascii -ww -P-c -P-b -P-u");
    BOOST_TEST(set.status == 0);
    BOOST_TEST(set.err == "");
    for (auto const* const part : {"-p, --ports LIST", "EXIT STATUS", "--nmap[=ARGS]", "192.0.2.0/24"})
        BOOST_TEST(holds(set.out, part));
}

BOOST_AUTO_TEST_CASE(every_option_is_on_the_page)
{
    auto const help = run({"--help"}).out;
    auto const page = run({"--manual"}).out;
    for (auto at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
        auto const name = help.substr(at + 2, help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at + 2) - at - 2);
        std::string escaped;
        for (char const c : name)
            escaped += c == '-' ? std::string("\\-") : std::string(1, c);
        BOOST_TEST(holds(page, escaped), name);
    }
}

BOOST_AUTO_TEST_CASE(bash_completes_options_their_words_and_files)
{
    auto const completed = [](std::string const& words, int at) {
        return run_shell("source <($SONDA_COMMAND --completions bash); COMP_WORDS=(" + words +
                         "); COMP_CWORD=" + std::to_string(at) + "; _sonda; printf '%s\\n' \"${COMPREPLY[@]}\"")
            .out;
    };
    BOOST_TEST(completed("sonda --ti", 1) == "--timeout\n");
    BOOST_TEST(completed("sonda --order r", 2) == "random\n");
    BOOST_TEST(completed("sonda me", 1) == "merge\n");
    BOOST_TEST(completed("sonda -oJ /etc/host", 2).starts_with("/etc/host"));
    BOOST_TEST(completed("sonda -b 1", 2) == "\n");
}

BOOST_AUTO_TEST_CASE(zsh_takes_the_completions)
{
    if (skip("zsh_takes_the_completions", "zsh"))
        return;
    auto const taken = run_shell("$SONDA_COMMAND --completions zsh | zsh -n");
    BOOST_TEST(taken.status == 0);
    BOOST_TEST(taken.err == "");
    auto const loaded = run_shell("d=$(mktemp -d); $SONDA_COMMAND --completions zsh > $d/_sonda; "
                                  "zsh -fc \"fpath=($d \\$fpath); autoload -U compinit; compinit -u -d $d/z; "
                                  "print \\$_comps[sonda]\"; rm -r $d");
    BOOST_TEST(loaded.out == "_sonda\n");
}

BOOST_AUTO_TEST_CASE(fish_completes_options_and_their_words)
{
    if (skip("fish_completes_options_and_their_words", "fish"))
        return;
    auto const completed = [](std::string const& line) {
        return run_shell("d=$(mktemp -d); HOME=$d XDG_CONFIG_HOME=$d XDG_DATA_HOME=$d fish --no-config -c \"source "
                         "($SONDA_COMMAND --completions fish | psub); complete -C '" +
                         line + "'\"; rm -r $d")
            .out;
    };
    BOOST_TEST(holds(completed("sonda --timeo"), "--timeout"));
    BOOST_TEST(holds(completed("sonda --order r"), "random"));
    BOOST_TEST(holds(completed("sonda mer"), "merge"));
}

BOOST_AUTO_TEST_CASE(descriptions_of_completions_end_with_their_words)
{
    auto const fish = run({"--completions", "fish"}).out;
    BOOST_TEST(holds(fish, "-d 'probes in flight at most'\n"), fish);
    BOOST_TEST(holds(fish, "-d '127.0.0.1 -> [22,80], a line per host'\n"), fish);
    BOOST_TEST(!holds(fish, " '\n"), fish);
    auto const zsh = run({"--completions", "zsh"}).out;
    BOOST_TEST(holds(zsh, "[probes in flight at most]"), zsh);
    BOOST_TEST(holds(zsh, "'-g[127.0.0.1 -> [22,80\\], a line per host]'"), zsh);
    BOOST_TEST(!holds(zsh, " ]"), zsh);
}

BOOST_AUTO_TEST_CASE(completions_of_another_shell_are_a_mistake)
{
    auto const result = run({"--completions", "tcsh"});
    BOOST_TEST(result.status == 2);
    BOOST_TEST(holds(result.err, "'tcsh'"));
}

BOOST_AUTO_TEST_SUITE_END()
