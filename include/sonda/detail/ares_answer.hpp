// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ARES_ANSWER_HPP
#define SONDA_DETAIL_ARES_ANSWER_HPP

#include <sonda/error.hpp>
#include <sonda/target/ip_range.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstring>
#include <vector>

#include <ares.h>
#include <netinet/in.h>

namespace sonda::detail {

// The record types of RFC 1035 and RFC 3596.
inline constexpr int address_record = 1, six_address_record = 28;

// True if somebody is there: what came is no address, perhaps, but an answer.
inline bool is_answer(int status) noexcept
{
    return status != ARES_ETIMEOUT && status != ARES_ECONNREFUSED && status != ARES_ECANCELLED &&
           status != ARES_ENOMEM && status != ARES_EOF;
}

// True if no other server would know better.
inline bool is_final(int status) noexcept
{
    return status == ARES_SUCCESS || status == ARES_ENODATA || status == ARES_ENOTFOUND || status == ARES_EBADNAME;
}

inline boost::system::error_code ares_failure(int status) noexcept
{
    switch (status) {
    case ARES_SUCCESS: return {};
    case ARES_ENODATA: return boost::asio::error::no_data;
    case ARES_ENOTFOUND: return boost::asio::error::host_not_found;
    case ARES_ETIMEOUT: return boost::asio::error::timed_out;
    case ARES_ECONNREFUSED:
    case ARES_ECANCELLED: return boost::asio::error::connection_refused;
    case ARES_ENOMEM: return boost::asio::error::no_memory;
    case ARES_EBADNAME: return make_error_code(error::bad_name);
    case ARES_ESERVFAIL: return make_error_code(error::name_server_failed);
    case ARES_EREFUSED: return make_error_code(error::name_server_refused);
    default: return make_error_code(error::bad_reply);
    }
}

// The addresses of an answer, whose length bounds their number; gives a status of c-ares, which is not that of success
// where there is none.
inline int read_addresses(unsigned char const* data, int size, bool six, std::vector<boost::asio::ip::address>& into)
{
    std::size_t const smallest_record = six ? 28 : 16;
    auto room = static_cast<int>(static_cast<std::size_t>(size) / smallest_record + 1);
    if (!six) {
        std::vector<ares_addrttl> found(static_cast<std::size_t>(room));
        int const status = ::ares_parse_a_reply(data, size, nullptr, found.data(), &room);
        for (int i = 0; status == ARES_SUCCESS && i != room; ++i)
            into.emplace_back(boost::asio::ip::address_v4(ntohl(found[static_cast<std::size_t>(i)].ipaddr.s_addr)));
        return status == ARES_SUCCESS && into.empty() ? ARES_ENODATA : status;
    }
    std::vector<ares_addr6ttl> found(static_cast<std::size_t>(room));
    int const status = ::ares_parse_aaaa_reply(data, size, nullptr, found.data(), &room);
    for (int i = 0; status == ARES_SUCCESS && i != room; ++i) {
        boost::asio::ip::address_v6::bytes_type bytes;
        std::memcpy(bytes.data(), &found[static_cast<std::size_t>(i)].ip6addr, bytes.size());
        into.push_back(target::unmapped(boost::asio::ip::address_v6(bytes)));
    }
    return status == ARES_SUCCESS && into.empty() ? ARES_ENODATA : status;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_ARES_ANSWER_HPP
