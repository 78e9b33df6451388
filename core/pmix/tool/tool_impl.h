// SPDX-License-Identifier: BSD-3-Clause
// The Tool over real connections: owns the primary connection, the launcher and the routers, and turns every operation
// into request and reply. Thread: the loop's.
#pragma once

#include "pmix/server/launcher_gate.h"
#include "pmix/server/launcher_service.h"
#include "pmix/session/event_interest.h"
#include "pmix/session/io_router.h"
#include "pmix/session/server_link.h"
#include "pmix/tool/connector.h"
#include "pmix/tool/event_router.h"
#include "pmix/tool/launcher_run.h"
#include "pmix/tool/tool.h"
#include "util/lifetime.h"

#include <memory>
#include <optional>

namespace dbgr::pmix {

class ToolImpl final : public Tool
{
public:
    ToolImpl(net::EventLoop& loop, ToolConfig config);
    ~ToolImpl() override;

    void connect(const ServerSelection& selection, const ConnectRetry& retry, Done<void> done) override;
    void connectAsSpawned(Done<void> done) override;
    [[nodiscard]] util::Result<LauncherStarted>
    spawnLauncher(const LauncherCommand& command, std::vector<Info> directives, Done<LauncherHeld> held) override;
    void releaseLauncher(Done<void> done) override;
    void onLauncherExit(ExitHandler handler) override;
    [[nodiscard]] util::Result<void> signalLauncher(int number) override;
    void letLauncherLive() override;

    [[nodiscard]] const Proc& self() const override { return m_self; }
    [[nodiscard]] const Peer* server() const override;
    [[nodiscard]] const JobInfo& jobInfo() const override { return m_jobInfo; }

    void query(std::vector<Query> queries, Done<QueryReply> done, Limit limit) override;
    void spawn(SpawnRequest request, Done<SpawnReply> done, Limit limit) override;
    void get(const Proc& proc, std::string key, Done<Value> done, Limit limit) override;
    void jobControl(std::vector<Proc> targets, std::vector<Info> directives, Done<void> done, Limit limit) override;
    [[nodiscard]] util::Subscription registerEvents(std::vector<Status> codes, EventHandler handler,
                                                    Done<void> registered) override;
    void notify(EventNotice notice, Done<void> done, Limit limit) override;
    void releaseProcesses(std::vector<Proc> targets, Done<void> done) override;
    void pullIo(std::vector<Proc> sources, IofChannels channels, IoHandler handler, Done<IoPull> done,
                std::vector<Info> directives) override;
    void deregisterIo(IoPull pull, Done<void> done) override;
    void onUnaskedIo(IoHandler handler) override { m_io.setUnasked(std::move(handler)); }
    void pushIo(std::vector<Proc> targets, std::string bytes, Done<void> done, Limit limit) override;
    void closeIo(std::vector<Proc> targets, Done<void> done, Limit limit) override;
    void pauseReading(bool pause) override;

    void onLostConnection(ClosedHandler handler) override { m_onLost = std::move(handler); }
    void finalize(std::function<void()> done) override;
    void leaveAfterJobEnd(std::function<void()> done) override;
    void close() override;

private:
    void established(util::Result<Connector::Established> outcome, Done<void> done);
    void fetchJobInfo(Done<void> done);
    void launcherConnected(util::Result<std::unique_ptr<Connection>> outcome, std::vector<Info> directives,
                           Done<LauncherHeld> held);
    void adopt(std::unique_ptr<Connection> connection);
    void takeEvent(std::string_view body);
    void takeRequest(Tag tag, std::string_view body);
    void dispatch(const Event& event);
    void lost(const util::Error& why);
    void announceEvents();
    void sendRegistration(std::vector<Status> codes, Done<void> registered);

    net::EventLoop& m_loop;
    const ToolConfig m_config;
    Proc m_self;
    JobInfo m_jobInfo;
    std::unique_ptr<Connector> m_connector;
    std::unique_ptr<LauncherGate> m_gate;
    std::unique_ptr<LauncherRun> m_launcher;
    std::optional<LauncherService> m_service;
    ExitHandler m_onLauncherExit;
    Done<LauncherHeld> m_onHeld; // until the launcher has fetched its directives
    ServerLink m_link;
    EventRouter m_events;
    EventInterest m_interest;
    std::vector<Done<void>> m_awaitingAnnouncement;
    IoRouter m_io;
    ClosedHandler m_onLost;
    std::function<void()> m_afterServerLeft;
    util::Subscription m_leaveLimit;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
