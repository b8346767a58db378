// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_USAGE_ERROR_HPP
#define SONDA_CLI_USAGE_ERROR_HPP

#include <sonda/cli/exit_status.hpp>
#include <sonda/sink/printable.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace sonda::cli {

/** The end of the command before anything was sent: a sentence for standard error and a status.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class usage_error : public std::runtime_error
{
public:
    /// `what` is what follows `sonda: `, on one line.
    explicit usage_error(std::string const& what, exit_status status = exit_status::usage)
        : std::runtime_error(what)
        , status_(status)
    {}

    /// What the process ends with.
    exit_status status() const noexcept { return status_; }

private:
    exit_status status_;
};

/// A word of the user in quotation marks, safe to print.
inline std::string in_quotes(std::string_view word)
{
    std::string text = "'";
    sink::append_printable(text, word);
    return text += '\'';
}

} // namespace sonda::cli

#endif // SONDA_CLI_USAGE_ERROR_HPP
