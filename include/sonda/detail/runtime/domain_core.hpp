// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_DOMAIN_CORE_HPP
#define SONDA_DETAIL_RUNTIME_DOMAIN_CORE_HPP

#include <sonda/detail/runtime/asio_drive_cache.hpp>
#include <sonda/detail/runtime/domain_tasks.hpp>
#include <sonda/detail/runtime/inner_reactor.hpp>
#include <sonda/detail/runtime/mpsc_queue.hpp>
#include <sonda/detail/runtime/run_queue.hpp>
#include <sonda/detail/runtime/task_host.hpp>

#include <boost/assert.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

namespace sonda::detail {

// Different in each thread that lives.
inline void const* this_thread_mark() noexcept
{
    static thread_local constinit char mark = 0;
    return &mark;
}

// The state of a local_domain, which its spawners share: they hold its memory, and after the domain is gone its inbox
// refuses.
class domain_core final : public task_host
{
public:
    // The level of a node that a spawner has sent and that has not run: an accepted function, or a task that has yet
    // to be counted as live.
    static constexpr std::uint8_t command_level = 0xff;
    static constexpr std::uint8_t local_level = 1;
    static constexpr unsigned deepest_inline = 16;

    domain_core(std::function<void(std::exception_ptr)> on_unhandled, std::function<void()> on_arrival)
        : task_host(1)
        , on_unhandled_(std::move(on_unhandled))
        , on_arrival_(std::move(on_arrival))
    {}

    // --- what the owner does

    bool on_owner() const noexcept { return owner_ == this_thread_mark(); }

    // One step; false if there was nothing to do. A node that throws has still been a step, of which unhandled hears.
    bool step(std::size_t& commands)
    {
        if (++steps_since_poll_ >= steps_between_polls || (ready_.empty() && !inbox_chain_))
            poll_reactor();
        ready_.append(remote_.drain());
        if (take_command())
            ++commands;
        auto* const node = take_ready();
        if (!node)
            return false;
        node->run();
        return true;
    }

    // Steps while the condition holds and there is something to do; how many it were.
    template<class Condition>
    std::size_t drive(std::size_t& commands, Condition goes_on)
    {
        BOOST_ASSERT_MSG(on_owner(), "a local_domain is driven by the thread that made it");
        std::shared_ptr<domain_core> last; // the last to go, if a step destroys the domain
        driving const here(*this);
        asio_drive_cache::scope const caches(cache_);
        std::size_t steps = 0;
        if (!ready_.empty())
            poll_reactor(); // else the first step does
        for (bool more = true; more;) {
            try {
                while ((more = goes_on(steps) && !gone_ && step(commands)))
                    ++steps;
            } catch (...) {
                ++steps;
                unhandled(std::current_exception());
            }
        }
        if (gone_ && depth_ == 1)
            last = std::move(kept_);
        return steps;
    }

    // Sleeps until something may be there to do, or the time has come.
    template<class TimePoint>
    void wait_until(TimePoint until)
    {
        ready_.append(remote_.drain());
        if (!ready_.empty() || inbox_chain_)
            return;
        driving const here(*this);
        asio_drive_cache::scope const caches(cache_);
        polling const completions_are_queued(*this);
        reactor_.sleep_until(until, [this] { return inbox_.empty() && remote_.empty(); });
    }

    bool idle() const noexcept { return ready_.empty() && !inbox_chain_ && inbox_.empty() && remote_.empty(); }

    bool empty() const noexcept { return idle() && tasks_.count() == 0; }

    // --- what anybody does

    // A function or a task of a spawner. False if the domain takes none.
    bool accept(runnable& node) noexcept
    {
        node.level = command_level;
        auto const result = inbox_.push(node);
        if (result == mpsc_queue::pushed::first)
            announce();
        return result != mpsc_queue::pushed::refused;
    }

    bool closed() const noexcept { return inbox_.is_closed(); }

    // How many functions wait of those whose number is bounded.
    std::atomic<std::size_t>& waiting() noexcept { return waiting_; }

    void schedule(runnable& node, schedule_reason) noexcept override
    {
        if (on_owner())
            return gone_ ? node.destroy() : ready_.push(node);
        // A node that is queued may end the last task, and with that the domain, before this returns: end waits for it.
        visitors_.fetch_add(1, std::memory_order_relaxed);
        auto const result = remote_.push(node);
        if (result == mpsc_queue::pushed::first)
            announce();
        visitors_.fetch_sub(1, std::memory_order_release);
        if (result == mpsc_queue::pushed::refused)
            node.destroy();
    }

    bool task_began(live_link& task) noexcept override
    {
        tasks_.insert(task); // what is accepted is counted, also while the domain closes
        return true;
    }

    void task_ended(live_link& task) noexcept override { tasks_.remove(task); }

    void unhandled(std::exception_ptr error) noexcept override
    {
        if (on_unhandled_)
            on_unhandled_(std::move(error));
    }

    bool runs_here() const noexcept override { return current_ == this; }
    boost::asio::execution_context& services() noexcept override { return reactor_.context(); }
    void work_started() noexcept override { reactor_.work_started(); }
    void work_finished() noexcept override { reactor_.work_finished(); }

    // Whether a function may be called by who submits it; if so within an inline_call.
    bool may_inline() const noexcept { return runs_here() && !polling_ && inline_depth_ < deepest_inline; }

