// SPDX-License-Identifier: BSD-3-Clause
// The answer that one request is owed: given once, by whoever serves it, at any time. Between services and connection.
// Thread: its owner's.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/server/requester.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <functional>
#include <memory>
#include <string>

namespace dbgr::pmix {

/// The status that a peer is told about an error.
[[nodiscard]] Status statusOf(const util::Error& error);

/// Shared by the closures that may give the answer. When the last one is dropped without having done so, the request
/// is answered with Status::Error: a peer never waits for a host that has forgotten it.
class PendingReply
{
public:
    /// Gets the body, or nothing for a request that is not answered. Called once.
    using Send = std::function<void(std::optional<std::string> body)>;

    PendingReply(WireFormat format, Send send);
    ~PendingReply();
    PendingReply(const PendingReply&) = delete;
    PendingReply& operator=(const PendingReply&) = delete;

    [[nodiscard]] WireFormat format() const { return m_format; }

    /// A reply that is a status and nothing else.
    void status(Status status);
    void error(const util::Error& error) { status(statusOf(error)); }
    /// An encoded reply; one that could not be encoded is told as such.
    void body(util::Result<std::string> body);
    /// The command has no reply.
    void none() { finish(std::nullopt); }

private:
    void finish(std::optional<std::string> body);

    const WireFormat m_format;
    Send m_send;
};

using Reply = std::shared_ptr<PendingReply>;

/// Answers with a status.
[[nodiscard]] Answer<void> statusAnswer(Reply reply);

/// Answers with what `encode(value)` makes of the result, or with the error's status.
template <class T, class Encode>
[[nodiscard]] Answer<T> bodyAnswer(Reply reply, Encode encode)
{
    return [reply = std::move(reply), encode = std::move(encode)](util::Result<T> result) {
        if (result)
            reply->body(encode(*result));
        else
            reply->error(result.error());
    };
}

} // namespace dbgr::pmix
