// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The scripts of the user's.

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::behind;
using test::held_port;
using test::holds;
using words = std::vector<std::string>;

namespace {

// A folder of scripts that goes away with it.
class script_folder
{
public:
    explicit script_folder(std::string const& selection = "tags = ['mine']\n", std::string const& inside = "/scripts")
    {
        auto name = (std::filesystem::temp_directory_path() / "sonda-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw std::system_error(errno, std::generic_category(), name);
        home_ = name;
        folder_ = name + inside;
        std::filesystem::create_directories(folder_);
        if (!selection.empty())
            std::ofstream(folder_ + ".toml") << selection;
    }

    script_folder(script_folder const&) = delete;

    ~script_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(home_, ignored);
    }

    // A script with a header and what it does.
    std::string add(std::string const& name, std::string const& header, std::string const& body = "", bool runs = true)
    {
        auto const path = folder_ + '/' + name;
        std::ofstream(path) << "#!/bin/sh\n" << header << '\n' << body << '\n';
        if (runs)
            std::filesystem::permissions(path, std::filesystem::perms::owner_all | std::filesystem::perms::others_read |
                                                   std::filesystem::perms::others_exec);
        return path;
    }

    std::string const& home() const noexcept { return home_; }
    std::string const& folder() const noexcept { return folder_; }

    test::finished_run run(words more) const
    {
        words line{"127.0.0.1", "--no-config", "--scripts", "custom", "--scripts-folder", folder_};
        line.insert(line.end(), more.begin(), more.end());
        return test::run(line);
    }

private:
    std::string home_;
    std::string folder_;
};

std::string const call = "# tags = ['mine', 'other']\n# call_format = '{{script}} {{ip}} {{port}} {{ipversion}}'\n";

} // namespace

BOOST_AUTO_TEST_SUITE(scripts)

BOOST_AUTO_TEST_CASE(run_with_what_was_found_and_tell_how_they_ended)
{
    held_port const open;
    script_folder scripts;
    auto const path = scripts.add("it's $HOME; a`b`.sh", call, "printf '<%s>' \"$0\" \"$@\"; echo careful >&2; exit 3");
    auto const result = scripts.run({"-p", open.text()});
    BOOST_TEST(holds(result.out, '<' + path + "><127.0.0.1><" + open.text() + "><4>"), result.out);
    BOOST_TEST(holds(result.err, "\ncareful\nsonda: script " + path + " ended with status 3\n"), result.err);
    BOOST_TEST(result.status == 0);
}

BOOST_AUTO_TEST_CASE(are_told_of_their_own_ports_alone)
{
    held_port const open, other;
    script_folder scripts;
    scripts.add("a.sh", call + "# port = " + open.text(), "echo \"ports $2\"");
    auto const closed = scripts.add("b.sh", call + "# port = 1", "echo called");
    auto const result = scripts.run({"-p", open.text() + ',' + other.text()});
    BOOST_TEST(holds(result.out, "ports " + open.text() + '\n'), result.out);
    BOOST_TEST(!holds(result.out, "called"));
    BOOST_TEST(holds(result.err, "script " + closed + " is not run: no host has its port open\n"), result.err);
}

