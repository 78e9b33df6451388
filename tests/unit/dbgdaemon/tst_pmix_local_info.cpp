// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/bootstrap/pmix_local_info.h"
#include "tests/support/dbgdaemon/fake_tool.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_pmix_local_info {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

const std::string kJob = "prterun-node-1@1";

pmix::ProcInfo process(std::uint32_t rank, std::int32_t pid, const std::string& nspace = kJob)
{
    pmix::ProcInfo info;
    info.proc = {nspace, pmix::ProcRank(rank)};
    info.pid = util::Pid(pid);
    info.executable = "/home/user/ring";
    return info;
}

struct Rig
{
    void find()
    {
        info.find([this](util::Result<LocalJob> job) { found = std::move(job); });
        scheduler.runUntilIdle();
    }
    ManualScheduler scheduler;
    FakeTool tool{scheduler};
    PmixLocalInfo info{scheduler, tool};
    std::optional<util::Result<LocalJob>> found;
};

} // namespace

class TestPmixLocalInfo : public QObject
{
    Q_OBJECT

private slots:
    void findsTheRanksOfTheTarget();
    void asksAgainUntilAllHavePids();
    void givesUpInTheEnd();
    void aServerThatCannotBeReachedIsAnError();
    void withoutTargetThereIsNothingToDebug();
};

void TestPmixLocalInfo::findsTheRanksOfTheTarget()
{
    Rig rig;
    rig.tool.debug(kJob);
    rig.tool.addTable({process(3, 103), process(1, 101), process(0, 99, "another@1")});
    rig.find();
    QVERIFY(rig.found && *rig.found);
    const LocalJob& job = **rig.found;
    QCOMPARE(job.nspace, kJob);
    QCOMPARE(job.daemonNspace, "prterun-node-1@2");
    QCOMPARE(job.processes.size(), 2U);
    QVERIFY(job.processes[0].rank == util::Rank(1) && job.processes[0].pid == util::Pid(101));
    QCOMPARE(job.processes[1].executable, "/home/user/ring");
}

void TestPmixLocalInfo::asksAgainUntilAllHavePids()
{
    Rig rig;
    rig.tool.debug(kJob);
    rig.tool.addTable({});
    rig.tool.addTable({process(0, 100), process(1, 0)});
    rig.tool.addTable({process(0, 100), process(1, 101)});
    rig.find();
    QVERIFY(!rig.found);
    rig.scheduler.advance(PmixLocalInfo::kAskAgain);
    QVERIFY(!rig.found);
    rig.scheduler.advance(PmixLocalInfo::kAskAgain);
    QVERIFY(rig.found && *rig.found);
    QCOMPARE((**rig.found).processes.size(), 2U);
    QCOMPARE(rig.tool.queries, 3);
}

void TestPmixLocalInfo::givesUpInTheEnd()
{
    Rig noPids;
    noPids.tool.debug(kJob);
    noPids.tool.addTable({process(0, 0)});
    noPids.find();
    noPids.scheduler.advance(PmixLocalInfo::kPidLimit + PmixLocalInfo::kAskAgain);
    QVERIFY(noPids.found && !*noPids.found);
    QVERIFY(noPids.found->error().code == pmix::Status::ErrTimeout);

    Rig refused;
    refused.tool.debug(kJob);
    refused.find();
    refused.scheduler.advance(PmixLocalInfo::kPidLimit + PmixLocalInfo::kAskAgain);
    QVERIFY(refused.found && !*refused.found);
    QVERIFY(refused.found->error().code == pmix::Status::ErrNotSupported);
}

void TestPmixLocalInfo::aServerThatCannotBeReachedIsAnError()
{
    Rig rig;
    rig.tool.connectError = util::Error{pmix::Status::ErrUnreach, "no server", {}};
    rig.find();
    QVERIFY(rig.found && !*rig.found);
    QCOMPARE(rig.found->error().detail, "asking the PMIx server that started dbgd: no server");
}

void TestPmixLocalInfo::withoutTargetThereIsNothingToDebug()
{
    Rig rig;
    rig.find();
    QVERIFY(rig.found && !*rig.found);
    QVERIFY(rig.found->error().detail.find("PMIX_DEBUG_TARGET") != std::string::npos);
}

DBGR_TEST(TestPmixLocalInfo);

} // namespace tst_pmix_local_info

#include "tst_pmix_local_info.moc"
