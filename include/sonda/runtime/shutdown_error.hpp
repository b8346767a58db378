// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_SHUTDOWN_ERROR_HPP
#define SONDA_RUNTIME_SHUTDOWN_ERROR_HPP

#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>

#include <string>
#include <type_traits>

namespace sonda::runtime {

/// Why a pool was not shut down as it should have been.
enum class shutdown_error {
    called_from_worker = 1 ///< A worker of the pool asked for it: the pool is closed and stopped, but not drained.
};

} // namespace sonda::runtime

namespace sonda::detail {

class shutdown_error_category final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "sonda.runtime.shutdown"; }

    std::string message(int value) const override
    {
        return value == static_cast<int>(runtime::shutdown_error::called_from_worker)
                   ? "the pool was shut down by one of its workers"
                   : "unknown error";
    }
};

} // namespace sonda::detail

namespace sonda::runtime {

/// The category of @ref shutdown_error.
inline boost::system::error_category const& shutdown_error_category() noexcept
{
    static detail::shutdown_error_category const instance;
    return instance;
}

/// Makes an error code of an enumerator; found by argument-dependent look-up.
inline boost::system::error_code make_error_code(shutdown_error value) noexcept
{
    return {static_cast<int>(value), shutdown_error_category()};
}

} // namespace sonda::runtime

template<>
struct boost::system::is_error_code_enum<sonda::runtime::shutdown_error> : std::true_type
{};

#endif // SONDA_RUNTIME_SHUTDOWN_ERROR_HPP
