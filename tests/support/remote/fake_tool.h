// SPDX-License-Identifier: GPL-3.0-or-later
// A pmix::Tool without wires, for what is built on top of it: writes down what it is asked, and answers when the test
// says so. Thread: the test's.
#pragma once

#include "pmix/tool/tool.h"
#include "pmix/types/keys.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class FakeTool final : public pmix::Tool
{
public:
    // What the test looks at and sets.
    std::vector<std::string> asked;     ///< "spawn launcher", "pull", "release launcher", "query NSPACE", ...
    std::vector<pmix::Info> directives; ///< of the launch, or of the last pull
    std::vector<pmix::ServerSelection> selections;
    std::vector<Done<void>> connects;
    std::optional<pmix::Peer> peer;
    EventHandler events;
    ClosedHandler lost;
    Done<pmix::IoPull> pulled;
    std::vector<std::function<void()>> goodbyes; ///< of finalize() and leaveAfterJobEnd()
    util::Result<pmix::LauncherStarted> started = pmix::LauncherStarted{util::Pid(100), {}, {}, {}};
    Done<pmix::LauncherHeld> held;
    std::vector<Done<pmix::QueryReply>> queries;
    IoHandler output;

    // pmix::Tool
    void connect(const pmix::ServerSelection& selection, const pmix::ConnectRetry&, Done<void> done) override
    {
        note("connect");
        selections.push_back(selection);
        connects.push_back(std::move(done));
    }
    void connectAsSpawned(Done<void>) override { note("connect as spawned"); }
    [[nodiscard]] util::Result<pmix::LauncherStarted>
    spawnLauncher(const pmix::LauncherCommand&, std::vector<pmix::Info> infos, Done<pmix::LauncherHeld> done) override
    {
        note("spawn launcher");
        directives = std::move(infos);
        held = std::move(done);
        return std::move(started);
    }
    void releaseLauncher(Done<void> done) override
    {
        note("release launcher");
        done(util::ok());
    }
    void onLauncherExit(ExitHandler) override {}
    [[nodiscard]] util::Result<void> signalLauncher(int) override { return util::ok(); }
    void letLauncherLive() override { note("let launcher live"); }
    [[nodiscard]] const pmix::Proc& self() const override { return m_self; }
    [[nodiscard]] const pmix::Peer* server() const override { return peer ? &*peer : nullptr; }
    [[nodiscard]] const pmix::JobInfo& jobInfo() const override { return m_jobInfo; }
    void query(std::vector<pmix::Query> asking, Done<pmix::QueryReply> done, Limit) override
    {
        const pmix::Query& first = asking.at(0);
        const bool aboutOne = !first.qualifiers.empty();
        const std::string whom = aboutOne ? first.qualifiers.at(0).value.asString().value_or("?") : "namespaces";
        note((first.keys.at(0) == pmix::keys::kQueryNamespaceInfo ? "info " : "query ") + whom);
        queries.push_back(std::move(done));
    }
    void spawn(pmix::SpawnRequest, Done<pmix::SpawnReply>, Limit) override { note("spawn"); }
    void get(const pmix::Proc&, std::string, Done<pmix::Value>, Limit) override { note("get"); }
    void jobControl(std::vector<pmix::Proc>, std::vector<pmix::Info>, Done<void>, Limit) override
    {
        note("job control");
    }
    [[nodiscard]] util::Subscription registerEvents(std::vector<pmix::Status>, EventHandler handler,
                                                    Done<void>) override
    {
        events = std::move(handler);
        return {};
    }
    void notify(pmix::EventNotice, Done<void>, Limit) override { note("notify"); }
    void releaseProcesses(std::vector<pmix::Proc>, Done<void>) override { note("release processes"); }
    void pullIo(std::vector<pmix::Proc> sources, pmix::IofChannels, IoHandler handler, Done<pmix::IoPull> done,
                std::vector<pmix::Info> infos) override
    {
        note("pull " + sources.at(0).nspace);
        output = std::move(handler);
        pulled = std::move(done);
        directives = std::move(infos);
    }
    void deregisterIo(pmix::IoPull, Done<void>) override { note("deregister"); }
    void onUnaskedIo(IoHandler) override {}
    void pushIo(std::vector<pmix::Proc>, std::string, Done<void>, Limit) override { note("push"); }
    void closeIo(std::vector<pmix::Proc>, Done<void>, Limit) override { note("close input"); }
    void pauseReading(bool) override {}
    void onLostConnection(ClosedHandler handler) override { lost = std::move(handler); }
    void finalize(std::function<void()> done) override
    {
        note("finalize");
        goodbyes.push_back(std::move(done));
    }
    void leaveAfterJobEnd(std::function<void()> done) override
    {
        note("leave");
        goodbyes.push_back(std::move(done));
    }
    void close() override { note("close"); }

private:
    void note(std::string what) { asked.push_back(std::move(what)); }

    pmix::Proc m_self{"dbgr", pmix::ProcRank(0)};
    pmix::JobInfo m_jobInfo;
};

} // namespace dbgr::test
