// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_PAYLOAD_FILE_HPP
#define SONDA_PAYLOAD_PAYLOAD_FILE_HPP

#include <sonda/detail/payload_tokens.hpp>
#include <sonda/payload/table.hpp>
#include <sonda/target/parse_ports.hpp>
#include <sonda/target/port_set.hpp>
#include <sonda/target/target_file.hpp>

#include <boost/system/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::payload {

/** One payload of a file.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct file_entry
{
    target::port_set ports; ///< The ports that it is for.
    std::vector<std::byte> datagram; ///< What is sent.
    std::optional<std::uint16_t> source; ///< The port that it wants to be sent from.
    std::uint64_t line = 0; ///< Where it begins, from 1.
};

/// What a file holds, in its order.
using file_entries = std::vector<file_entry>;

/// The longest payload: what a datagram over IPv4 can carry (RFC 768, RFC 791).
inline constexpr std::size_t longest_payload = 65507;

} // namespace sonda::payload

namespace sonda::detail {

using payload_failure = std::optional<target::parse_error>;

/// Reads entries off the tokens of a file.
class payload_file_parser
{
public:
    explicit payload_file_parser(std::string_view text) noexcept
        : tokens_(text)
    {}

    /// The line of what was read last.
    std::uint64_t line() const noexcept { return token_.line; }

    /// Reads the whole file.
    payload_failure read(payload::file_entries& into)
    {
        auto failed = advance();
        while (!failed && token_.kind != payload_token_kind::end)
            failed = read_entry(into);
        return failed;
    }

private:
    payload_failure fail(error code, std::string_view reason) const { return parse_failure(code, token_.text, reason); }

    payload_failure advance()
    {
        token_ = tokens_.next();
        if (token_.kind == payload_token_kind::broken)
            return fail(error::bad_payload, "there is no quotation mark at its end");
        return std::nullopt;
    }

    bool is_word(std::string_view text) const noexcept
    {
        return token_.kind == payload_token_kind::word && token_.text == text;
    }

    // `udp`, or ports and a colon.
    bool is_beginning() const noexcept
    {
        return token_.kind == payload_token_kind::word && (token_.text == "udp" || token_.text.ends_with(':'));
    }

    payload_failure read_entry(payload::file_entries& into)
    {
        if (!is_beginning())
            return fail(error::bad_payload, "a payload begins with its ports and a colon, or with udp and its ports");
        payload::file_entry entry;
        entry.line = token_.line;
        auto const beginning = token_;
        auto failed = read_ports(entry.ports);
        bool empty = true;
        while (!failed && token_.kind != payload_token_kind::end && !is_beginning()) {
            bool const source = is_word("source");
            failed = source ? read_source(entry) : read_piece(entry.datagram);
            empty = empty && source;
        }
        if (!failed && empty) {
            token_ = beginning;
            return fail(error::bad_payload, "there is nothing to send; \"\" is the empty datagram");
        }
        into.push_back(std::move(entry));
        return failed;
    }

    payload_failure read_ports(target::port_set& ports)
    {
        auto const beginning = token_;
        auto list = token_.text;
        if (list.ends_with(':')) {
            list.remove_suffix(1);
        } else {
            if (auto failed = advance())
                return failed;
            if (token_.kind != payload_token_kind::word) {
                token_ = beginning;
                return fail(error::bad_port, "there are no ports behind it");
            }
            list = token_.text;
        }
        for (std::size_t start = 0; start <= list.size();) {
            auto const comma = (std::min)(list.find(',', start), list.size());
            auto const item = list.substr(start, comma - start);
            if (item.empty())
                return fail(error::bad_port, "a port is missing");
            auto const range = parse_port_range(item, item);
            if (!range)
                return range.error();
            ports.insert(*range);
            start = comma + 1;
        }
        return advance();
    }

    payload_failure read_source(payload::file_entry& entry)
    {
        if (auto failed = advance())
            return failed;
        auto const port = parse_port_number(token_.text, token_.text);
        if (token_.kind != payload_token_kind::word || !port)
            return fail(error::bad_port, "source wants a port from 1 to 65535");
        entry.source = port->first;
        return advance();
    }

    payload_failure read_piece(std::vector<std::byte>& into)
    {
        bool const hexadecimal = is_word("x");
        if (hexadecimal)
            if (auto failed = advance())
                return failed;
        if (token_.kind != payload_token_kind::text)
            return fail(error::bad_payload, "neither text in quotation marks nor x and hexadecimal digits in them");
        auto const wrong = hexadecimal ? append_hexadecimal(into, token_.text) : append_escaped(into, token_.text);
        if (!wrong.empty())
            return parse_failure(error::bad_payload, wrong,
                                 hexadecimal ? "not pairs of hexadecimal digits" : "an escape that does not exist");
        if (into.size() > payload::longest_payload)
            return fail(error::bad_payload, "a datagram has 65507 bytes at most");
        return advance();
    }

    payload_tokens tokens_;
    payload_token token_;
};

} // namespace sonda::detail

namespace sonda::payload {

/** Reads a file of payloads, which may be one of nmap's.

    A payload begins with its ports, `53,5353:` or `7000-7009:`, or with the word `udp` and its ports, as nmap has it.
    What is sent follows, on the same line or on more: text in quotation marks, `"text"`, and bytes in pairs of
    hexadecimal digits, `x"00 ff"`, one after the other. Both end on their line. In the text there are the escapes of C:
    a backslash and the letter x with two hexadecimal digits, or up to three octal digits, or one of a, b, e, f, n, r,
    t, v, a backslash, a quotation mark, an apostrophe or a question mark. `source N` names the port that it should be
    sent from. `#` and what follows it is a comment. A port may come up in several payloads.

    @param text  The contents of the file; lines end in LF or CR LF. A UTF-8 byte order mark is skipped.
    @param file  The name that an error carries.

    @return The payloads, or the first error with its line.

    @par Error codes
    @li `sonda::error::bad_port`, `sonda::error::bad_range`  a port or range that there is not.
    @li `sonda::error::bad_payload`  anything else that is not as above.

    @par Exception safety
    Throws `std::bad_alloc` alone.
*/
inline boost::system::result<file_entries, target::file_error> parse_payloads(std::string_view text,
                                                                              std::string_view file)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    file_entries entries;
    detail::payload_file_parser parser(text);
    if (auto failed = parser.read(entries))
        return target::file_error{std::string(file), parser.line(), std::move(*failed)};
    return entries;
}

/** Puts the payloads of a file into a table.

    @param entries  What @ref parse_payloads gave.
    @param file     The name that an error carries.

    @return The table, or an error with the line of the payload that is one too many for a port.

    @par Error codes
    @li `sonda::error::bad_payload`  a port has more than `table::max_per_port` payloads.

    @par Exception safety
    Throws `std::bad_alloc` alone.
*/
inline boost::system::result<table, target::file_error> make_table(file_entries entries, std::string_view file)
{
    table made;
    for (auto& entry : entries) {
        auto const first = std::to_string(entry.ports.begin()->first);
        if (!made.add(entry.ports, std::move(entry.datagram), entry.source.value_or(0)))
            return target::file_error{
                std::string(file), entry.line,
                detail::parse_failure(error::bad_payload, first, "more than 32 payloads for a port of this list")};
    }
    return made;
}

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_PAYLOAD_FILE_HPP