BOOST_AUTO_TEST_CASE(that_are_not_run_are_named_with_the_reason)
{
    held_port const open;
    script_folder scripts;
    auto expect = [&, err = std::string()](std::string const& path, std::string const& why) mutable {
        if (err.empty()) {
            auto const result = scripts.run({"-p", open.text()});
            err = result.err;
            BOOST_TEST(result.status == 3);
            BOOST_TEST(!holds(result.out, "called"));
        }
        BOOST_TEST(holds(err, "sonda: script " + path + " is not run: " + why), err);
    };
    auto const tags = scripts.add("tags.sh", "# tags = ['other']\n# call_format = '{{script}}'", "echo called");
    auto const bare = scripts.add("bare.sh", "", "echo called");
    auto const bad = scripts.add("bad.sh", "# tags = ['mine'", "echo called");
    auto const shell = scripts.add("shell.sh", "# tags = ['mine']\n# call_format = 'echo called | cat'");
    auto const still = scripts.add("still.sh", call, "echo called", false);
    auto const nobody = scripts.add("nobody.sh", "# tags = ['mine']\n# call_format = 'no-such-program-of-anybody x'");
    std::filesystem::create_directory(scripts.folder() + "/folder");
    std::filesystem::create_symlink("nowhere", scripts.folder() + "/gone\n\x1b[31m");
    expect(tags, "its tags do not match: 'mine' of " + scripts.folder() + ".toml is not among them\n");
    expect(bare, "it has no header");
    expect(bad, bad + ":");
    expect(shell, shell + ":3: bad call_format: no shell runs it");
    expect(still, "it is not executable\n");
    expect(nobody, "there is no program 'no-such-program-of-anybody'\n");
    expect(scripts.folder() + "/folder", "it is no file\n");
    expect(scripts.folder() + "/gone\\x0a\\x1b[31m", "No such file or directory\n");
}

BOOST_AUTO_TEST_CASE(that_cannot_be_read_are_named)
{
    script_folder scripts;
    auto const path = scripts.add("secret.sh", call);
    std::filesystem::permissions(path, std::filesystem::perms::none);
    std::filesystem::permissions(scripts.home(), std::filesystem::perms::all);
    held_port const open;
    auto const who = ::getuid() == 0 ? std::string("setpriv --reuid=65534 --regid=65534 --clear-groups ") : "";
    if (test::run_shell(who + test::command_path() + " --version").status != 0) {
        std::cout << "SKIPPED: that_cannot_be_read_are_named: nobody cannot run the command" << std::endl;
        return;
    }
    auto const result = test::run_shell(who + test::command_path() + " 127.0.0.1 -p " + open.text() +
                                        " --scripts custom --scripts-folder " + scripts.folder());
    BOOST_TEST(holds(result.err, "script " + path + " is not run: it cannot be read: Permission denied\n"), result.err);
}

BOOST_AUTO_TEST_CASE(are_selected_by_tags_developer_and_ports)
{
    held_port const open;
    script_folder scripts("tags = ['mine', 'other']\ndeveloper = ['me', 'you']\nports = ['" + open.text() +
                          "', '1']\n");
    auto const port = "# port = " + open.text() + '\n';
    scripts.add("good.sh", call + port + "# developer = ['you']", "echo called");
    auto const stranger = scripts.add("stranger.sh", call + port);
    auto const portless = scripts.add("portless.sh", call + "# developer = ['me']");
    auto const elsewhere = scripts.add("elsewhere.sh", call + "# developer = ['me']\n# port = 2");
    auto const result = scripts.run({"-p", open.text()});
    BOOST_TEST(holds(result.out, "\ncalled\n"), result.out);
    auto const file = scripts.folder() + ".toml";
    BOOST_TEST(holds(result.err, stranger + " is not run: its developer is none of those in " + file + '\n'),
               result.err);
    BOOST_TEST(holds(result.err, portless + " is not run: it names no port, and " + file + " has ports\n"), result.err);
    BOOST_TEST(holds(result.err, elsewhere + " is not run: its port is none of those in " + file + '\n'), result.err);
    BOOST_TEST(result.status == 0);
}

BOOST_AUTO_TEST_CASE(need_a_folder_and_a_selection_before_anything_is_sent)
{
    script_folder const scripts("");
    auto const missing = scripts.run({"-p", "1"});
    BOOST_TEST(missing.status == 2);
    BOOST_TEST(missing.out == "");
    BOOST_TEST(missing.err == "sonda: --scripts custom: neither '" + scripts.folder() + "/scripts.toml' nor '" +
                                  scripts.folder() + ".toml' is there to say which tags = [...] are run\n");
    script_folder const wrong("tags = ['a']\ntag = 'b'\n");
    auto const unknown = wrong.run({"-p", "1"});
    BOOST_TEST(unknown.status == 2);
    BOOST_TEST(unknown.err == "sonda: " + wrong.folder() + ".toml:2: 'tag' is none of tags, ports and developer\n");
    auto const nowhere = test::run({"127.0.0.1", "-p", "1", "--scripts-folder", "/nowhere/at/all"});
    BOOST_TEST(nowhere.status == 2);
    BOOST_TEST(nowhere.err == "sonda: --scripts custom: there is no folder of scripts; looked for '/nowhere/at/all'\n");
}

