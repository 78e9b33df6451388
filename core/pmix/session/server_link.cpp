// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/server_link.h"

namespace dbgr::pmix {

ServerLink::ServerLink(util::Scheduler& scheduler, util::Duration requestLimit)
    : m_scheduler(scheduler), m_requestLimit(requestLimit)
{}

void ServerLink::adopt(std::unique_ptr<Connection> connection, Connection::Handlers handlers)
{
    retire();
    m_connection = std::move(connection);
    m_connection->start(std::move(handlers));
}

void ServerLink::retire()
{
    if (!m_connection)
        return;
    m_connection->close(); // posts the bad news, which come before the task below
    forget();
}

void ServerLink::forget()
{
    m_scheduler.post([old = std::exchange(m_connection, nullptr)] {});
}

util::Error ServerLink::notConnected()
{
    return {make_error_code(Status::ErrUnreach), "there is no connection with a PMIx server", {}};
}

} // namespace dbgr::pmix
