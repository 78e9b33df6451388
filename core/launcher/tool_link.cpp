// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/tool_link.h"

#include "pmix/handshake/security.h"
#include "pmix/ops/job_info.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <cstdlib>
#include <utility>

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::Status;

namespace {

/// For the connection, and for each step of it; the tool sits on this node and waits for us.
constexpr auto kLinkLimit = std::chrono::seconds(10);

pmix::ToolConfig configOf(const pmix::Proc& self)
{
    pmix::ToolConfig config;
    config.nspace = self.nspace;
    config.connectLimit = kLinkLimit;
    return config;
}

} // namespace

ToolLink::ToolLink(net::EventLoop& loop, pmix::Server& server, const std::string& uri, OnDone onDone)
    : m_loop(loop), m_server(server), m_onDone(std::move(onDone)),
      m_connector(std::make_unique<pmix::Connector>(loop, configOf(server.self())))
{
    pmix::ServerSelection selection;
    selection.uri = uri;
    m_connector->connect(selection, pmix::RendezvousPlaces::fromEnvironment([](const char* name) {
                             return static_cast<const char*>(std::getenv(name));
                         }),
                         {},
                         [this](util::Result<pmix::Connector::Established> outcome) { connected(std::move(outcome)); });
}

void ToolLink::connected(util::Result<pmix::Connector::Established> outcome)
{
    m_loop.post([connector = std::shared_ptr<pmix::Connector>(std::move(m_connector))] {}); // it is on the stack
    if (!outcome)
        return m_onDone(util::fail(std::move(outcome).error().withContext("connecting to the tool that started us")));
    m_format = outcome->connection->format();
    m_wishes.tool.peer = outcome->connection->peer();
    m_wishes.tool.role = pmix::PeerRole::ToolNamed;
    m_wishes.tool.ids = pmix::UserIds::ofThisProcess(); // we went there ourselves
    // The server has it before anything is read: the tool may register for events at once.
    m_wishes.tool.id = m_server.adopt(std::move(outcome->connection), m_wishes.tool);
    const auto request = pmix::encodeJobInfoRequest(m_format);
    if (!request)
        return m_onDone(util::fail(request.error()));
    m_server.ask(m_wishes.tool.id, "PMIx_tool_init", *request, kLinkLimit,
                 m_lifetime.guard([this](util::Result<std::string_view> body) { gotJobInfo(std::move(body)); }));
}

void ToolLink::gotJobInfo(util::Result<std::string_view> body)
{
    if (!body)
        return m_onDone(util::fail(std::move(body).error()));
    auto info = pmix::decodeJobInfo(m_format, *body);
    if (!info)
        return m_onDone(util::fail(std::move(info).error().withContext("reading what the tool that started us wants")));
    if (const pmix::Value* directives = info->find(keys::kLaunchDirectives))
        if (const auto* infos = directives->asInfos())
            m_wishes.directives = *infos;
    m_onDone(std::move(m_wishes));
}

} // namespace dbgr::launcher
