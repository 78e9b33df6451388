// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/server_dispatch.h"

#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "util/log.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dbgr::pmix {

struct ServerDispatch::Entry
{
    Command command;
    Handler handler;
};

/// What is not here is not supported: distances of devices, which libraries find by themselves, blocks of resources.
const ServerDispatch::Entry ServerDispatch::kEntries[] = {
    {Command::Request, &ServerDispatch::jobInfo},
    {Command::Abort, &ServerDispatch::abort},
    {Command::Commit, &ServerDispatch::commit},
    {Command::Fence, &ServerDispatch::fence},
    {Command::Get, &ServerDispatch::get},
    {Command::Finalize, &ServerDispatch::finalize},
    {Command::Publish, &ServerDispatch::publish},
    {Command::Lookup, &ServerDispatch::lookup},
    {Command::Unpublish, &ServerDispatch::unpublish},
    {Command::Spawn, &ServerDispatch::spawn},
    {Command::Connect, &ServerDispatch::connect},
    {Command::Disconnect, &ServerDispatch::disconnect},
    {Command::Notify, &ServerDispatch::notify},
    {Command::RegisterEvents, &ServerDispatch::registerEvents},
    {Command::DeregisterEvents, &ServerDispatch::deregisterEvents},
    {Command::Query, &ServerDispatch::query},
    {Command::Log, &ServerDispatch::log},
    {Command::Alloc, &ServerDispatch::allocate},
    {Command::JobControl, &ServerDispatch::jobControl},
    {Command::Monitor, &ServerDispatch::monitor},
    {Command::GetCredential, &ServerDispatch::getCredential},
    {Command::ValidateCredential, &ServerDispatch::validateCredential},
    {Command::IofPull, &ServerDispatch::pullOutput},
    {Command::IofPush, &ServerDispatch::pushInput},
    {Command::IofDeregister, &ServerDispatch::deregisterOutput},
    {Command::GroupConstruct, &ServerDispatch::groupConstruct},
    {Command::GroupLeave, &ServerDispatch::groupLeave},
    {Command::GroupDestruct, &ServerDispatch::groupDestruct},
    {Command::FabricRegister, &ServerDispatch::fabricRegister},
    {Command::FabricUpdate, &ServerDispatch::fabricUpdate},
    {Command::RefreshCache, &ServerDispatch::refreshCache},
    {Command::SessionControl, &ServerDispatch::sessionControl},
    {Command::ResolvePeers, &ServerDispatch::resolvePeers},
    {Command::ResolveNode, &ServerDispatch::resolveNode},
};

ServerDispatch::ServerDispatch(Services& services, ServerHost& host, Proc self, OnFinalized onFinalized)
    : m_services(services), m_host(host), m_self(std::move(self)), m_onFinalized(std::move(onFinalized))
{}

void ServerDispatch::handle(const Requester& who, WireFormat format, std::string_view request, PendingReply::Send send)
{
    const auto reply = std::make_shared<PendingReply>(format, std::move(send));
    Unpacker unpacker(format, request);
    const auto command = unpacker.unpack<DataType::Command>();
    if (!command)
        return reply->error(command.error());
    const auto* entry = std::ranges::find(kEntries, *command, &Entry::command);
    if (entry == std::end(kEntries)) {
        util::log::info("pmix", "request not supported",
                        {{"command", toString(*command)}, {"from", toString(who.proc())}});
        return reply->status(Status::ErrNotSupported);
    }
    if (const auto served = (this->*entry->handler)(Call{who, request.substr(unpacker.position()), reply}); !served)
        reply->error(served.error());
}

void ServerDispatch::dropPeer(PeerId peer)
{
    m_services.dropPeer(peer);
    endOutput(m_wants.dropPeer(peer));
}

} // namespace dbgr::pmix
