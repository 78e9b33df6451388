// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/push/daemon_push.h"

#include "net/address.h"
#include "net/interface_list.h"
#include "session/remote/push/push_scripts.h"

#include <utility>

namespace dbgr::session {

DaemonPush::DaemonPush(net::EventLoop& loop, const std::string& daemonProgram, std::function<void()> packing)
    : m_loop(loop), m_archive(loop, archiveSourceOf(daemonProgram), std::move(packing))
{}

void DaemonPush::prepare(std::function<void(util::Result<void>)> ready)
{
    m_archive.make([this, ready = std::move(ready)](util::Result<std::string> sha256) {
        if (!sha256)
            return ready(util::fail(std::move(sha256).error()));
        m_sha256 = *std::move(sha256);
        auto server = ArchiveServer::listen(m_loop, [this] { return m_archive.open(); });
        if (!server)
            return ready(
                util::fail(std::move(server).error().withContext("waiting for nodes that fetch dbgr's daemons")));
        m_server = *std::move(server);
        ready(util::ok());
    });
}

void DaemonPush::addTo(DaemonCommand& command) const
{
    command.bringing = {"/bin/sh", "-c", kStartScript, "dbgr"};
    command.environment.push_back("DBGR_PUSH_FROM=" + addressesForNodes(m_server->port()));
    command.environment.push_back("DBGR_PUSH_KEY=" + m_server->key());
    command.environment.push_back("DBGR_PUSH_SHA256=" + m_sha256);
}

std::string addressesForNodes(std::uint16_t port)
{
    std::string addresses;
    for (const net::Address& address : net::localAddresses())
        if (!address.isV6())
            addresses += (addresses.empty() ? "" : ",") + address.withPort(port).toString();
    if (addresses.empty()) // a machine without a network: whoever calls is on it
        addresses = net::Address::loopback().withPort(port).toString();
    return addresses;
}

} // namespace dbgr::session
