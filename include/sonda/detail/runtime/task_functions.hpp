// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_FUNCTIONS_HPP
#define SONDA_DETAIL_RUNTIME_TASK_FUNCTIONS_HPP

#include <sonda/detail/runtime/mpsc_queue.hpp>
#include <sonda/detail/runtime/task_host.hpp>

#include <exception>
#include <utility>

namespace sonda::detail {

// The functions that run as parts of a task. Anybody adds; who is active on the task does the rest.
class task_functions
{
public:
    // There may be some from now on; a task that never says so saves the close.
    void expect() noexcept { expected_ = true; }

    // False if the task has ended; then the function is destroyed.
    bool add(runnable& function) noexcept
    {
        if (queue_.push(function) != mpsc_queue::pushed::refused)
            return true;
        function.destroy();
        return false;
    }

    void run(task_host& host) noexcept
    {
        run_all([&host] { host.unhandled(std::current_exception()); });
    }

    // The same where the host may be gone.
    void run_unheard() noexcept
    {
        run_all([] {});
    }

    // Those too that are added by what is destroyed.
    void destroy() noexcept
    {
        while (auto* const chain = queue_.drain())
            destroy(chain);
    }

    void close() noexcept
    {
        if (expected_)
            destroy(queue_.close());
    }

private:
    template<class Failed>
    void run_all(Failed failed) noexcept
    {
        for (auto* chain = queue_.drain(); chain;) {
            try {
                std::exchange(chain, chain->next)->run();
            } catch (...) {
                failed();
            }
        }
    }

    static void destroy(runnable* chain) noexcept
    {
        while (chain)
            std::exchange(chain, chain->next)->destroy();
    }

    mpsc_queue queue_;
    bool expected_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_FUNCTIONS_HPP
