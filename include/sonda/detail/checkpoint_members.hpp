// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CHECKPOINT_MEMBERS_HPP
#define SONDA_DETAIL_CHECKPOINT_MEMBERS_HPP

// The members of a checkpoint, each in its form; what is not is said with its name and what stands there.

#include <sonda/cli/checkpoint_text.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/recorded_words.hpp>
#include <sonda/detail/run_list.hpp>
#include <sonda/target/parse_address.hpp>
#include <sonda/target/parse_ports.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

// What is done reaches so far beyond the marks of all lanes at most, which is far more than a window lets be.
inline constexpr std::uint64_t widest_reach = std::uint64_t{1} << 30;

[[noreturn]] inline void refuse_member(std::string_view name, std::string_view found, std::string_view expected)
{
    throw bad_record("'" + std::string(name) + "' is " + cli::in_quotes(found.substr(0, 60)) + ", which is " +
                     std::string(expected));
}

inline boost::json::value const& member(boost::json::object const& from, std::string_view name)
{
    auto const* const found = from.if_contains({name.data(), name.size()});
    if (found == nullptr)
        throw bad_record("there is no '" + sink::printable(name) + "'");
    return *found;
}

inline boost::json::object const& member_object(boost::json::object const& from, std::string_view name)
{
    auto const& found = member(from, name);
    if (!found.is_object())
        refuse_member(name, boost::json::serialize(found), "no object");
    return found.get_object();
}

inline std::string member_text(boost::json::object const& from, std::string_view name)
{
    auto const& found = member(from, name);
    if (!found.is_string())
        refuse_member(name, boost::json::serialize(found), "no string");
    return std::string(found.get_string());
}

inline std::vector<std::string> member_texts(boost::json::object const& from, std::string_view name)
{
    auto const& found = member(from, name);
    std::vector<std::string> all;
    if (found.is_array())
        for (auto const& item : found.get_array())
            if (item.is_string())
                all.emplace_back(item.get_string());
    if (!found.is_array() || all.size() != found.get_array().size())
        refuse_member(name, boost::json::serialize(found), "no list of strings");
    return all;
}

inline bool member_flag(boost::json::object const& from, std::string_view name)
{
    auto const& found = member(from, name);
    if (!found.is_bool())
        refuse_member(name, boost::json::serialize(found), "neither true nor false");
    return found.get_bool();
}

inline std::uint64_t member_number(boost::json::object const& from, std::string_view name)
{
    auto const& found = member(from, name);
    if (found.is_uint64())
        return found.get_uint64();
    if (!found.is_int64() || found.get_int64() < 0)
        refuse_member(name, boost::json::serialize(found), "no number");
    return static_cast<std::uint64_t>(found.get_int64());
}

inline std::uint64_t member_big(boost::json::object const& from, std::string_view name)
{
    return recorded_number<std::uint64_t>(member_text(from, name), name);
}

inline std::chrono::nanoseconds member_time(boost::json::object const& from, std::string_view name)
{
    constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());
    return std::chrono::nanoseconds(static_cast<std::int64_t>((std::min)(member_number(from, name), most)));
}

// Calls `f` with each item between commas; none of an empty text.
template<class Function>
void each_item(std::string_view text, Function f)
{
    while (!text.empty()) {
        auto const comma = (std::min)(text.find(','), text.size());
        f(text.substr(0, comma));
        text.remove_prefix((std::min)(comma + 1, text.size()));
    }
}

inline std::vector<ordering::position_run> parse_runs(std::string_view text, std::string_view name)
{
    std::vector<ordering::position_run> runs;
    each_item(text, [&](std::string_view item) {
        auto const run = parse_run(item);
        if (!run || run->last == (std::numeric_limits<std::uint64_t>::max)() ||
            (!runs.empty() && run->first <= runs.back().last + 1))
            refuse_member(name, item, "no run of numbers behind the one before");
        runs.push_back(*run);
    });
    return runs;
}

inline boost::asio::ip::address parse_one_address(std::string_view text)
{
    auto const range = target::parse_ip_range(text);
    if (!range || range->first() != range->last())
        refuse_member("names", text, "no address");
    return range->at(0).address();
}

inline target::address_set member_addresses(boost::json::object const& from, std::string_view name)
{
    target::address_set all;
    auto const text = member_text(from, name);
    each_item(text, [&](std::string_view item) {
        auto const range = target::parse_ip_range(item);
        if (!range)
            refuse_member(name, item, "no address: " + range.error().reason);
        all.insert(*range);
    });
    return all;
}

inline target::port_set parse_port_text(std::string_view text, std::string_view name)
{
    if (text.empty())
        return {};
    auto const ports = target::parse_ports(text);
    if (!ports || !ports->udp.empty())
        refuse_member(name, text, "no list of ports");
    return ports->tcp;
}

inline target::port_set member_ports(boost::json::object const& from, std::string_view name)
{
    return parse_port_text(member_text(from, name), name);
}

inline target::endpoint_map member_endpoints(boost::json::object const& from, std::string_view name)
{
    target::endpoint_map all;
    auto const& found = member_object(from, name);
    for (auto const& [address, ports] : found)
        all[parse_one_address(address)] = parse_port_text(member_text(found, address), name);
    return all;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_CHECKPOINT_MEMBERS_HPP
