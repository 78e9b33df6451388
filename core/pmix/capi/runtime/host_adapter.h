// SPDX-License-Identifier: BSD-3-Clause
// A program's server module as the host of our server: each request becomes a call of one of its functions. Between
// Server and the program. Thread: the loop's, on which the functions are called as well.
// \std pmix_server_module_t
#pragma once

#include "net/event_loop.h"
#include "pmix/capi/runtime/host_call.h"
#include "pmix/server/server_host.h"

#include <pmix_server.h>

#include <functional>
#include <map>
#include <memory>

namespace dbgr::pmix::capi {

/// A function that the module leaves out is answered as ServerHost does. What is published stays within our server
/// unless the module has both publish and lookup.
class HostAdapter final : public ServerHost
{
public:
    /// For events that the process has handlers for itself.
    using Raise = std::function<void(Event event)>;

    HostAdapter(net::EventLoop& loop, const pmix_server_module_t& module, Raise raise);
    ~HostAdapter() override;

    void setModule(const pmix_server_module_t& module) { m_module = module; }
    /// What the program left with a client, for the calls that name it.
    void setObject(const Proc& client, void* object) { m_objects[client] = object; }
    void forgetObject(const Proc& client) { m_objects.erase(client); }

    void admitTool(const ToolVisit& visit, Answer<Proc> answer) override;
    void clientConnected(const Requester& client) override;
    void clientFinalized(const Proc& client) override;
    void clientLost(const Proc& client) override;

    void abort(const Requester& who, const AbortRequest& request, Answer<void> answer) override;
    void spawn(const Requester& who, const SpawnRequest& request, Answer<SpawnReply> answer) override;
    void jobControl(const Requester& who, const JobControlRequest& request, Answer<InfoReply> answer) override;
    void query(const Requester& who, const std::string& key, const std::vector<Info>& qualifiers,
               Answer<Value> answer) override;
    void notified(const Requester& who, const EventNotice& notice) override;
    void pushInput(const Requester& who, const IoPushRequest& request, Answer<void> answer) override;
    void outputWanted(const std::vector<Proc>& sources, IofChannels channels, const std::vector<Info>& directives,
                      Answer<void> answer) override;
    void outputNoLongerWanted(const std::vector<Proc>& sources, IofChannels channels) override;
    [[nodiscard]] bool keepsPublications() const override;
    void publish(const Requester& who, const PublishRequest& request, Answer<void> answer) override;
    void lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer) override;
    void unpublish(const Requester& who, const LookupRequest& request, Answer<void> answer) override;
    void eventsWanted(const std::vector<Status>& codes, const std::vector<Info>& infos, bool wanted) override;
    void log(const Requester& who, const LogRequest& request, Answer<void> answer) override;
    void allocate(const Requester& who, const AllocationRequest& request, Answer<InfoReply> answer) override;
    [[nodiscard]] bool watchesProcesses() const override { return m_module.monitor != nullptr; }
    void monitor(const Requester& who, const MonitorRequest& request, Answer<InfoReply> answer) override;
    void getCredential(const Requester& who, const std::vector<Info>& infos, Answer<Credential> answer) override;
    void validateCredential(const Requester& who, const Credential& credential, Answer<InfoReply> answer) override;
    [[nodiscard]] bool hasFabrics() const { return m_module.fabric != nullptr; }
    void fabric(const Requester& who, FabricOperation operation, const std::vector<Info>& directives,
                Answer<InfoReply> answer) override;
    /// The same of this process. \pre hasFabrics()
    void fabric(const Proc& who, FabricOperation operation, const std::vector<Info>& directives,
                Answer<InfoReply> answer);
    void sessionControl(const Requester& who, const SessionControlRequest& request, Answer<InfoReply> answer) override;
    void directModex(const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer) override;

    void fence(const std::vector<Proc>& procs, const std::vector<Info>& infos, std::vector<ProcValues> data,
               Answer<std::vector<ProcValues>> answer) override;
    void connect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer) override;
    void disconnect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer) override;
    void group(GroupOperation operation, const std::string& id, const std::vector<Proc>& procs,
               const std::vector<Info>& infos, Answer<InfoReply> answer) override;

private:
    template <class T>
    [[nodiscard]] std::unique_ptr<HostCall<T>> call(Answer<T> answer) const
    {
        return std::make_unique<HostCall<T>>(m_gate, std::move(answer));
    }
    [[nodiscard]] void* objectOf(const Proc& client) const;

    pmix_server_module_t m_module;
    const Raise m_raise;
    const std::shared_ptr<LoopGate> m_gate;
    std::map<Proc, void*> m_objects;
};

/// Values of processes as the bytes that hosts carry between their servers. Several such texts may stand one behind
/// the other, since hosts put those of all servers together.
[[nodiscard]] util::Result<std::string> packForHosts(const std::vector<ProcValues>& values);
/// \errors Status::ErrUnpackFailure; those of Unpacker
[[nodiscard]] util::Result<std::vector<ProcValues>> unpackFromHosts(std::string_view bytes);

} // namespace dbgr::pmix::capi
