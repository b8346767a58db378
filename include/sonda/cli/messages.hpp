// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_MESSAGES_HPP
#define SONDA_CLI_MESSAGES_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace sonda::cli {

/** What the command says on standard error, a line at a time.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class messages
{
public:
    /// Says notes only if `verbose`.
    explicit messages(bool verbose = false, int descriptor = STDERR_FILENO) noexcept
        : descriptor_(descriptor)
        , verbose_(verbose)
    {}

    /// Is called before every line, e.g. to take a status line away.
    void before_line(std::function<void()> prepare) { prepare_ = std::move(prepare); }

    /// `sonda: text`; the text must be safe to print.
    void say(std::string_view text)
    {
        if (prepare_)
            prepare_();
        std::string line = "sonda: ";
        (line += text) += '\n';
        write(line);
    }

    /// As @ref say, for those who want to know more.
    void note(std::string_view text)
    {
        if (verbose_)
            say(text);
    }

    /// As @ref say, of input that cannot be used; it is counted.
    void bad_input(std::string_view text)
    {
        ++bad_inputs_;
        say(text);
    }

    /// How much input could not be used.
    std::uint64_t bad_inputs() const noexcept { return bad_inputs_; }

    /// True if notes are said.
    bool verbose() const noexcept { return verbose_; }

    /// Where it is said.
    int descriptor() const noexcept { return descriptor_; }

    /// Writes as it is; that nobody can read it is no error.
    void write(std::string_view text) const noexcept
    {
        while (!text.empty()) {
            auto const written = ::write(descriptor_, text.data(), text.size());
            if (written <= 0)
                return;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }

private:
    std::function<void()> prepare_;
    std::uint64_t bad_inputs_ = 0;
    int descriptor_;
    bool verbose_;
};

} // namespace sonda::cli

#endif // SONDA_CLI_MESSAGES_HPP
