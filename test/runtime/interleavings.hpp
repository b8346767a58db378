// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_RUNTIME_INTERLEAVINGS_HPP
#define SONDA_TEST_RUNTIME_INTERLEAVINGS_HPP

// Runs a few threads of a model in every order in which their atomic operations can happen, on a machine with store
// buffers (x86-TSO; P. Sewell et al., "x86-TSO: A Rigorous and Usable Programmer's Model", 2010): a store that is not
// sequentially consistent reaches the others at any later moment, in order; loads see the own ones at once; an operation
// that reads and writes, and a sequentially consistent store, drains the buffer first. The code under test takes
// model_atomic for std::atomic and is otherwise the real one. Threads are contexts of one thread. A state that was seen
// before (all atomics and buffers, and what each thread has read so far) is not explored again.

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <ucontext.h>

// The sanitizers cannot follow such contexts.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SONDA_TEST_NO_CONTEXTS
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SONDA_TEST_NO_CONTEXTS
#endif
#endif

namespace test {

struct model_cell;

// What the explorer knows of one run of the model.
class interleavings
{
public:
    struct result
    {
        std::size_t runs = 0;
        std::size_t states = 0;
        std::string fault; // empty if there was none
    };

    static constexpr std::size_t unbounded = static_cast<std::size_t>(-1);

    // Where all orders are too many: those with so few preemptions, that is, changes from a thread that could go on. Most
    // faults need two or three (M. Musuvathi, S. Qadeer, "Iterative Context Bounding for Systematic Testing of
    // Multithreaded Programs", PLDI 2007).
    //
    // The model is made anew for each run. It has threads(), functions that are its threads, and check(), called at the
    // end, which returns what is wrong or nothing.
    template<class Model>
    static result explore(std::size_t most_preemptions = unbounded)
    {
        interleavings all;
        all.most_preemptions_ = most_preemptions;
        result found;
        do {
            ++found.runs;
            found.fault = all.run<Model>();
        } while (found.fault.empty() && all.next_trail());
        found.states = all.seen_.size();
        return found;
    }

    static interleavings*& current()
    {
        static interleavings* one = nullptr;
        return one;
    }

    // By a thread at the head of a loop: all that it has read so far is in this number.
    void forget(std::uint64_t state)
    {
        if (running_)
            running_->history = mix(state, 77);
    }

    // By the atomics.

    bool inside() const { return running_ != nullptr; }

    void point()
    {
        if (!running_)
            return;
        note(5); // that it has come this far
        leave();
    }

    void note(std::uint64_t value)
    {
        if (running_)
            running_->history = mix(running_->history, value);
    }

    void add(model_cell& cell) { cells_.push_back(&cell); }
    void buffer(model_cell& cell, std::uint64_t raw) { running_->stores.push_back({&cell, raw}); }
    void drain();
    bool forward(model_cell const& cell, std::uint64_t& raw) const;

    // Waits until somebody notifies the cell.
    void block(model_cell const& cell)
    {
        running_->blocked_on = &cell;
        leave();
    }

    void notify(model_cell const& cell, bool all)
    {
        for (auto& one : threads_)
            if (one->blocked_on == &cell) {
                one->blocked_on = nullptr;
                if (!all)
                    return;
            }
    }

    // A number for a pointer that is the same in every run.
    std::uint64_t name_of(void const* pointer)
    {
        return pointer ? names_.emplace(pointer, names_.size() + 1).first->second : 0;
    }

    static std::uint64_t mix(std::uint64_t a, std::uint64_t b)
    {
        a = (a ^ b) * 0x9e3779b97f4a7c15U;
        return a ^ (a >> 29);
    }

private:
    static constexpr std::size_t stack_size = 64 * 1024;

    struct store
    {
        model_cell* cell;
        std::uint64_t raw;
    };

    struct thread
    {
        std::function<void()> body;
        std::size_t number = 0; // from 1
        ucontext_t context;
        std::deque<store> stores;
        model_cell const* blocked_on = nullptr;
        std::uint64_t history = 1;
        std::jmp_buf place;
        bool begun = false;
        bool done = false;

        bool ready() const { return !done && !blocked_on; }
    };

    struct choice
    {
        std::size_t taken;
        std::size_t of;
    };

    template<class Model>
    std::string run()
    {
        threads_.clear();
        cells_.clear();
        names_.clear();
        current() = this;
        auto const model = std::make_unique<Model>();
        for (auto& body : model->threads())
            start(std::move(body));
        auto fault = schedule();
        running_ = nullptr;
        if (fault.empty())
            fault = model->check();
        current() = nullptr;
        return fault;
    }

