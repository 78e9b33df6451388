// SPDX-License-Identifier: BSD-3-Clause
// A connection as its users see it, whatever is below: TCP, TLS over it, a pipe, or a test's memory.
// Sits between the descriptors of this folder and the protocols (pmix::Connection, dbgwire::Channel).
// Thread: all of it on the owner, that of the scheduler on which the stream was made.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace dbgr::net {

/// Bytes in order, both ways, until one side closes.
///
/// Callbacks run from the scheduler, never inside a call to the stream; none runs after close(), after the closed
/// callback, or after destruction. A callback may close or destroy the stream.
class ByteStream
{
public:
    /// The view dies with the call.
    using OnBytes = std::function<void(std::string_view)>;
    /// A value: the other side ended the stream in an orderly way. An error: why it broke. Runs at most once.
    using OnClosed = std::function<void(util::Result<void>)>;
    /// true: more output waits than the high mark, hold back; false: it fell to the low mark, go on.
    using OnPressure = std::function<void(bool)>;

    /// Output that waits beyond this closes the stream with Errc::TooMuchOutput: nobody is reading.
    static constexpr std::size_t kMaxOutputBytes = std::size_t{64} << 20;
    static constexpr std::size_t kDefaultLowMark = std::size_t{256} << 10;
    static constexpr std::size_t kDefaultHighMark = std::size_t{1} << 20;

    virtual ~ByteStream() = default;

    /// Who gets the bytes from now on. Nothing is read before the first reader is set, so nothing is lost; the end of
    /// the stream may not be noticed before either.
    virtual void setReader(OnBytes reader) = 0;
    /// Who learns that the stream ended; when it has already, the callback is on its way.
    virtual void setClosed(OnClosed closed) = 0;
    /// Queues all of `bytes`, and sends what can be sent at once. Of no effect on a stream that ended.
    virtual void write(std::string_view bytes) = 0;
    /// Ends the stream; output that the system has not taken yet is lost.
    virtual void close() = 0;
    [[nodiscard]] virtual bool isOpen() const = 0;

    /// Holds incoming bytes back where they are, so that the sender feels it. The end of the stream waits as well.
    virtual void pauseReading() = 0;
    virtual void resumeReading() = 0;

    /// Bytes written that the system has not taken yet.
    [[nodiscard]] virtual std::size_t outputBytes() const = 0;
    /// When to call back about waiting output; both 0: when any waits, and when none does. \pre lowMark <= highMark
    virtual void setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure) = 0;

    /// For messages to people: "127.0.0.1:4711", "a pipe".
    [[nodiscard]] virtual std::string peerAddress() const = 0;
};

} // namespace dbgr::net
