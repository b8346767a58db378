// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_STRICT_ANSWERS_HPP
#define SONDA_TEST_SERVICES_STRICT_ANSWERS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Answers of servers that say nothing to what is not their protocol, to the letter.

namespace test {

/// Takes an element with `tag` and a length in the short form (X.690, 8.1) off the front of `text`.
inline std::optional<std::string_view> take_ber(std::string_view& text, unsigned char tag)
{
    if (text.size() < 2 || static_cast<unsigned char>(text[0]) != tag)
        return std::nullopt;
    std::size_t const length = static_cast<unsigned char>(text[1]);
    if (length > 127 || length > text.size() - 2)
        return std::nullopt;
    auto const content = text.substr(2, length);
    text.remove_prefix(2 + length);
    return content;
}

/// True if `text` begins with an integer of that value, below 128, which is taken off.
inline bool take_integer(std::string_view& text, char value)
{
    auto const content = take_ber(text, 0x02);
    return content && content->size() == 1 && content->front() == value;
}

/// The response to a GetRequest of version 1 with the community `public` and one variable (RFC 1157, 4.1.2).
inline std::optional<std::string> answer_snmp1(std::string_view request)
{
    auto rest = request;
    auto message = take_ber(rest, 0x30);
    if (!message || !rest.empty() || !take_integer(*message, 0) || take_ber(*message, 0x04) != "public")
        return std::nullopt;
    auto const at = static_cast<std::size_t>(message->data() - request.data());
    auto pdu = take_ber(*message, 0xa0);
    if (!pdu || !message->empty() || !take_ber(*pdu, 0x02) || !take_integer(*pdu, 0) || !take_integer(*pdu, 0))
        return std::nullopt;
    auto variables = take_ber(*pdu, 0x30);
    if (!variables || !pdu->empty())
        return std::nullopt;
    auto variable = take_ber(*variables, 0x30);
    if (!variable || !variables->empty() || !take_ber(*variable, 0x06) || take_ber(*variable, 0x05) != "")
        return std::nullopt;
    std::string response(request);
    response[at] = '\xa2';
    return response;
}

/// The report of an engine to a message of version 3 that asks who it is (RFC 3412, 6; RFC 3414, 4): not more than
/// that it is one.
inline std::optional<std::string> answer_snmp3(std::string_view request)
{
    auto rest = request;
    auto message = take_ber(rest, 0x30);
    if (!message || !rest.empty() || !take_integer(*message, 3) || !take_ber(*message, 0x30) ||
        !take_ber(*message, 0x04) || !take_ber(*message, 0x30) || !message->empty())
        return std::nullopt;
    return std::string(request);
}

/// The response to a standard query of one question and perhaps EDNS (RFC 1035, 4.1; RFC 6891): there is nothing.
inline std::optional<std::string> answer_dns(std::string_view request)
{
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(request[i]); };
    // QR and the opcode are 0, there is one question, no answer, no authority, and at most one additional record.
    if (request.size() < 17 || (byte(2) & 0xf8) != 0 || byte(4) != 0 || byte(5) != 1 ||
        request.substr(6, 4) != std::string_view("\0\0\0\0", 4) || byte(10) != 0 || byte(11) > 1)
        return std::nullopt;
    std::size_t end = 12;
    while (end < request.size() && byte(end) != 0) {
        if (byte(end) > 63)
            return std::nullopt;
        end += 1u + byte(end);
    }
    end += 5; // the root, type and class
    if (end > request.size() || (byte(11) == 0) != (end == request.size()))
        return std::nullopt;
    std::string response(request.substr(0, end));
    response[2] = static_cast<char>(byte(2) | 0x80);
    response[11] = 0;
    return response;
}

} // namespace test

#endif // SONDA_TEST_SERVICES_STRICT_ANSWERS_HPP