    void start(std::function<void()> body)
    {
        threads_.push_back(std::make_unique<thread>());
        auto& one = *threads_.back();
        one.body = std::move(body);
        one.number = threads_.size();
        getcontext(&one.context);
        if (stacks_.size() < threads_.size())
            stacks_.push_back(std::make_unique<char[]>(stack_size));
        one.context.uc_stack.ss_sp = stacks_[threads_.size() - 1].get();
        one.context.uc_stack.ss_size = stack_size;
        one.context.uc_link = nullptr;
        makecontext(&one.context, reinterpret_cast<void (*)()>(&interleavings::enter), 0);
    }

    static void enter()
    {
        auto* const self = current()->running_;
        self->body();
        self->done = true;
        _longjmp(current()->scheduler_, 1);
    }

    // Back to the scheduler, until that comes back here. A jump, as swapcontext would ask the kernel for the mask of
    // signals each time.
    void leave()
    {
        if (_setjmp(running_->place) == 0)
            _longjmp(scheduler_, 1);
    }

    // One run, along the trail as far as it goes, and then the first way at each fork.
    std::string schedule()
    {
        bool known = false;
        last_ = nullptr;
        preemptions_ = 0;
        for (std::size_t step = 0;; ++step) {
            bool const stays = last_ && last_->ready() && preemptions_ == most_preemptions_;
            std::vector<std::pair<thread*, bool>> possible; // who, and whether his buffer
            for (auto& one : threads_) {
                if (one->ready() && (!stays || one.get() == last_))
                    possible.push_back({one.get(), false});
                if (!one->stores.empty())
                    possible.push_back({one.get(), true});
            }
            if (possible.empty())
                return all_done() ? "" : "a thread waits for ever";
            if (step == longest)
                return "a run without end";
            known = known || (step >= trail_.size() && !seen_.insert(state()).second);
            if (!known && step >= trail_.size())
                trail_.push_back({0, possible.size()});
            auto const [who, flush] = possible[known ? step % possible.size() : trail_[step].taken];
            if (flush)
                flush_one(*who);
            else {
                preemptions_ += last_ && last_ != who && last_->ready();
                last_ = who;
                resume(*who);
            }
        }
    }

    void resume(thread& one)
    {
        running_ = &one;
        if (_setjmp(scheduler_) == 0)
            enter_or_continue();
        running_ = nullptr;
    }

    [[noreturn]] void enter_or_continue()
    {
        if (std::exchange(running_->begun, true))
            _longjmp(running_->place, 1);
        setcontext(&running_->context);
        std::abort();
    }

    static void flush_one(thread& one);
    std::uint64_t state();

    bool all_done() const
    {
        for (auto const& one : threads_)
            if (!one->done)
                return false;
        return true;
    }

    bool next_trail()
    {
        while (!trail_.empty() && trail_.back().taken + 1 == trail_.back().of)
            trail_.pop_back();
        if (trail_.empty())
            return false;
        ++trail_.back().taken;
        return true;
    }

    static constexpr std::size_t longest = 5000;

    std::size_t most_preemptions_ = unbounded;
    std::size_t preemptions_ = 0; // of this run, so far
    thread* last_ = nullptr; // who has run last
    std::jmp_buf scheduler_;
    thread* running_ = nullptr;
    std::vector<std::unique_ptr<thread>> threads_;
    std::vector<std::unique_ptr<char[]>> stacks_; // kept from run to run
    std::vector<model_cell*> cells_;
    std::map<void const*, std::uint64_t> names_;
    std::vector<choice> trail_;
    std::unordered_set<std::uint64_t> seen_;
};

struct model_cell
{
    model_cell() { interleavings::current()->add(*this); }
    model_cell(model_cell const&) = delete;
    model_cell& operator=(model_cell const&) = delete;

    virtual void put(std::uint64_t raw) = 0;
    virtual std::uint64_t named() const = 0;

protected:
    ~model_cell() = default;
};

inline void interleavings::flush_one(thread& one)
{
    one.stores.front().cell->put(one.stores.front().raw);
    one.stores.pop_front();
}

inline void interleavings::drain()
{
    while (running_ && !running_->stores.empty())
        flush_one(*running_);
}

inline bool interleavings::forward(model_cell const& cell, std::uint64_t& raw) const
{
    if (running_)
        for (auto at = running_->stores.rbegin(); at != running_->stores.rend(); ++at)
            if (at->cell == &cell) {
                raw = at->raw;
                return true;
            }
    return false;
}

inline std::uint64_t interleavings::state()
{
    std::uint64_t hash = 0;
    if (most_preemptions_ != unbounded)
        hash = mix(last_ ? last_->number : 0, preemptions_);
    for (auto const* cell : cells_)
        hash = mix(hash, cell->named());
    for (auto const& one : threads_) {
        hash = mix(hash, one->history + (one->done ? 3U : 0U));
        hash = mix(hash, name_of(one->blocked_on));
        for (auto const& waiting : one->stores)
            hash = mix(mix(hash, name_of(waiting.cell)), waiting.raw);
    }
    return hash;
}

} // namespace test

#endif // SONDA_TEST_RUNTIME_INTERLEAVINGS_HPP
