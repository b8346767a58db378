// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_WRITER_HPP
#define SONDA_SINK_WRITER_HPP

#include <concepts>
#include <ios>
#include <ostream>
#include <string_view>

namespace sonda::sink {

/** Where a streaming sink puts its bytes.

    @li `write(bytes)` takes bytes, all of them; it may hold them back.
    @li `flush()` hands on what was held back: once it returns, a reader sees everything.

    Both throw `std::system_error` (or what derives from it) where the bytes cannot be written.

    @par Models
    @li @ref sonda::sink::ostream_writer
    @li @ref sonda::sink::fd_writer
*/
template<class T>
concept writer = std::move_constructible<T> && requires(T& out, std::string_view bytes) {
    out.write(bytes);
    out.flush();
};

/** Writes to a stream of the standard library, which must outlive it.

    @par Thread safety
    As the stream.
*/
class ostream_writer
{
public:
    /// Writes to `out`; implicit, so that `sink::text{std::cout}` reads as it should.
    ostream_writer(std::ostream& out) noexcept
        : out_(&out)
    {}

    /// Writes all of `bytes`. Throws `std::ios_base::failure` if the stream fails.
    void write(std::string_view bytes)
    {
        out_->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        check();
    }

    /// Flushes the stream. Throws `std::ios_base::failure` if the stream fails.
    void flush()
    {
        out_->flush();
        check();
    }

private:
    void check() const
    {
        if (!*out_)
            throw std::ios_base::failure("the stream cannot be written to", std::io_errc::stream);
    }

    std::ostream* out_;
};

static_assert(writer<ostream_writer>);

} // namespace sonda::sink

#endif // SONDA_SINK_WRITER_HPP
