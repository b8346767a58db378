// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ERROR_HPP
#define SONDA_ERROR_HPP

#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>

#include <string>
#include <type_traits>

namespace sonda {

/// What can go wrong in the library itself. Errors of the system keep their own category and number.
enum class error {
    in_progress = 1, ///< The scanner is already running a scan.
    eof, ///< The scan is finished; there are no more verdicts.
    sink_failed, ///< The sink threw; the exception is in the summary.
    too_many_targets, ///< Addresses times ports exceed 2^64 - 1.
    bad_address, ///< Not an address, prefix or range.
    bad_port, ///< Not a port, range or known service.
    bad_range, ///< A range whose end is before its start.
    bad_name, ///< Not a host name.
    empty, ///< Nothing where something was needed.
    bad_option, ///< An option outside its range.
    bad_payload, ///< Not what a file of payloads may hold.
    bad_name_server, ///< Not a name server that could be asked.
    name_server_failed, ///< A name server says that it failed (SERVFAIL).
    name_server_refused, ///< A name server refuses to answer (REFUSED).
    bad_reply ///< A name server answers with something else than an answer.
};

namespace detail {

class error_category final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "sonda"; }

    std::string message(int value) const override
    {
        switch (static_cast<error>(value)) {
        case error::in_progress: return "a scan is already in progress";
        case error::eof: return "the scan is finished";
        case error::sink_failed: return "the sink failed";
        case error::too_many_targets: return "too many targets: more than 2^64 - 1 probes";
        case error::bad_address: return "not an address, prefix or range";
        case error::bad_port: return "not a port, range or known service";
        case error::bad_range: return "the end of the range is before its start";
        case error::bad_name: return "not a host name";
        case error::empty: return "empty";
        case error::bad_option: return "value out of range";
        case error::bad_payload: return "not a payload";
        case error::bad_name_server: return "not a name server";
        case error::name_server_failed: return "the name server failed (SERVFAIL)";
        case error::name_server_refused: return "the name server refuses to answer (REFUSED)";
        case error::bad_reply: return "the name server answers with what is no answer";
        }
        return "unknown error";
    }
};

} // namespace detail

/// The category of @ref sonda::error.
inline boost::system::error_category const& error_category() noexcept
{
    static detail::error_category const instance;
    return instance;
}

/// Makes an error code of an enumerator; found by argument-dependent look-up.
inline boost::system::error_code make_error_code(error value) noexcept
{
    return {static_cast<int>(value), error_category()};
}

} // namespace sonda

template<>
struct boost::system::is_error_code_enum<sonda::error> : std::true_type
{};

#endif // SONDA_ERROR_HPP
