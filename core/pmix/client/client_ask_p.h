// SPDX-License-Identifier: BSD-3-Clause
// What the parts of Client's implementation share. Thread: the loop's.
#pragma once

#include "pmix/client/client.h"
#include "pmix/ops/reply.h"
#include "pmix/server/directives.h"
#include "pmix/types/keys.h"

#include <chrono>
#include <utility>

namespace dbgr::pmix {

/// The Standard knows no limit but the caller's; the timers want one.
inline constexpr util::Duration kForever = std::chrono::hours(24 * 365);

/// PMIX_TIMEOUT, where it is given.
inline util::Duration limitOf(std::span<const Info> infos)
{
    return timeoutOf(infos).value_or(kForever);
}

/// The commonest reply, as ask() wants its decoder.
inline util::Result<void> readStatus(WireFormat format, std::string_view body)
{
    return decodeStatusReply(format, body);
}

template <class T, class Encode, class Decode>
void Client::ask(const char* what, ServerLink::Limit limit, Encode encode, Decode decode, Done<T> done)
{
    ServerLink& link = m_servers.empty() ? m_own : m_servers.front()->link;
    link.ask<T>(what, limit, std::move(encode), std::move(decode), std::move(done));
}

template <class T>
void Client::later(Done<T> done, util::Result<T> result)
{
    if (done)
        m_loop.post(m_lifetime.guard(
            [done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); }));
}

} // namespace dbgr::pmix