BOOST_AUTO_TEST_CASE(are_looked_for_where_a_user_has_them)
{
    held_port const open;
    for (auto const* const place : {"/.config/sonda/scripts", "/.rustscan_scripts"}) {
        script_folder scripts("tags = []\n", place);
        scripts.add("a.sh", call, "echo called");
        auto const result = test::run_shell("unset XDG_CONFIG_HOME; HOME=" + scripts.home() + " " +
                                            test::command_path() + " 127.0.0.1 --scripts custom -p " + open.text());
        BOOST_TEST(holds(result.out, "\ncalled\n"), result.err);
    }
    script_folder scripts("tags = []\n", "/sonda/scripts");
    scripts.add("a.sh", call, "echo called");
    auto const result = test::run_shell("XDG_CONFIG_HOME=" + scripts.home() + " " + test::command_path() +
                                        " 127.0.0.1 --scripts custom -p " + open.text());
    BOOST_TEST(holds(result.out, "\ncalled\n"), result.err);
}

BOOST_AUTO_TEST_CASE(end_by_a_signal_and_no_other_begins)
{
    held_port const open;
    script_folder scripts;
    auto const first =
        scripts.add("1.sh", call, "trap 'echo told; exit 7' TERM; echo begun; sleep 100 > /dev/null 2>&1 & wait");
    scripts.add("2.sh", call, "echo called");
    test::process running(test::command(
        {"127.0.0.1", "-p", open.text(), "--no-config", "--scripts", "custom", "--scripts-folder", scripts.folder()}));
    BOOST_TEST_REQUIRE(running.read_until("begun"));
    running.signal(SIGTERM);
    auto const result = running.wait();
    BOOST_TEST(holds(result.out, "told"));
    BOOST_TEST(!holds(result.out, "called"));
    BOOST_TEST(holds(result.err, "script " + first + " ended with status 7\n"));
    BOOST_TEST(holds(result.err, "sonda: interrupted; not run: "));
    BOOST_TEST(result.status == 143);
}

BOOST_AUTO_TEST_CASE(of_rustscan_by_default_are_nmap)
{
    held_port const open;
    auto const stub = "folder=$(mktemp -d); printf '#!/bin/sh\\nprintf \"<%%s>\" \"$@\"\\n' > $folder/nmap; "
                      "chmod +x $folder/nmap; PATH=$folder:$PATH $SONDA_COMMAND 127.0.0.1 --no-config -p " +
                      open.text() + ' ';
    auto const run = [&](std::string const& more) { return test::run_shell(stub + more + "; rm -r $folder"); };
    BOOST_TEST(holds(run("--scripts default").out, "<-vvv><-Pn><-sT><-p><" + open.text() + "><127.0.0.1>"));
    BOOST_TEST(holds(run("--scripts default --nmap=-A").out, "<-A><-Pn>"));
    BOOST_TEST(!holds(run("--scripts none").out, "<-Pn>"));
    BOOST_TEST(!holds(run("").out, "<-Pn>"));
}

BOOST_AUTO_TEST_CASE(contradict_another_command)
{
    for (auto const& more : {words{"--scripts", "custom", "--nmap"}, words{"--scripts", "custom", "--", "true"},
                             words{"--scripts", "default", "--", "true"}}) {
        words line{"127.0.0.1", "--no-config", "-p", "1"};
        line.insert(line.end(), more.begin(), more.end());
        auto const result = test::run(line);
        BOOST_TEST(result.status == 2);
        BOOST_TEST(holds(result.err, "contradicts"), result.err);
    }
}

BOOST_AUTO_TEST_SUITE_END()
