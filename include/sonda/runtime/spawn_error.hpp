// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_SPAWN_ERROR_HPP
#define SONDA_RUNTIME_SPAWN_ERROR_HPP

#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>

#include <string>
#include <type_traits>

namespace sonda::runtime {

/// Why a context does not take a task.
enum class spawn_error {
    closed = 1, ///< The context is shutting down, or gone.
    full = 2 ///< As many tasks live, or functions wait, as the caller wants at most.
};

} // namespace sonda::runtime

namespace sonda::detail {

class spawn_error_category final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "sonda.runtime.spawn"; }

    std::string message(int value) const override
    {
        switch (static_cast<runtime::spawn_error>(value)) {
        case runtime::spawn_error::closed: return "the context takes no more tasks";
        case runtime::spawn_error::full: return "the context has as many tasks as it should";
        }
        return "unknown error";
    }
};

} // namespace sonda::detail

namespace sonda::runtime {

/// The category of @ref spawn_error.
inline boost::system::error_category const& spawn_error_category() noexcept
{
    static detail::spawn_error_category const instance;
    return instance;
}

/// Makes an error code of an enumerator; found by argument-dependent look-up.
inline boost::system::error_code make_error_code(spawn_error value) noexcept
{
    return {static_cast<int>(value), spawn_error_category()};
}

} // namespace sonda::runtime

template<>
struct boost::system::is_error_code_enum<sonda::runtime::spawn_error> : std::true_type
{};

#endif // SONDA_RUNTIME_SPAWN_ERROR_HPP
