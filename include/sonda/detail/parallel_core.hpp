// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_PARALLEL_CORE_HPP
#define SONDA_DETAIL_PARALLEL_CORE_HPP

#include <sonda/detail/context_watch.hpp>
#include <sonda/detail/drain_gate.hpp>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/strand.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace sonda::detail {

// What a parallel scan object and its operation share: the scanners of the parts, and how they are told to end.
template<class Scanner>
class parallel_core
{
public:
    using scanner_type = Scanner;
    using executor_type = typename Scanner::executor_type;

    // What an operation does when the context of a part goes that has ended already.
    class loser
    {
    public:
        virtual void lose(std::size_t part) = 0;

    protected:
        ~loser() = default;
    };

    // What lives on the execution context of a part, and goes with it.
    struct resident
    {
        explicit resident(Scanner from)
            : scanner(std::move(from))
            , gate(scanner.get_executor())
            , drain_executor(scanner.get_executor())
        {}

        Scanner scanner;
        drain_gate<executor_type> gate;
        boost::asio::strand<executor_type>
            drain_executor; // of the wait for the sink, if this part is the one that waits
    };

    struct part
    {
        explicit part(Scanner from)
            : executor(from.get_executor())
            , here(std::in_place, std::move(from))
        {}

        executor_type executor;
        std::optional<resident> here;
        std::optional<context_watch> watch;
        boost::asio::cancellation_signal signal;
        bool ended = false; // of the operation that runs
    };

    executor_type executor() const { return parts.front().executor; }

    // Lets go of each part when its execution context is destroyed.
    static void watch(std::shared_ptr<parallel_core> const& core)
    {
        for (std::size_t i = 0; i != core->parts.size(); ++i)
            core->parts[i].watch.emplace(core->parts[i].executor, [watched = std::weak_ptr(core), i] {
                if (auto const alive = watched.lock())
                    alive->context_ends(i);
            });
    }

    // What a part has on its execution context goes.
    void lose(std::size_t number)
    {
        std::lock_guard const lock(mutex);
        parts[number].here.reset();
    }

    // Nobody has to wait for the sink any more.
    void open_gates()
    {
        std::lock_guard const lock(mutex);
        for (auto& each : parts)
            if (each.here)
                each.here->gate.open();
    }

    // An operation begins; gives its number.
    std::uint64_t enter(loser& operation)
    {
        std::lock_guard const lock(mutex);
        running_ = &operation;
        for (auto& each : parts)
            each.ended = false;
        return ++number_;
    }

    void end_part(std::size_t number)
    {
        std::lock_guard const lock(mutex);
        parts[number].ended = true;
    }

    void leave()
    {
        std::lock_guard const lock(mutex);
        running_ = nullptr;
    }

    // Tells all parts of an operation to end, from any thread; nothing happens if it has ended.
    void cancel(std::uint64_t number, boost::asio::cancellation_type how)
    {
        std::lock_guard const lock(mutex);
        if (running_ && number == number_)
            for (auto& each : parts)
                each.signal.emit(how);
    }

    // The owner goes away.
    void close()
    {
        std::lock_guard const lock(mutex);
        cancel(number_, boost::asio::cancellation_type::terminal);
    }

    std::deque<part> parts;
    std::atomic<bool> claimed = false;
    std::mutex memory; // of the allocator that the parts share
    std::recursive_mutex mutex; // who begins an operation holds it, so that whoever ends it meets all of its parts

private:
    // A part that is under way has its handler on the context: it goes with that, and tells the operation.
    void context_ends(std::size_t number)
    {
        std::lock_guard const lock(mutex);
        if (!running_)
            lose(number);
        else if (parts[number].ended)
            running_->lose(number);
    }

    std::uint64_t number_ = 0;
    loser* running_ = nullptr;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_PARALLEL_CORE_HPP