    class inline_call
    {
    public:
        explicit inline_call(domain_core& core) noexcept
            : core_(core)
        {
            ++core_.inline_depth_;
        }

        ~inline_call() { --core_.inline_depth_; }
        inline_call(inline_call const&) = delete;

    private:
        domain_core& core_;
    };

    // --- the end, by the owner

    // Refuses from now on; what was accepted stays.
    void close() noexcept
    {
        run_queue all;
        all.append(inbox_chain_);
        all.append(inbox_.close());
        inbox_chain_ = all.pop();
    }

    // True when everything that was accepted has come to its end.
    bool drained() const noexcept { return tasks_.count() == 0 && !inbox_chain_ && commands_ready_ == 0; }

    // What was accepted and has not ended: live tasks, and what has not been taken in.
    std::size_t remaining() const noexcept { return tasks_.count() + accepted(); }

    // Ends everything: queued functions are destroyed, tasks cancelled. Operations of Asio get their chance to say that
    // they were aborted; what does not take it goes with the services. A thread that has begun to wake a task is waited
    // for; not so a task that runs now, below this call.
    void cancel_everything() noexcept
    {
        BOOST_ASSERT_MSG(on_owner(), "a local_domain is shut down by the thread that made it");
        close();
        bool const nested = runs_here();
        driving const here(*this);
        for (;;) {
            bool destroyed = destroy_queued(); // what has ended already need not be cancelled
            tasks_.cancel_all();
            destroyed = destroy_queued() || destroyed;
            if (poll_reactor() || destroyed)
                continue;
            if (tasks_.count() == 0 || nested)
                return;
            std::this_thread::yield();
        }
    }

    // Nothing of the domain is used afterwards but its inbox, which refuses; and who drives it now, further up, ends.
    void end(std::shared_ptr<domain_core> self) noexcept
    {
        if (depth_ != 0)
            kept_ = std::move(self);
        cancel_everything();
        gone_ = true;
        reactor_.shutdown();
        for (auto* chain = remote_.close(); chain;)
            std::exchange(chain, chain->next)->destroy();
        while (visitors_.load(std::memory_order_acquire) != 0)
            std::this_thread::yield();
    }

private:
    static constexpr unsigned steps_between_polls = 64;

    class driving
    {
    public:
        explicit driving(domain_core& core) noexcept
            : core_(core)
            , outer_(std::exchange(current_, &core))
        {
            ++core_.depth_;
        }

        ~driving()
        {
            --core_.depth_;
            current_ = outer_;
        }

        driving(driving const&) = delete;

    private:
        domain_core& core_;
        domain_core* outer_;
    };

    class polling
    {
    public:
        explicit polling(domain_core& core) noexcept
            : core_(core)
            , outer_(std::exchange(core.polling_, true))
        {}

        ~polling() { core_.polling_ = outer_; }
        polling(polling const&) = delete;

    private:
        domain_core& core_;
        bool outer_;
    };

    void announce() noexcept
    {
        reactor_.wake();
        if (on_arrival_)
            on_arrival_();
    }

    bool take_command() noexcept
    {
        if (!inbox_chain_ && !(inbox_chain_ = inbox_.drain()))
            return false;
        ready_.push(*std::exchange(inbox_chain_, inbox_chain_->next));
        ++commands_ready_;
        return true;
    }

    runnable* take_ready() noexcept
    {
        auto* const node = ready_.pop();
        if (node)
            commands_ready_ -= node->level == command_level;
        return node;
    }

    // Completions of Asio come into the queue, each a step of its own.
    bool poll_reactor() noexcept
    {
        steps_since_poll_ = 0;
        if (!reactor_.wanted())
            return false;
        polling const completions_are_queued(*this);
        bool served = false;
        try {
            served = reactor_.poll() != 0;
        } catch (...) {
            served = true;
            unhandled(std::current_exception());
        }
        return served;
    }

    bool destroy_queued() noexcept
    {
        bool any = false;
        ready_.append(remote_.drain());
        while (auto* const node = take_ready()) {
            node->destroy();
            any = true;
        }
        for (; inbox_chain_; any = true)
            std::exchange(inbox_chain_, inbox_chain_->next)->destroy();
        return any;
    }

    std::size_t accepted() const noexcept
    {
        std::size_t sum = commands_ready_;
        for (auto const* node = inbox_chain_; node; node = node->next)
            ++sum;
        return sum;
    }

    static inline thread_local constinit domain_core* current_ = nullptr;

    void const* const owner_ = this_thread_mark();
    run_queue ready_;
    runnable* inbox_chain_ = nullptr; // taken over, the oldest first
    unsigned steps_since_poll_ = 0;
    unsigned inline_depth_ = 0;
    unsigned depth_ = 0; // of who drives inside of who drives
    std::size_t commands_ready_ = 0; // in ready_
    std::shared_ptr<domain_core> kept_; // if the domain goes before who drives it
    bool polling_ = false;
    bool gone_ = false;
    domain_tasks tasks_;
    asio_drive_cache cache_;
    std::function<void(std::exception_ptr)> on_unhandled_;
    std::function<void()> on_arrival_;
    std::atomic<std::size_t> waiting_ = 0;
    std::atomic<int> visitors_ = 0; // other threads inside schedule
    inner_reactor reactor_;
    alignas(64) mpsc_queue inbox_; // what spawners send: refused after the close
    alignas(64) mpsc_queue remote_; // what other threads schedule: never refused while the domain lives
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_DOMAIN_CORE_HPP
