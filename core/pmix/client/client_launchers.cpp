// SPDX-License-Identifier: BSD-3-Clause
// A client that is a launcher itself: those that it starts, or that come to it.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/types/all_types.h"
#include "util/log.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace dbgr::pmix {

util::Result<void> Client::openForLaunchers()
{
    Launchers::Handlers handlers;
    handlers.onCame = [this](std::unique_ptr<Connection> connection, std::vector<Info> directives) {
        launcherCame(std::move(connection), std::move(directives));
    };
    handlers.onEnded = [this](const Proc& launcher, net::ExitStatus how) { launcherEnded(launcher, how); };
    DBGR_TRY(m_launchers, Launchers::open(m_loop, m_self, m_config.connectLimit, std::move(handlers)));
    m_store.add(ProcValues{m_self, {{std::string(keys::kMyserverUri), Value::string(m_launchers->uri())}}});
    return util::ok();
}

void Client::launcherCame(std::unique_ptr<Connection> connection, std::vector<Info> directives)
{
    const Peer peer = connection->peer();
    const auto isThat = [&](const auto& each) { return each->name == peer.proc; };
    if (std::ranges::any_of(m_servers, isThat) || std::ranges::any_of(m_arriving, isThat)) {
        util::log::warning("pmix", "a launcher comes under a name that is in use", {{"name", toString(peer.proc)}});
        return; // dropping the connection closes it
    }
    const WireFormat format = connection->format();
    m_arriving.push_back(hold(std::move(connection)));
    m_arriving.back()->service.emplace(format, m_self, peer.proc, std::move(directives));
}

void Client::takeRequest(Server& server, Tag tag, std::string_view body)
{
    LauncherService::Reaction reaction;
    if (server.service)
        reaction = server.service->handle(body);
    else if (auto refusal = encodeStatusReply(server.link.connection()->format(), Status::ErrNotSupported))
        reaction.reply = *std::move(refusal);
    if (reaction.reply)
        server.link.connection()->answer(tag, *reaction.reply);
    if (reaction.fetchedDirectives)
        launcherIsHeld(server);
    if (reaction.event)
        raise(*std::move(reaction.event));
}

/// It waits for its release: now it may be asked for things.
void Client::launcherIsHeld(const Server& launcher)
{
    const auto found = std::ranges::find_if(m_arriving, [&](const auto& each) { return each.get() == &launcher; });
    if (found == m_arriving.end())
        return; // it asks again
    m_servers.push_back(std::move(*found));
    m_arriving.erase(found);
    tellServer(m_servers.back()->link, m_interest.all(), nullptr);
}

void Client::launcherEnded(const Proc& launcher, net::ExitStatus how)
{
    Event event;
    event.code = Status::EventJobEnd;
    event.source = m_self;
    event.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    event.infos.emplace_back(keys::kEventTimestamp,
                             Value::of<DataType::Time>(static_cast<std::uint64_t>(std::time(nullptr))));
    event.infos.emplace_back(keys::kNspace, Value::string(launcher.nspace));
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc(launcher));
    event.infos.emplace_back(keys::kJobTermStatus, Value::of<DataType::Status>(Status{how.shellStatus()}));
    event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int>(how.shellStatus()));
    raise(std::move(event));
}

} // namespace dbgr::pmix
