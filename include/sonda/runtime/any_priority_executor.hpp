// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_ANY_PRIORITY_EXECUTOR_HPP
#define SONDA_RUNTIME_ANY_PRIORITY_EXECUTOR_HPP

#include <sonda/runtime/priority.hpp>

#include <boost/asio/execution/any_executor.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context_as.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/execution/prefer_only.hpp>
#include <boost/asio/execution/relationship.hpp>
#include <boost/asio/execution_context.hpp>

namespace sonda::runtime {

/** An `asio::any_io_executor` that can also be asked for its priority, and required to have another.

    It holds the executor of a @ref priority_pool, or a strand of it. I/O objects that are typed on it, such as
    `asio::basic_stream_socket<asio::ip::tcp, any_priority_executor>`, complete at its priority.
*/
using any_priority_executor = boost::asio::execution::any_executor<
    boost::asio::execution::context_as_t<boost::asio::execution_context&>, boost::asio::execution::blocking_t::never_t,
    boost::asio::execution::prefer_only<boost::asio::execution::blocking_t::possibly_t>,
    boost::asio::execution::prefer_only<boost::asio::execution::outstanding_work_t::tracked_t>,
    boost::asio::execution::prefer_only<boost::asio::execution::outstanding_work_t::untracked_t>,
    boost::asio::execution::prefer_only<boost::asio::execution::relationship_t::fork_t>,
    boost::asio::execution::prefer_only<boost::asio::execution::relationship_t::continuation_t>, priority_t>;

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_ANY_PRIORITY_EXECUTOR_HPP
