// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_FOREIGN_NAMES_HPP
#define SONDA_CLI_FOREIGN_NAMES_HPP

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace sonda::cli {

/// An option of another scanner: RustScan, naabu, masscan or nmap.
struct foreign_name
{
    std::string_view spelling; ///< As it is typed there; one that ends in `*` may have more behind it.
    std::string_view here; ///< What to write here; empty if there is no such thing.
    std::string_view why; ///< What there is to know: in place of, or behind, what to write here.
};

/// The options of other scanners that are called otherwise here, sorted; doc/migration.adoc has them all.
// clang-format off
inline constexpr foreign_name foreign_names[] = {
    {"--adapter", "", "connections go the system's way"},
    {"--adapter-ip", "--source-ip", ""},
    {"--adapter-mac", "", "connections go the system's way"},
    {"--adapter-port", "", "the system chooses it"},
    {"--allports", "--nmap=-sV", "which takes its other options too"},
    {"--append-output", "", "outputs begin anew; --resume goes on with them"},
    {"--badsum", "", "nothing is hidden"},
    {"--banners", "--nmap=-sV", ""},
    {"--batch-size", "--batch", ""},
    {"--conf", "--config", ""},
    {"--config-path", "--config", ""},
    {"--connection-timeout", "--timeout", "in milliseconds"},
    {"--data", "", "--payloads is what UDP ports are asked"},
    {"--data-length", "", "--payloads is what UDP ports are asked"},
    {"--data-string", "", "--payloads is what UDP ports are asked"},
    {"--defeat-icmp-ratelimit", "", "--timeout and --rate say how long and how fast"},
    {"--defeat-rst-ratelimit", "", "--timeout and --rate say how long and how fast"},
    {"--disable-arp-ping", "", "there is no host discovery: all that is named is scanned"},
    {"--discovery-ignore-rst", "", "there is no host discovery: all that is named is scanned"},
    {"--dns-servers", "--resolver", ""},
    {"--echo", "--show-config", ""},
    {"--exclude-addresses", "--exclude", ""},
    {"--excludefile", "--exclude-file", ""},
    {"--http-user-agent", "--nmap", ""},
    {"--iflist", "", "ip address and ip route have it"},
    {"--includefile", "--input", ""},
    {"--initial-rtt-timeout", "--timeout", ""},
    {"--interactive", "", "results are always shown as they are found"},
    {"--ip-options", "", "the system makes the packets"},
    {"--max-hostgroup", "", "all hosts are one group; --layout host goes host by host"},
    {"--max-parallelism", "--batch", ""},
    {"--max-rate", "--rate", ""},
    {"--max-retries", "--tries", "which counts the first try too"},
    {"--max-rtt-timeout", "--timeout", ""},
    {"--max-scan-delay", "--interval", "between any two probes"},
    {"--min-hostgroup", "", "all hosts are one group; --layout host goes host by host"},
    {"--min-parallelism", "--batch", "which is a limit"},
    {"--min-rate", "", "--rate is a limit, and there is no lower one"},
    {"--min-rtt-timeout", "--timeout", ""},
    {"--mtu", "", "the system makes the packets"},
    {"--nmap-payloads", "--payloads", ""},
    {"--no-banner", "", "there is no banner"},
    {"--no-stylesheet", "", "XML has none"},
    {"--noninteractive", "", "no keys are read"},
    {"--nostatus", "--no-progress", ""},
    {"--nsock-engine", "--transport", ""},
    {"--offline", "sonda list", ""},
    {"--open-only", "--open", "the default"},
    {"--osscan-*", "--nmap=-O", "which takes its other options too"},
    {"--output-filename", "", "each format has an option: -oJ, -oN, -oX, -oC, -oG, -oH, -oT"},
    {"--output-format", "", "each format has an option: -oJ, -oN, -oX, -oC, -oG, -oH, -oT"},
    {"--packet-trace", "--all", "which shows what every probe came to"},
    {"--pcap", "", "no raw packets are received"},
    {"--pcap-payloads", "--payloads", "a file of text"},
    {"--pfring", "", "no raw packets are sent"},
    {"--ping", "", "there is no host discovery: all that is named is scanned"},
    {"--port-ratio", "--top", "with a number of ports"},
    {"--privileged", "", "no privileges are used"},
    {"--proxies", "", "connections go the system's way"},
    {"--quiet", "--no-progress", ""},
    {"--randomize-hosts", "", "random is the default order"},
    {"--readscan", "sonda report", "and sonda diff"},
    {"--reason", "", "reasons are always shown"},
    {"--regress", "", "it is tested before it is installed"},
    {"--resolve-all", "", "it is the default"},
    {"--resume-count", "--shard", ""},
    {"--resume-index", "--shard", ""},
    {"--rotate", "", "no output is rotated"},
    {"--rotate-dir", "", "no output is rotated"},
    {"--rotate-offset", "", "no output is rotated"},
    {"--rotate-size", "", "no output is rotated"},
    {"--router-mac", "", "connections go the system's way"},
    {"--scan-delay", "--interval", "between any two probes"},
    {"--scan-order", "--order", ""},
    {"--scanflags", "", "nmap has it"},
    {"--script", "--nmap='--script ...'", "or --scripts"},
    {"--script-*", "--nmap='--script ...'", "which takes its other options too"},
    {"--send-eth", "", "connections go the system's way"},
    {"--send-ip", "", "connections go the system's way"},
    {"--shards", "--shard", ""},
    {"--source-port", "", "the system chooses it"},
    {"--spoof-mac", "", "nothing is hidden"},
    {"--stats-every", "", "progress is on standard error; --stats-json is for programs"},
    {"--stylesheet", "", "XML has none; -oH is a page"},
    {"--system-dns", "", "it is the default"},
    {"--traceroute", "", "nmap has it"},
    {"--ttl", "", "the system makes the packets"},
    {"--unique", "", "every address is scanned once"},
    {"--unprivileged", "", "no privileges are used"},
    {"--version-*", "--nmap=-sV", "which takes its other options too"},
    {"--wait", "--timeout", "in milliseconds, for each try"},
    {"--webxml", "", "XML has none; -oH is a page"},
    {"-4", "", "the form of an address says its family"},
    {"-6", "", "IPv4 and IPv6 go together; the form of an address says its family"},
    {"-A", "--nmap=-A", ""},
    {"-D", "", "nothing is hidden"},
    {"-F", "--top 100", ""},
    {"-O", "--nmap=-O", ""},
    {"-P*", "", "there is no host discovery: all that is named is scanned"},
    {"-R", "", "addresses are never looked up"},
    {"-S", "--source-ip", ""},
    {"-T*", "", "--batch, --timeout, --tries and --rate are set one by one"},
    {"-c", "--config", "or --batch where it was a number of workers"},
    {"-cdn", "", "who runs an address is not known here"},
    {"-connect-payload", "", "TCP ports are sent nothing"},
    {"-cp", "", "TCP ports are sent nothing"},
    {"-csv", "-oC", ""},
    {"-d", "--verbose", ""},
    {"-debug", "--verbose", ""},
    {"-disable-update-check", "", "nothing looks for updates"},
    {"-display-cdn", "", "who runs an address is not known here"},
    {"-duc", "", "nothing looks for updates"},
    {"-ec", "", "who runs an address is not known here; --exclude-file takes a list"},
    {"-ef", "--exclude-file", ""},
    {"-eh", "--exclude", ""},
    {"-eof", "", "each format has its fields"},
    {"-ep", "--exclude-ports", ""},
    {"-exclude-cdn", "", "who runs an address is not known here; --exclude-file takes a list"},
    {"-exclude-hosts", "--exclude", ""},
    {"-exclude-output-fields", "", "each format has its fields"},
    {"-f", "", "nothing is hidden"},
    {"-hc", "", "--show-config and --version say what is in force"},
    {"-health-check", "", "--show-config and --version say what is in force"},
    {"-host", "", "targets stand by themselves"},
    {"-host-discovery", "", "there is no host discovery: all that is named is scanned"},
    {"-i", "", "the route decides; --source-ip chooses an address"},
    {"-iR", "", "nothing is scanned that was not named"},
    {"-il", "", "ip address has it"},
    {"-input-read-timeout", "", "standard input is read to its end, and only for -iL -"},
    {"-interface", "", "the route decides; --source-ip chooses an address"},
    {"-interface-list", "", "ip address has it"},
    {"-ip-version", "", "the form of an address says its family; a name has all of its addresses"},
    {"-irt", "", "standard input is read to its end, and only for -iL -"},
    {"-iv", "", "the form of an address says its family; a name has all of its addresses"},
    {"-j", "-oN", ""},
    {"-json", "-oN", "or --json of sonda diff"},
    {"-l", "-iL", ""},
    {"-list", "-iL", ""},
    {"-list-output-fields", "", "each format has its fields"},
    {"-lof", "", "each format has its fields"},
    {"-metrics-port", "--stats-json", "to a descriptor"},
    {"-mp", "--stats-json", "to a descriptor"},
    {"-n", "", "addresses are never looked up; RustScan's -n is --no-config"},
    {"-nc", "--color never", ""},
    {"-nmap-cli", "--nmap", "without the word nmap"},
    {"-no-color", "--color never", ""},
    {"-no-stdin", "", "standard input is read for -iL - only"},
    {"-o", "-oT", ""},
    {"-oB", "-oN", "which report, diff and merge read"},
    {"-oD", "-oN", ""},
    {"-oL", "-oT", ""},
    {"-oS", "-oT", ""},
    {"-output", "-oT", ""},
    {"-passive", "", "what is said to be open is what answered now"},
    {"-pf", "--ports \"$(paste -sd, FILE)\"", ""},
    {"-port", "--ports", ""},
    {"-port-threshold", "", "--host-timeout leaves a host that takes too long"},
    {"-ports-file", "--ports \"$(paste -sd, FILE)\"", ""},
    {"-proxy", "", "connections go the system's way"},
    {"-proxy-auth", "", "connections go the system's way"},
    {"-pts", "", "--host-timeout leaves a host that takes too long"},
    {"-retries", "--tries", "which counts the first try too"},
    {"-rev-ptr", "", "addresses are never looked up"},
    {"-s", "--scan", ""},
    {"-sA", "", "nmap has it"},
    {"-sC", "--nmap=-sC", ""},
    {"-sD", "--nmap=-sV", ""},
    {"-sF", "", "nmap has it"},
    {"-sI", "", "nmap has it"},
    {"-sL", "sonda list", ""},
    {"-sM", "", "nmap has it"},
    {"-sN", "", "nmap has it"},
    {"-sO", "", "nmap has it"},
    {"-sP", "", "there is no host discovery: all that is named is scanned"},
    {"-sS", "", "connecting is how TCP ports are found here"},
    {"-sT", "", "it is the default"},
    {"-sU", "--udp", ""},
    {"-sV", "--nmap=-sV", ""},
    {"-sW", "", "nmap has it"},
    {"-sX", "", "nmap has it"},
    {"-sY", "", "nmap has it"},
    {"-sZ", "", "nmap has it"},
    {"-sa", "--resolve all", "the default"},
    {"-scan-all-ips", "--resolve all", "the default"},
    {"-scan-type", "--scan", ""},
    {"-service-discovery", "--nmap=-sV", ""},
    {"-service-version", "--nmap=-sV", ""},
    {"-si", "", "progress is on standard error; --stats-json is for programs"},
    {"-silent", "--no-progress", ""},
    {"-skip-host-discovery", "", "there is no host discovery: all that is named is scanned"},
    {"-sn", "", "there is no host discovery: all that is named is scanned"},
    {"-stats", "", "progress is on standard error; --stats-json is for programs"},
    {"-stats-interval", "", "progress is on standard error; --stats-json is for programs"},
    {"-stream", "", "results are always written as they are found"},
    {"-tp", "--top", ""},
    {"-up", "", "the package manager does it"},
    {"-update", "", "the package manager does it"},
    {"-verify", "", "an open port was connected to"},
    {"-warm-up-time", "", "nothing waits between parts of a scan"},
    {"-with-host-discovery", "", "there is no host discovery: all that is named is scanned"},
    {"-wn", "", "there is no host discovery: all that is named is scanned"},
};
// clang-format on

} // namespace sonda::cli

