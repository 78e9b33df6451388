// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/pending_reply.h"

#include "pmix/ops/reply.h"
#include "util/log.h"

#include <cerrno>
#include <utility>

namespace dbgr::pmix {

Status statusOf(const util::Error& error)
{
    if (error.code.category() == pmixCategory())
        return static_cast<Status>(error.code.value());
    if (error.code == std::errc::permission_denied || error.code == std::errc::operation_not_permitted)
        return Status::ErrNoPermissions;
    if (error.code == std::errc::no_such_file_or_directory)
        return Status::ErrNotFound;
    return Status::Error;
}

PendingReply::PendingReply(WireFormat format, Send send) : m_format(format), m_send(std::move(send))
{}

PendingReply::~PendingReply()
{
    if (m_send)
        status(Status::Error);
}

void PendingReply::status(Status status)
{
    auto body = encodeStatusReply(m_format, status);
    finish(body ? std::optional<std::string>(*std::move(body)) : std::nullopt);
}

void PendingReply::body(util::Result<std::string> body)
{
    if (body)
        return finish(*std::move(body));
    util::log::warning("pmix", "a reply cannot be encoded", {{"why", body.error().message()}});
    status(Status::ErrPackFailure);
}

void PendingReply::finish(std::optional<std::string> body)
{
    if (const auto send = std::exchange(m_send, nullptr))
        send(std::move(body));
}

Answer<void> statusAnswer(Reply reply)
{
    return [reply = std::move(reply)](const util::Result<void>& result) {
        if (result)
            reply->status(Status::Success);
        else
            reply->error(result.error());
    };
}

} // namespace dbgr::pmix
