// SPDX-License-Identifier: BSD-3-Clause
// Our end of the connection with one server: every operation of a tool or a client is a question put to it. Between
// the operations and the connection. Thread: that of its scheduler.
#pragma once

#include "pmix/session/connection.h"
#include "pmix/types/status.h"
#include "util/lifetime.h"
#include "util/result.h"
#include "util/scheduler.h"
#include "util/thread_check.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::pmix {

/// Holds a connection, or none, and asks over it. What is to be told of an answer is told from the scheduler, never
/// inside a call, and not once this is destroyed.
class ServerLink
{
public:
    template <class T>
    using Done = std::function<void(util::Result<T>)>;
    using Limit = std::optional<util::Duration>;

    /// \param requestLimit for questions that name none of their own
    ServerLink(util::Scheduler& scheduler, util::Duration requestLimit);

    /// Takes over a connection and begins to read. An older one is closed, as by retire().
    void adopt(std::unique_ptr<Connection> connection, Connection::Handlers handlers);
    /// Closes without a word. What waits for a reply is told Status::ErrLostConnection.
    void retire();
    /// For onClosed of the handlers: lets go of the connection, which is still on the stack below.
    void forget();

    /// Null after retire() and forget().
    [[nodiscard]] Connection* connection() const { return m_connection.get(); }
    [[nodiscard]] bool isOpen() const { return m_connection && m_connection->isOpen(); }
    /// Of an open connection, else null.
    [[nodiscard]] const Peer* peer() const { return isOpen() ? &m_connection->peer() : nullptr; }

    /// Encodes, sends, and has `decode` read the reply.
    /// \param what for errors: "PMIx_Spawn" \param encode format -> Result<string> \param decode format, body ->
    /// Result<T> \errors (of done) Status::ErrUnreach without a connection, ::ErrTimeout, ::ErrLostConnection, those of
    /// both
    template <class T, class Encode, class Decode>
    void ask(const char* what, Limit limit, Encode encode, Decode decode, Done<T> done);
    /// A message without a reply.
    template <class Encode>
    void tell(Encode encode);
    template <class T>
    void failLater(Done<T> done, util::Error error);

    [[nodiscard]] static util::Error notConnected();

private:
    util::Scheduler& m_scheduler;
    const util::Duration m_requestLimit;
    std::shared_ptr<Connection> m_connection;
    util::Lifetime m_lifetime;
};

template <class T>
void ServerLink::failLater(Done<T> done, util::Error error)
{
    if (done)
        m_scheduler.post(
            m_lifetime.guard([done = std::move(done), error = std::move(error)] { done(util::fail(error)); }));
}

template <class T, class Encode, class Decode>
void ServerLink::ask(const char* what, Limit limit, Encode encode, Decode decode, Done<T> done)
{
    DBGR_ON_THREAD(m_scheduler);
    if (!isOpen())
        return failLater(std::move(done), notConnected().withContext(what));
    const WireFormat format = m_connection->format();
    util::Result<std::string> body = encode(format);
    if (!body)
        return failLater(std::move(done), std::move(body).error().withContext(what));
    m_connection->request(what, *body, limit.value_or(m_requestLimit),
                          m_lifetime.guard([what, format, decode = std::move(decode),
                                            done = std::move(done)](util::Result<std::string_view> reply) {
                              if (!done)
                                  return;
                              if (!reply)
                                  return done(util::fail(std::move(reply).error()));
                              util::Result<T> result = decode(format, *reply);
                              if (!result)
                                  result = util::fail(std::move(result).error().withContext(what));
                              done(std::move(result));
                          }));
}

template <class Encode>
void ServerLink::tell(Encode encode)
{
    if (!isOpen())
        return;
    if (auto body = encode(m_connection->format()))
        m_connection->send(*body);
}

} // namespace dbgr::pmix
