// SPDX-License-Identifier: GPL-3.0-or-later
// Notes all that a stream tells. Thread: the test's.
#pragma once

#include "net/byte_stream.h"

#include <optional>

namespace dbgr::test {

/// What came from one stream. \pre outlives the stream, or the stream is closed before
struct StreamLog
{
    explicit StreamLog(net::ByteStream& stream)
    {
        stream.setReader([this](std::string_view bytes) { received += bytes; });
        stream.setClosed([this](const util::Result<void>& why) { end = why; });
    }
    StreamLog(const StreamLog&) = delete;
    StreamLog& operator=(const StreamLog&) = delete;

    [[nodiscard]] bool ended() const { return end.has_value(); }
    [[nodiscard]] bool endedCleanly() const { return end && end->has_value(); }
    /// The code of the error that ended it; no error when it was a clean end, or none yet.
    [[nodiscard]] std::error_code errorCode() const { return end && !*end ? end->error().code : std::error_code(); }

    /// The words of that error; "" when there is none.
    [[nodiscard]] std::string errorText() const { return end && !*end ? end->error().message() : std::string(); }

    std::string received;
    std::optional<util::Result<void>> end;
};

} // namespace dbgr::test