namespace sonda::detail {

inline constexpr auto before_spelling = [](cli::foreign_name const& a, cli::foreign_name const& b) {
    return a.spelling < b.spelling;
};

static_assert(std::is_sorted(std::begin(cli::foreign_names), std::end(cli::foreign_names), before_spelling));

inline cli::foreign_name const* find_spelling(std::string_view spelling) noexcept
{
    auto const end = std::end(cli::foreign_names);
    auto const found =
        std::lower_bound(std::begin(cli::foreign_names), end, cli::foreign_name{spelling, {}, {}}, before_spelling);
    return found != end && found->spelling == spelling ? found : nullptr;
}

} // namespace sonda::detail

namespace sonda::cli {

/** The option of another scanner that a word is, or nullptr.

    Names of more than two letters have one hyphen or two, as their own scanners let them; an equals sign and what follows
    is not looked at.
*/
inline foreign_name const* find_foreign_name(std::string_view word)
{
    word = word.substr(0, word.find('='));
    if (auto const* const found = detail::find_spelling(word))
        return found;
    bool const is_long = word.starts_with("--");
    if (word.size() < (is_long ? 5U : 4U) || !word.starts_with('-'))
        return nullptr;
    return detail::find_spelling(is_long ? std::string(word.substr(1)) : '-' + std::string(word));
}

/// The option of another scanner that a word begins with, where a value may follow at once, or nullptr.
inline foreign_name const* find_foreign_beginning(std::string_view word) noexcept
{
    auto const found =
        std::find_if(std::begin(foreign_names), std::end(foreign_names), [&](foreign_name const& candidate) {
            auto const spelling = candidate.spelling;
            return spelling.ends_with('*') && word.starts_with(spelling.substr(0, spelling.size() - 1));
        });
    return found == std::end(foreign_names) ? nullptr : found;
}

} // namespace sonda::cli

#endif // SONDA_CLI_FOREIGN_NAMES_HPP
