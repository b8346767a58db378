// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_READ_XML_SCAN_HPP
#define SONDA_DETAIL_READ_XML_SCAN_HPP

// The XML of nmap's document type, the sink's or nmap's own, read for its hosts, ports and end.

#include <sonda/detail/recorded_words.hpp>
#include <sonda/detail/xml_tags.hpp>

#include <istream>
#include <string>
#include <string_view>
#include <utility>

namespace sonda::detail {

/// Takes the tags of a document in their order and gives a record for every port.
class xml_scan
{
public:
    xml_scan(cli::scan_story& into, cli::record_handler const& each)
        : into_(into)
        , each_(each)
    {}

    void take(xml_tag const& tag)
    {
        if (!std::exchange(begun_, true) && tag.name != "nmaprun")
            throw bad_record("this is not the XML of a scan");
        if (tag.name == "nmaprun")
            read_head(tag);
        else if (tag.name == "host" && !tag.closes)
            record_ = {};
        else if (tag.name == "host" || tag.name == "ports")
            inside_ = tag.name == "ports" && !tag.closes;
        else if (tag.name == "finished")
            read_end(tag);
        else if (!tag.closes)
            read_part(tag);
        if (tag.name == "host" && !tag.closes)
            record_.time = unix_time(tag, "starttime");
    }

private:
    static std::chrono::system_clock::time_point unix_time(xml_tag const& tag, std::string_view name)
    {
        auto const text = tag.attribute(name);
        auto const seconds = text.empty() ? 0 : recorded_number<std::int64_t>(text, name);
        if (seconds < 0 || seconds > 9'000'000'000)
            throw bad_record("'" + std::string(name) + "' is not a time");
        return std::chrono::system_clock::time_point(std::chrono::seconds(seconds));
    }

    void read_head(xml_tag const& tag)
    {
        if (tag.closes)
            return;
        into_.info.started = unix_time(tag, "start");
        auto words = tag.attribute("args");
        if (words.starts_with("sonda "))
            words.erase(0, 6);
        if (!words.empty())
            into_.info.arguments.push_back(std::move(words));
    }

    void read_part(xml_tag const& tag)
    {
        if (tag.name == "address" && tag.attribute("addrtype") != "mac")
            address_ = tag.attribute("addr");
        else if (tag.name == "hostname")
            record_.names.push_back(tag.attribute("name"));
        else if (tag.name == "port")
            record_.found.endpoint = recorded_endpoint(
                address_, recorded_number<std::uint64_t>(tag.attribute("portid"), "portid"), tag.attribute("protocol"));
        else if (tag.name == "state" && inside_)
            read_state(tag);
    }

    void read_state(xml_tag const& tag)
    {
        auto reason = tag.attribute("reason");
        if (auto const sender = tag.attribute("reason_ip"); !sender.empty())
            reason += " from " + sender;
        record_.found.outcome = recorded_outcome(recorded_state(tag.attribute("state")), reason);
        each_(record_);
    }

    void read_end(xml_tag const& tag)
    {
        into_.ended = true;
        into_.complete = tag.attribute("exit") != "error";
        into_.time = unix_time(tag, "time");
        into_.summary.duration = std::chrono::floor<std::chrono::microseconds>(into_.time - into_.info.started);
    }

    cli::scan_story& into_;
    cli::record_handler const& each_;
    cli::scan_record record_;
    std::string address_;
    bool begun_ = false;
    bool inside_ = false;
};

inline void read_xml_scan(std::istream& in, cli::scan_story& into, cli::record_handler const& each, std::size_t& number)
{
    xml_scan scan(into, each);
    number = 1;
    for (xml_tag tag; read_xml_tag(in, tag, number);)
        scan.take(tag);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_READ_XML_SCAN_HPP
