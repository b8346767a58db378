// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The standard payloads at servers that others have written. Where a server keeps silent to the empty datagram, the
// test says so: it is found because of what it is asked.

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

#include "udp_servers/server_lab.hpp"

using test::server_lab;

namespace {

void check_found(server_lab const& lab, std::uint16_t port, std::string const& address = server_lab::loopback)
{
    BOOST_TEST_CONTEXT(address << " port " << port)
    {
        BOOST_TEST(lab.state(port, address) == "open");
    }
}

void check_found_by_its_payload_only(server_lab const& lab, std::uint16_t port,
                                     std::string const& address = server_lab::loopback)
{
    check_found(lab, port, address);
    BOOST_TEST_CONTEXT("without a payload: " << address << " port " << port)
    {
        BOOST_TEST(lab.state_without_payload(port, address) == "open|filtered");
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(udp_servers)

BOOST_AUTO_TEST_CASE(chrony)
{
    if (server_lab::skip("chrony", {"chronyd"}))
        return;
    server_lab lab;
    auto const file = lab.write("chrony.conf", "local stratum 8\nallow\ncmdport 0\nbindaddress 127.0.0.1\npidfile " +
                                                   lab / "pid" + '\n');
    lab.start({"chronyd", "-d", "-x", "-u", "root", "-f", file}, 123);
    check_found_by_its_payload_only(lab, 123);
}

BOOST_AUTO_TEST_CASE(memcached)
{
    if (server_lab::skip("memcached", {"memcached"}))
        return;
    server_lab lab;
    lab.start({"memcached", "-u", "root", "-l", "127.0.0.1", "-U", "11211"}, 11211);
    check_found_by_its_payload_only(lab, 11211);
}

// It answers from a port of its choice.
BOOST_AUTO_TEST_CASE(tftpd)
{
    if (server_lab::skip("tftpd", {"in.tftpd"}))
        return;
    server_lab lab;
    lab.run("mkdir -m 755 files");
    lab.start({"in.tftpd", "-L", "--user", "root", "--address", "127.0.0.1:69", "--secure", lab / "files"}, 69);
    check_found(lab, 69);
}

BOOST_AUTO_TEST_CASE(tftp_of_dnsmasq)
{
    if (server_lab::skip("tftp_of_dnsmasq", {"dnsmasq"}))
        return;
    server_lab lab;
    lab.run("mkdir -m 755 files");
    lab.start({"dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--port=0", "--pid-file=", "--user=root",
               "--group=root", "--listen-address=127.0.0.1,::1", "--bind-interfaces", "--enable-tftp",
               "--tftp-root=" + lab / "files"},
              69);
    check_found_by_its_payload_only(lab, 69);
    check_found(lab, 69, "::1");
}

BOOST_AUTO_TEST_CASE(rpcbind)
{
    if (server_lab::skip("rpcbind", {"rpcbind"}))
        return;
    server_lab lab;
    lab.start_private("exec rpcbind -f -w", 111);
    check_found_by_its_payload_only(lab, 111);
}

BOOST_AUTO_TEST_CASE(inetd)
{
    if (server_lab::skip("inetd", {"inetd"}))
        return;
    server_lab lab;
    std::string services;
    for (auto const* const name : {"echo", "daytime", "chargen", "time"})
        services += std::string(name) + " dgram udp wait root internal\n";
    lab.start_private("exec inetd -i -d " + lab.write("inetd.conf", services), 37);
    for (auto const port : {7, 13, 19, 37})
        check_found(lab, static_cast<std::uint16_t>(port), server_lab::other_address);
}

BOOST_AUTO_TEST_CASE(coap_server)
{
    if (server_lab::skip("coap_server", {"coap-server-notls"}))
        return;
    server_lab lab;
    lab.start({"coap-server-notls", "-A", "127.0.0.1"}, 5683);
    check_found_by_its_payload_only(lab, 5683);
}

BOOST_AUTO_TEST_CASE(dtls_of_openssl)
{
    if (server_lab::skip("dtls_of_openssl", {"openssl"}))
        return;
    server_lab lab;
    lab.write_certificate();
    auto const serve = [&](std::string const& port) {
        return "tail -f /dev/null | openssl s_server -dtls -accept 127.0.0.1:" + port +
               " -key key.pem -cert certificate.pem";
    };
    lab.start_private(serve("5684"), 5684);
    check_found_by_its_payload_only(lab, 5684);
    lab.start_private(serve("443"), 443); // the second of two payloads
    check_found_by_its_payload_only(lab, 443);
}

BOOST_AUTO_TEST_CASE(openvpn)
{
    if (server_lab::skip("openvpn", {"openvpn", "openssl"}))
        return;
    server_lab lab;
    lab.write_certificate();
    lab.start_private("exec openvpn --dev null --local 127.0.0.1 --proto udp --port 1194 --tls-server"
                      " --ca certificate.pem --cert certificate.pem --key key.pem --dh none",
                      1194);
    check_found_by_its_payload_only(lab, 1194);
}

BOOST_AUTO_TEST_CASE(xl2tpd)
{
    if (server_lab::skip("xl2tpd", {"xl2tpd"}))
        return;
    server_lab lab;
    lab.write("xl2tpd.conf", "[global]\nlisten-addr = 127.0.0.1\n[lns default]\nip range = 192.0.2.10-192.0.2.20\n"
                             "local ip = 192.0.2.1\nlength bit = yes\n");
    lab.start_private("exec xl2tpd -D -c xl2tpd.conf -p pid -C control", 1701);
    check_found_by_its_payload_only(lab, 1701);
}

BOOST_AUTO_TEST_CASE(freeradius)
{
    if (server_lab::skip("freeradius", {"freeradius"}))
        return;
    server_lab lab;
    lab.start_private("exec freeradius -f -X", 1812);
    check_found_by_its_payload_only(lab, 1812);
}

BOOST_AUTO_TEST_CASE(coturn)
{
    if (server_lab::skip("coturn", {"turnserver"}))
        return;
    server_lab lab;
    lab.start_private("exec turnserver -L 127.0.0.1 --no-tls --no-tcp --no-cli --lt-cred-mech --realm test"
                      " --user a:b -c /dev/null --pidfile pid --userdb users --log-file stdout",
                      3478);
    check_found_by_its_payload_only(lab, 3478);
}

BOOST_AUTO_TEST_CASE(strongswan)
{
    if (server_lab::skip("strongswan", {"/usr/lib/ipsec/charon"}))
        return;
    server_lab lab;
    lab.start_private("exec /usr/lib/ipsec/charon", 4500);
    check_found_by_its_payload_only(lab, 500);
    check_found_by_its_payload_only(lab, 4500);
}

BOOST_AUTO_TEST_CASE(kerberos)
{
    if (server_lab::skip("kerberos", {"krb5kdc", "kdb5_util"}))
        return;
    server_lab lab;
    lab.write("krb5.conf", "[libdefaults]\n default_realm = TEST\n");
    lab.write("kdc.conf", "[kdcdefaults]\n kdc_listen = 127.0.0.1:88\n kdc_tcp_listen = \"\"\n[realms]\n TEST = {\n"
                          "  database_name = " +
                              lab / "principals" + "\n  key_stash_file = " + lab / "stash" + "\n }\n");
    std::string const environment = "KRB5_CONFIG=krb5.conf KRB5_KDC_PROFILE=kdc.conf ";
    lab.run(environment + "kdb5_util create -s -P word -r TEST");
    lab.start_private(environment + "exec krb5kdc -n -P pid", 88);
    check_found_by_its_payload_only(lab, 88);
}

BOOST_AUTO_TEST_CASE(kamailio)
{
    if (server_lab::skip("kamailio", {"kamailio"}))
        return;
    server_lab lab;
    lab.write("kamailio.cfg", "log_stderror=yes\nchildren=1\nlisten=udp:127.0.0.1:5060\nloadmodule \"sl.so\"\n"
                              "request_route {\n sl_reply(\"200\", \"OK\");\n}\n");
    lab.start_private("exec kamailio -DD -f kamailio.cfg -w . -Y .", 5060);
    check_found_by_its_payload_only(lab, 5060);
}

BOOST_AUTO_TEST_CASE(opentracker)
{
    if (server_lab::skip("opentracker", {"opentracker"}))
        return;
    server_lab lab;
    lab.start_private("exec opentracker -i 127.0.0.1 -P 6969 -d .", 6969);
    check_found_by_its_payload_only(lab, 6969);
}

BOOST_AUTO_TEST_CASE(aria2)
{
    if (server_lab::skip("aria2", {"aria2c"}))
        return;
    server_lab lab;
    lab.start({"aria2c", "--enable-dht", "--disable-ipv6", "--dht-listen-port=6881", "--listen-port=6882",
               "--dht-file-path=" + lab / "dht", "--dir=" + lab / "",
               "magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567"},
              6881);
    check_found_by_its_payload_only(lab, 6881);
}

BOOST_AUTO_TEST_CASE(mumble)
{
    if (server_lab::skip("mumble", {"murmurd"}))
        return;
    server_lab lab;
    lab.write("mumble.ini", "port=64738\nhost=127.0.0.1\nuname=root\nbonjour=false\ndatabase=" + lab / "users" + '\n');
    lab.start_private("exec murmurd -fg -ini mumble.ini", 64738);
    check_found_by_its_payload_only(lab, 64738);
}

BOOST_AUTO_TEST_CASE(aravis)
{
    if (server_lab::skip("aravis", {"arv-fake-gv-camera-0.8"}))
        return;
    server_lab lab;
    lab.start({"arv-fake-gv-camera-0.8", "-i", "lo"}, 3956);
    check_found_by_its_payload_only(lab, 3956);
}

BOOST_AUTO_TEST_CASE(knxd)
{
    if (server_lab::skip("knxd", {"knxd"}))
        return;
    server_lab lab;
    lab.run("ip route add 224.0.0.0/4 dev lo");
    auto const file =
        lab.write("knxd.ini", "[main]\nname=test\naddr=1.1.1\nclient-addrs=1.1.2:8\nconnections=s,b\n[s]\n"
                              "server=ets_router\ntunnel=t\nmulticast-address=224.0.23.12\n"
                              "interface=lo\ndiscover=true\n[t]\n[b]\ndriver=dummy\n");
    lab.start_private("exec knxd " + file, 3671);
    check_found_by_its_payload_only(lab, 3671);
}

BOOST_AUTO_TEST_CASE(ipmi_simulator)
{
    if (server_lab::skip("ipmi_simulator", {"ipmi_sim"}))
        return;
    server_lab lab;
    lab.write("lan.conf", "name \"test\"\nstartlan 1\n addr 127.0.0.1 623\n priv_limit admin\n"
                          " allowed_auths_admin none md5\nendlan\n");
    lab.write("bmc.emu", "mc_setbmc 0x20\nmc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02\nmc_enable 0x20\n");
    lab.start_private("exec ipmi_sim -c lan.conf -f bmc.emu -s . -n", 623);
    check_found_by_its_payload_only(lab, 623);
}

BOOST_AUTO_TEST_CASE(squid)
{
    if (server_lab::skip("squid", {"squid"}))
        return;
    server_lab lab;
    lab.write("squid.conf", "http_access deny all\nicp_port 3130\nicp_access allow all\nhttp_port 127.0.0.1:3128\n"
                            "pid_filename none\naccess_log none\ncache_log " +
                                lab / "log" + "\ncoredump_dir " + lab / "" + '\n');
    lab.start_private("exec squid -N -f squid.conf", 3130, "udp6");
    check_found_by_its_payload_only(lab, 3130);
}

BOOST_AUTO_TEST_CASE(nmbd)
{
    if (server_lab::skip("nmbd", {"nmbd"}))
        return;
    server_lab lab;
    std::string folders;
    for (auto const* const kind :
         {"lock directory", "state directory", "cache directory", "pid directory", "private dir", "ncalrpc dir"})
        folders += std::string(kind) + " = " + lab / "state" + '\n';
    lab.run("mkdir -m 755 state");
    lab.write("smb.conf", "[global]\nnetbios name = TEST\ninterfaces = lo 192.0.2.1/24\n" + folders);
    lab.start_private("mkdir -p /run/samba && exec nmbd -F --no-process-group -s smb.conf -l .", 137);
    check_found_by_its_payload_only(lab, 137, server_lab::other_address);
}

BOOST_AUTO_TEST_CASE(avahi)
{
    if (server_lab::skip("avahi", {"avahi-daemon"}))
        return;
    server_lab lab;
    lab.write("avahi.conf", "[server]\nhost-name=test\nenable-dbus=no\nuse-ipv6=no\n[publish]\n"
                            "publish-workstation=yes\n");
    lab.start_private("mkdir /run/avahi-daemon && exec avahi-daemon -f avahi.conf --no-rlimits --no-drop-root"
                      " --no-chroot",
                      5353);
    check_found_by_its_payload_only(lab, 5353, server_lab::other_address);
}

BOOST_AUTO_TEST_CASE(llmnrd)
{
    if (server_lab::skip("llmnrd", {"llmnrd"}))
        return;
    server_lab lab;
    lab.start({"llmnrd", "-H", "localhost", "-i", "lo"}, 5355);
    check_found_by_its_payload_only(lab, 5355);
}

BOOST_AUTO_TEST_CASE(xdm)
{
    if (server_lab::skip("xdm", {"xdm"}))
        return;
    server_lab lab;
    lab.write("servers", "");
    lab.write("keys", "");
    lab.write("access", "*\n");
    std::string resources = "DisplayManager.requestPort: 177\nDisplayManager.lockPidFile: false\n";
    for (std::string const name : {".pidFile: pid", ".errorLogFile: log", ".servers: servers", "*accessFile: access",
                                   ".keyFile: keys", ".authDir: "})
        resources +=
            "DisplayManager" + name.substr(0, name.find(' ') + 1) + lab / name.substr(name.find(' ') + 1) + '\n';
    lab.start_private("exec xdm -nodaemon -config " + lab.write("xdm.conf", resources), 177, "udp6");
    check_found_by_its_payload_only(lab, 177);
}

// The gateway of a network behind v0, with another one behind v1.
BOOST_AUTO_TEST_CASE(miniupnpd)
{
    if (server_lab::skip("miniupnpd", {"miniupnpd", "nft"}))
        return;
    server_lab lab;
    lab.run("ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up"
            " && ip addr add 198.51.100.1/24 dev v0 && ip addr add 203.0.113.1/24 dev v1 && nft add table inet filter");
    lab.write("upnp.conf", "ext_ifname=v1\nlistening_ip=v0\nenable_natpmp=yes\nenable_upnp=yes\nsecure_mode=no\n"
                           "uuid=00000000-0000-0000-0000-000000000000\nallow 1024-65535 0.0.0.0/0 1024-65535\n");
    lab.start_private("exec miniupnpd -d -f upnp.conf -P pid", 5351);
    check_found_by_its_payload_only(lab, 5351, "198.51.100.1");
    check_found_by_its_payload_only(lab, 1900, "198.51.100.1");
}

BOOST_AUTO_TEST_SUITE_END()
