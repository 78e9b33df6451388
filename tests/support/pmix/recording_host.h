// SPDX-License-Identifier: GPL-3.0-or-later
// A server's host that lets tools in as a test wants, grants what it is asked for, and keeps a line about everything.
// Thread: the test's.
#pragma once

#include "pmix/server/server_host.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace dbgr::test {

class RecordingHost : public pmix::ServerHost
{
public:
    /// "connected job@1.0", "notified -58 of job@1.0", in the order of their coming.
    std::vector<std::string> lines;
    bool refusesOutput = false;
    /// Decides about tools; by default each keeps its name, or is "tool@N".
    std::function<void(const pmix::ToolVisit&, pmix::Answer<pmix::Proc>)> onVisit;
    std::vector<pmix::EventNotice> notices;
    std::vector<pmix::ToolVisit> visits;

    [[nodiscard]] bool has(const std::string& line) const
    {
        return std::find(lines.begin(), lines.end(), line) != lines.end();
    }

    void admitTool(const pmix::ToolVisit& visit, pmix::Answer<pmix::Proc> answer) override
    {
        visits.push_back(visit);
        if (onVisit)
            return onVisit(visit, std::move(answer));
        const bool isNamed = !visit.requester.proc().nspace.empty();
        answer(isNamed ? visit.requester.proc()
                       : pmix::Proc{"tool@" + std::to_string(visits.size()), pmix::ProcRank(0)});
    }
    void toolLeft(const pmix::Requester& tool, bool finalized) override
    {
        add(finalized ? "tool left " : "tool lost ", tool.proc());
    }
    void clientConnected(const pmix::Requester& client) override { add("connected ", client.proc()); }
    void clientFinalized(const pmix::Proc& client) override { add("finalized ", client); }
    void clientLost(const pmix::Proc& client) override { add("lost ", client); }
    void abort(const pmix::Requester& who, const pmix::AbortRequest& request, pmix::Answer<void> answer) override
    {
        add("abort " + std::to_string(static_cast<int>(request.status)) + " by ", who.proc());
        answer(util::ok());
    }
    void spawn(const pmix::Requester& who, const pmix::SpawnRequest& request,
               pmix::Answer<pmix::SpawnReply> answer) override
    {
        add("spawn of " + request.apps.front().command + " by ", who.proc());
        answer(pmix::SpawnReply{"spawned@1"});
    }
    void jobControl(const pmix::Requester& who, const pmix::JobControlRequest&,
                    pmix::Answer<pmix::InfoReply> answer) override
    {
        add("job control by ", who.proc());
        answer(pmix::InfoReply{});
    }
    void query(const pmix::Requester&, const std::string& key, const std::vector<pmix::Info>&,
               pmix::Answer<pmix::Value> answer) override
    {
        lines.push_back("query " + key);
        answer(pmix::Value::string("answer"));
    }
    void notified(const pmix::Requester& who, const pmix::EventNotice& notice) override
    {
        notices.push_back(notice);
        add("notified " + std::to_string(static_cast<int>(notice.code)) + " of ", who.proc());
    }
    void pushInput(const pmix::Requester&, const pmix::IoPushRequest& request, pmix::Answer<void> answer) override
    {
        lines.push_back("input " + request.bytes);
        answer(util::ok());
    }
    void outputWanted(const std::vector<pmix::Proc>&, pmix::IofChannels, const std::vector<pmix::Info>&,
                      pmix::Answer<void> answer) override
    {
        lines.emplace_back("output wanted");
        if (refusesOutput)
            return answer(util::fail(pmix::Status::ErrNotSupported, "this host forwards no output"));
        answer(util::ok());
    }
    void outputNoLongerWanted(const std::vector<pmix::Proc>&, pmix::IofChannels) override
    {
        lines.emplace_back("output no longer wanted");
    }
    void holdOutput(bool hold) override { lines.emplace_back(hold ? "output held" : "output flows"); }
    void log(const pmix::Requester& who, const pmix::LogRequest&, pmix::Answer<void> answer) override
    {
        add("log by ", who.proc());
        answer(util::ok());
    }
    void heartbeat(const pmix::Proc& who) override { add("heartbeat of ", who); }

private:
    void add(const std::string& what, const pmix::Proc& who) { lines.push_back(what + toString(who)); }
};

} // namespace dbgr::test
