// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DOCUMENT_HPP
#define SONDA_DETAIL_DOCUMENT_HPP

#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/writer.hpp>

#include <string>
#include <utility>

namespace sonda::detail {

/// What the sinks share that write as the scan goes: where to, what is written next, and what happens once only.
template<sink::writer Writer>
class document
{
public:
    document(Writer out, sink::annotations notes)
        : out_(std::move(out))
        , notes_(std::move(notes))
    {}

    sink::annotations const& notes() const noexcept { return notes_; }

    /// Whether it begins with this call: true once.
    bool begins() noexcept { return !std::exchange(begun_, true); }

    bool begun() const noexcept { return begun_; }

    /// Whether it ends with this call: true once.
    bool ends() noexcept { return !std::exchange(ended_, true); }

    /// What is known of a scan that nobody announced.
    sink::scan_info unannounced() const
    {
        sink::scan_info info;
        info.started = notes_.clock();
        return info;
    }

    /// What is written next, empty; its memory is kept.
    std::string& line() noexcept
    {
        line_.clear();
        return line_;
    }

    /// Writes the line, which the next write flushes. Throws what the writer throws.
    void hold() { out_.write(line_); }

    /// Throws what the writer throws.
    void flush() { out_.flush(); }

    /// Writes the line and flushes. Throws what the writer throws.
    void write()
    {
        hold();
        flush();
    }

private:
    Writer out_;
    sink::annotations notes_;
    std::string line_;
    bool begun_ = false;
    bool ended_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DOCUMENT_HPP
