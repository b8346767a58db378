// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_SERVICE_NAMES_HPP
#define SONDA_TARGET_SERVICE_NAMES_HPP

#include <sonda/endpoint.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace sonda::target {

/** A service that can be named instead of its port.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct service_name
{
    std::string_view name; ///< The name, in lower case.
    std::uint16_t port; ///< Its port.
    bool tcp; ///< True if it is spoken over TCP.
    bool udp; ///< True if it is spoken over UDP.
};

/// Common services, sorted by name: port numbers of the IANA registry (RFC 6335), and names in wide use for them.
// clang-format off
inline constexpr service_name service_names[] = {
    {"afs3-fileserver", 7000, false, true},
    {"amqp", 5672, true, false},
    {"amqps", 5671, true, false},
    {"auth", 113, true, false},
    {"bacnet", 47808, false, true},
    {"bgp", 179, true, false},
    {"bittorrent", 6881, true, true},
    {"bootpc", 68, false, true},
    {"bootps", 67, false, true},
    {"cassandra", 9042, true, false},
    {"chargen", 19, true, true},
    {"cisco-sccp", 2000, true, false},
    {"coap", 5683, true, true},
    {"coaps", 5684, true, true},
    {"couchdb", 5984, true, false},
    {"daytime", 13, true, true},
    {"dhcp", 67, false, true},
    {"dhcpv6-client", 546, false, true},
    {"dhcpv6-server", 547, false, true},
    {"discard", 9, true, true},
    {"dns", 53, true, true},
    {"dns-over-tls", 853, true, false},
    {"docker", 2375, true, false},
    {"docker-s", 2376, true, false},
    {"domain", 53, true, true},
    {"domain-s", 853, true, true},
    {"echo", 7, true, true},
    {"elasticsearch", 9200, true, false},
    {"epmap", 135, true, true},
    {"epmd", 4369, true, false},
    {"etcd-client", 2379, true, false},
    {"etcd-server", 2380, true, false},
    {"exec", 512, true, false},
    {"finger", 79, true, false},
    {"ftp", 21, true, false},
    {"ftp-data", 20, true, false},
    {"ftps", 990, true, false},
    {"ftps-data", 989, true, false},
    {"git", 9418, true, false},
    {"gopher", 70, true, false},
    {"h323hostcall", 1720, true, false},
    {"http", 80, true, true},
    {"http-alt", 8080, true, false},
    {"http-proxy", 8080, true, false},
    {"https", 443, true, true},
    {"https-alt", 8443, true, false},
    {"ident", 113, true, false},
    {"ike", 500, false, true},
    {"imap", 143, true, false},
    {"imaps", 993, true, false},
    {"influxdb", 8086, true, false},
    {"ipp", 631, true, true},
    {"ipsec-nat-t", 4500, false, true},
    {"irc", 194, true, false},
    {"ircd", 6667, true, false},
    {"ircs-u", 6697, true, false},
    {"isakmp", 500, false, true},
    {"iscsi", 860, true, false},
    {"iscsi-target", 3260, true, false},
    {"jetdirect", 9100, true, false},
    {"kafka", 9092, true, false},
    {"kerberos", 88, true, true},
    {"kerberos-adm", 749, true, false},
    {"kpasswd", 464, true, true},
    {"kubelet", 10250, true, false},
    {"kubernetes-api", 6443, true, false},
    {"l2tp", 1701, false, true},
    {"ldap", 389, true, true},
    {"ldaps", 636, true, false},
    {"ldp", 646, true, true},
    {"llmnr", 5355, false, true},
    {"login", 513, true, false},
    {"mdns", 5353, false, true},
    {"memcached", 11211, true, true},
    {"microsoft-ds", 445, true, false},
    {"mongodb", 27017, true, false},
    {"mqtt", 1883, true, false},
    {"mqtts", 8883, true, false},
    {"ms-sql-m", 1434, false, true},
    {"ms-sql-s", 1433, true, false},
    {"ms-wbt-server", 3389, true, true},
    {"msft-gc", 3268, true, false},
    {"msft-gc-ssl", 3269, true, false},
    {"msrpc", 135, true, false},
    {"mssql", 1433, true, false},
    {"mysql", 3306, true, false},
    {"ndmp", 10000, true, false},
    {"netbios-dgm", 138, false, true},
    {"netbios-ns", 137, false, true},
    {"netbios-ssn", 139, true, false},
    {"nfs", 2049, true, true},
    {"nntp", 119, true, false},
    {"nntps", 563, true, false},
    {"ntp", 123, false, true},
    {"openvpn", 1194, true, true},
    {"oracle", 1521, true, false},
    {"pdl-datastream", 9100, true, false},
    {"pop3", 110, true, false},
    {"pop3s", 995, true, false},
    {"portmapper", 111, true, true},
    {"postgresql", 5432, true, false},
    {"pptp", 1723, true, false},
    {"printer", 515, true, false},
    {"prometheus", 9090, true, false},
    {"puppet", 8140, true, false},
    {"radius", 1812, false, true},
    {"radius-acct", 1813, false, true},
    {"rdp", 3389, true, true},
    {"redis", 6379, true, false},
    {"rfb", 5900, true, false},
    {"rip", 520, false, true},
    {"ripng", 521, false, true},
    {"rpcbind", 111, true, true},
    {"rsync", 873, true, false},
    {"rtsp", 554, true, true},
    {"secure-mqtt", 8883, true, false},
    {"sflow", 6343, false, true},
    {"shell", 514, true, false},
    {"sip", 5060, true, true},
    {"sips", 5061, true, false},
    {"slp", 427, true, true},
    {"smb", 445, true, false},
    {"smtp", 25, true, false},
    {"smtps", 465, true, false},
    {"snmp", 161, false, true},
    {"snmptrap", 162, false, true},
    {"socks", 1080, true, false},
    {"squid", 3128, true, false},
    {"ssdp", 1900, false, true},
    {"ssh", 22, true, false},
    {"stun", 3478, true, true},
    {"stuns", 5349, true, false},
    {"submission", 587, true, false},
    {"submissions", 465, true, false},
    {"sunrpc", 111, true, true},
    {"svn", 3690, true, false},
    {"svrloc", 427, true, true},
    {"syslog", 514, false, true},
    {"tacacs", 49, true, true},
    {"telnet", 23, true, false},
    {"telnets", 992, true, false},
    {"tftp", 69, false, true},
    {"time", 37, true, true},
    {"turn", 3478, true, true},
    {"vnc", 5900, true, false},
    {"vxlan", 4789, false, true},
    {"whois", 43, true, false},
    {"winrm", 5985, true, false},
    {"winrms", 5986, true, false},
    {"wireguard", 51820, false, true},
    {"wsman", 5985, true, false},
    {"wsmans", 5986, true, false},
    {"x11", 6000, true, false},
    {"xdmcp", 177, false, true},
    {"xmpp-bosh", 5280, true, false},
    {"xmpp-client", 5222, true, false},
    {"xmpp-server", 5269, true, false},
    {"zabbix-agent", 10050, true, false},
    {"zabbix-trapper", 10051, true, false},
    {"zookeeper", 2181, true, false}};
// clang-format on

/** A service with the protocol that was chosen for it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct service
{
    std::uint16_t port; ///< The port.
    sonda::protocol protocol; ///< The protocol.
};

/** Looks a service up, whatever the case of its name.

    @param name  The name.
    @param wanted  The protocol that is taken if the service has it.
    @param strictly  Whether a service without that protocol is not found, or found with the one that it has.
    @return  Nothing if there is no such service.
*/
constexpr std::optional<service> find_service(std::string_view name, protocol wanted, bool strictly = false) noexcept
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    auto const same = [&](service_name const& entry) {
        return std::equal(name.begin(), name.end(), entry.name.begin(), entry.name.end(),
                          [&](char a, char b) { return lower(a) == b; });
    };
    auto const* const found = std::find_if(std::begin(service_names), std::end(service_names), same);
    if (found == std::end(service_names))
        return std::nullopt;
    if (wanted == protocol::tcp ? found->tcp : found->udp)
        return service{found->port, wanted};
    if (strictly)
        return std::nullopt;
    return service{found->port, found->tcp ? protocol::tcp : protocol::udp};
}

} // namespace sonda::target

#endif // SONDA_TARGET_SERVICE_NAMES_HPP
