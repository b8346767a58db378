// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_SENDABLE_HPP
#define SONDA_RUNTIME_SENDABLE_HPP

#include <concepts>
#include <functional>
#include <type_traits>

namespace sonda::runtime {

class local_domain;

/** Whether objects of a type may go to another thread; true unless it is specialised.

    C++ cannot find out what a type refers to. So a type that must stay on its thread says so, by specialising this as
    false or by a member type `stays_on_thread`; references, `std::reference_wrapper` and pointers to a
    @ref local_domain do not go to other threads either. What a lambda captures nobody sees: it is the caller's to check.
*/
template<class T>
inline constexpr bool is_sendable = !std::is_reference_v<T> && !requires { typename T::stays_on_thread; };

/// A reference in disguise.
template<class T>
inline constexpr bool is_sendable<std::reference_wrapper<T>> = false;

/// A domain belongs to its thread.
template<>
inline constexpr bool is_sendable<local_domain> = false;

/// So does who points to one.
template<>
inline constexpr bool is_sendable<local_domain*> = false;

/// A type whose objects may go to another thread: it can be moved, or is `void`, and `is_sendable` does not deny it.
template<class T>
concept sendable = (std::is_void_v<T> || std::move_constructible<T>)&&is_sendable<std::remove_cv_t<T>>;

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_SENDABLE_HPP
