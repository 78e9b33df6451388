// SPDX-License-Identifier: BSD-3-Clause
// This process as a PMIx server: our Server, the program's functions as its host, and the jobs on their way from the
// calls that describe them to their registration. Thread: the loop's.
#pragma once

#include "pmix/capi/runtime/host_adapter.h"
#include "pmix/capi/runtime/library.h"
#include "pmix/server/server.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix::capi {

class ServerSide
{
public:
    /// \errors those of Server::create()
    [[nodiscard]] static util::Result<std::shared_ptr<ServerSide>> start(Runtime& runtime, ServerConfig config,
                                                                         const pmix_server_module_t& module);

    [[nodiscard]] Server& server() { return *m_server; }
    [[nodiscard]] HostAdapter& host() { return m_host; }

    /// A job with that many processes here; it is registered once they are all known. \errors those of
    /// readRegistration(); Status::ErrExists
    util::Result<void> addJob(const std::string& nspace, int localProcesses, const std::vector<Info>& infos);
    void removeJob(const std::string& nspace);
    /// What the jobs of a session are told that name it (PMIX_SESSION_ID) and come later.
    void addSession(std::uint32_t id, std::vector<Info> infos) { m_sessions[id] = std::move(infos); }
    void removeSession(std::uint32_t id) { m_sessions.erase(id); }
    /// As it was registered; null without that job.
    [[nodiscard]] const std::vector<Info>* registrationOf(const std::string& nspace) const;
    /// \errors Status::ErrNotFound without its job
    util::Result<void> addClient(const Proc& proc, std::uint32_t uid, void* object);
    void removeClient(const Proc& proc);
    /// Registers the job as far as it is known. \errors those of Server::registerJob()
    util::Result<std::vector<std::string>> environmentFor(const Proc& proc);

private:
    struct Waiting
    {
        JobRecord job;
        std::size_t expected = 0;
    };

    ServerSide(Runtime& runtime, const pmix_server_module_t& module);
    util::Result<void> connectOurselves(net::EventLoop& loop);
    [[nodiscard]] std::vector<Info> withSession(std::vector<Info> infos) const;
    util::Result<void> registerNow(const std::string& nspace);

    Client& m_client;
    HostAdapter m_host;
    std::unique_ptr<Server> m_server;
    std::map<std::string, Waiting> m_waiting;
    std::map<std::string, std::vector<Info>> m_registrations;
    std::map<std::uint32_t, std::vector<Info>> m_sessions;
};

} // namespace dbgr::pmix::capi
