// SPDX-License-Identifier: GPL-3.0-or-later
// A PMIx tool as a co-spawned daemon meets it: it is somebody, has a job to debug, gets process tables and the job's
// end. All else it refuses. Thread: the test's.
#pragma once

#include "pmix/tool/tool.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <deque>

namespace dbgr::test {

class FakeTool final : public pmix::Tool
{
public:
    explicit FakeTool(util::Executor& executor) : m_executor(executor) { m_self = {"prterun-node-1@2", {}}; }

    // What the test plays.
    void debug(const std::string& nspace)
    {
        m_jobInfo.values.push_back(
            {std::string(pmix::keys::kDebugTarget), pmix::Value::proc({nspace, pmix::kRankWildcard})});
    }
    /// Each query gets the next of these; the last one for good. None: an error.
    void addTable(const std::vector<pmix::ProcInfo>& table)
    {
        using pmix::DataType;
        auto array = pmix::DataArray::of<DataType::ProcInfo>(table);
        pmix::QueryReply reply;
        reply.infos.emplace_back(pmix::keys::kQueryLocalProcTable, pmix::Value::of<DataType::DataArray>(array));
        m_replies.push_back(std::move(reply));
    }
    void endJob(const std::string& nspace)
    {
        pmix::Event event;
        event.code = pmix::Status::EventJobEnd;
        event.infos.emplace_back(pmix::keys::kEventAffectedProc, pmix::Value::proc({nspace, pmix::kRankWildcard}));
        m_onEvent(event);
    }
    std::optional<util::Error> connectError;
    int queries = 0;

    void connectAsSpawned(Done<void> done) override
    {
        m_executor.post([this, done] { done(connectError ? util::fail(*connectError) : util::ok()); });
    }
    const pmix::Proc& self() const override { return m_self; }
    const pmix::JobInfo& jobInfo() const override { return m_jobInfo; }
    void query(std::vector<pmix::Query>, Done<pmix::QueryReply> done, Limit) override
    {
        ++queries;
        util::Result<pmix::QueryReply> reply = refusal();
        if (!m_replies.empty())
            reply = m_replies.front();
        if (m_replies.size() > 1)
            m_replies.pop_front();
        m_executor.post([done, reply] { done(reply); });
    }
    util::Subscription registerEvents(std::vector<pmix::Status>, EventHandler handler, Done<void>) override
    {
        m_onEvent = std::move(handler);
        return util::Subscription([this] { m_onEvent = nullptr; });
    }

    // What no daemon asks for.
    void connect(const pmix::ServerSelection&, const pmix::ConnectRetry&, Done<void>) override {}
    util::Result<pmix::LauncherStarted> spawnLauncher(const pmix::LauncherCommand&, std::vector<pmix::Info>,
                                                      Done<pmix::LauncherHeld>) override
    {
        return refusal();
    }
    void releaseLauncher(Done<void>) override {}
    void onLauncherExit(ExitHandler) override {}
    util::Result<void> signalLauncher(int) override { return refusal(); }
    void letLauncherLive() override {}
    const pmix::Peer* server() const override { return nullptr; }
    void spawn(pmix::SpawnRequest, Done<pmix::SpawnReply>, Limit) override {}
    void get(const pmix::Proc&, std::string, Done<pmix::Value>, Limit) override {}
    void jobControl(std::vector<pmix::Proc>, std::vector<pmix::Info>, Done<void>, Limit) override {}
    void notify(pmix::EventNotice, Done<void>, Limit) override {}
    void releaseProcesses(std::vector<pmix::Proc>, Done<void>) override {}
    void pullIo(std::vector<pmix::Proc>, pmix::IofChannels, IoHandler, Done<pmix::IoPull>,
                std::vector<pmix::Info>) override
    {}
    void deregisterIo(pmix::IoPull, Done<void>) override {}
    void onUnaskedIo(IoHandler) override {}
    void pushIo(std::vector<pmix::Proc>, std::string, Done<void>, Limit) override {}
    void closeIo(std::vector<pmix::Proc>, Done<void>, Limit) override {}
    void pauseReading(bool) override {}
    void onLostConnection(ClosedHandler) override {}
    void finalize(std::function<void()>) override {}
    void leaveAfterJobEnd(std::function<void()>) override {}
    void close() override {}

private:
    static tl::unexpected<util::Error> refusal() { return util::fail(pmix::Status::ErrNotSupported, "not played"); }

    util::Executor& m_executor;
    pmix::Proc m_self;
    pmix::JobInfo m_jobInfo;
    std::deque<pmix::QueryReply> m_replies;
    EventHandler m_onEvent;
};

} // namespace dbgr::test
