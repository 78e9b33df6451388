// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/job_map.h"
#include "launcher/placement.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_job_map {

using namespace dbgr::launcher;
using dbgr::pmix::CpuSet;
using dbgr::pmix::Status;
using dbgr::pmix::Topology;

class TestJobMap : public QObject
{
    Q_OBJECT

private slots:
    void byDefaultEachRankHasACore();
    void ranksFillAnObjectBeforeTheNext();
    void spannedRanksGoRoundTheObjects();
    void bySlotBindsNothing();
    void bindsBelowWhatIsMappedBy();
    void perResourceGivesTheNumberToo();
    void morePerResourceThanThereIsFails();
    void processorsPerProcessAreNeighbours();
    void hardwareThreadsMayBeProcessors();
    void oversubscribedRanksAreNotBound();
    void moreThanTheGivenSlotsIsRefused();
    void oversubscriptionMayBeAskedFor();
    void explicitBindingNeedsRoomOrOverload();
    void otherJobsKeepTheirProcessors();
    void otherLaunchersKeepTheirProcessorsUnlessAskedFor();
    void withoutANumberAllFreeSlotsAreTaken();
    void severalAppsShareTheRanks();
    void severalAppsNeedTheirNumbers();
    void nodeRanksGoOnBehindOtherJobs();
    void daemonsTakeNothing();
    void daemonsPerProcessFollowTheTarget();
    void daemonsPerProcessNeedATarget();
    void noMoreProcessesThanLocalRanks();

private:
    const Topology m_big = Topology::fromDescription("package:2 numa:2 l3cache:1 core:8 pu:2").value();
    const Topology m_small = Topology::fromDescription("package:1 core:2 pu:1").value();
    const NodeUse m_use = node(32);

    static NodeUse node(std::uint32_t total, std::uint32_t inUse = 0, CpuSet cpusInUse = {})
    {
        NodeUse use;
        use.totalSlots = total;
        use.slotsInUse = inUse;
        use.cpusInUse = std::move(cpusInUse);
        return use;
    }
    static NodeUse nodeWithGivenSlots(std::uint32_t total, std::uint32_t inUse = 0)
    {
        NodeUse use = node(total, inUse);
        use.slotsGiven = true;
        return use;
    }
    static AppSpec app(const char* name, std::uint32_t processes)
    {
        AppSpec spec;
        spec.argv = {name};
        spec.processes = processes;
        return spec;
    }
    static DebuggerSpec daemons(std::uint16_t perNode, std::uint16_t perProcess)
    {
        DebuggerSpec spec;
        spec.daemons = true;
        spec.perNode = perNode;
        spec.perProcess = perProcess;
        return spec;
    }

    static JobSpec job(std::uint32_t processes, const char* mapBy = "", const char* bindTo = "")
    {
        JobSpec spec;
        spec.apps = {app("./a", processes)};
        if (!parseMapBy(mapBy, spec.placement) || !parseBindTo(bindTo, spec.placement))
            qFatal("the test's own words are wrong");
        return spec;
    }
    /// "0-1 2-3 ...": what each rank is bound to.
    static std::string bound(const dbgr::util::Result<JobMap>& map)
    {
        std::string text;
        for (const MappedProcess& process : map.value().processes)
            text += (text.empty() ? "" : " ") + (process.cpus.empty() ? "*" : Topology::listString(process.cpus));
        return text;
    }
};

void TestJobMap::byDefaultEachRankHasACore()
{
    const auto map = mapJob(job(3), m_big, m_use);
    QCOMPARE(bound(map), "0-1 2-3 4-5");
    QCOMPARE(map->processes[2].locality, "hwloc:SK0:L30:CR2:HT4-5:NM0");
    QCOMPARE(map->mapBy, "BYCORE:OVERSUBSCRIBE");
    QCOMPARE(map->bindTo, "CORE");
}

void TestJobMap::ranksFillAnObjectBeforeTheNext()
{
    QCOMPARE(bound(mapJob(job(5, "package"), m_big, m_use)), "0-31 0-31 0-31 32-63 32-63");
}

void TestJobMap::spannedRanksGoRoundTheObjects()
{
    QCOMPARE(bound(mapJob(job(5, "numa:span"), m_big, m_use)), "0-15 16-31 32-47 48-63 0-15");
}

void TestJobMap::bySlotBindsNothing()
{
    const auto map = mapJob(job(2, "slot"), m_big, m_use);
    QCOMPARE(bound(map), "* *");
    QCOMPARE(map->bindTo, "NONE");
    QCOMPARE(map->mapBy, "BYSLOT:OVERSUBSCRIBE");
}

void TestJobMap::bindsBelowWhatIsMappedBy()
{
    QCOMPARE(bound(mapJob(job(4, "package", "core"), m_big, m_use)), "0-1 2-3 32-33 34-35");
    QCOMPARE(bound(mapJob(job(2, "core", "numa"), m_big, m_use)), "0-15 0-15");
    QCOMPARE(bound(mapJob(job(2, "slot", "hwthread"), m_big, m_use)), "0 1");
}

void TestJobMap::perResourceGivesTheNumberToo()
{
    QCOMPARE(bound(mapJob(job(0, "ppr:2:package"), m_big, m_use)), "0-31 0-31 32-63 32-63");
    QCOMPARE(bound(mapJob(job(3, "ppr:2:package"), m_big, m_use)), "0-31 0-31 32-63");
    QCOMPARE(bound(mapJob(job(0, "ppr:2:node"), m_big, m_use)), "* *");
}

void TestJobMap::morePerResourceThanThereIsFails()
{
    const auto map = mapJob(job(5, "ppr:2:package"), m_big, m_use);
    QCOMPARE(map.error().code, make_error_code(Status::ErrJobFailedToMap));
    QCOMPARE(map.error().detail, "5 processes were asked for, but ppr:2:PACKAGE makes 4 on this node");
}

void TestJobMap::processorsPerProcessAreNeighbours()
{
    QCOMPARE(bound(mapJob(job(3, "slot:PE=2"), m_big, m_use)), "0-3 4-7 8-11");
    QCOMPARE(bound(mapJob(job(2, "core:PE=2"), m_big, m_use)), "0-3 4-7");
    QCOMPARE(bound(mapJob(job(3, "numa:PE=4:span"), m_big, m_use)), "0-7 16-23 32-39");
}

void TestJobMap::hardwareThreadsMayBeProcessors()
{
    QCOMPARE(bound(mapJob(job(3, "hwthread"), m_big, m_use)), "0 1 2");
    QCOMPARE(bound(mapJob(job(2, "slot:PE=3:HWTCPUS"), m_big, m_use)), "0-2 3-5");
}

void TestJobMap::oversubscribedRanksAreNotBound()
{
    const auto map = mapJob(job(3), m_small, node(2));
    QCOMPARE(bound(map), "* * *");
    QVERIFY(map->oversubscribed);
    QCOMPARE(map->bindTo, "NONE");
    QVERIFY(map->processes[0].locality.empty());
    // More slots than processors: nobody said that ranks share them.
    QCOMPARE(bound(mapJob(job(3), m_small, nodeWithGivenSlots(4))), "* * *");
}

void TestJobMap::moreThanTheGivenSlotsIsRefused()
{
    const auto map = mapJob(job(6), m_big, nodeWithGivenSlots(8, 4));
    QCOMPARE(map.error().code, make_error_code(Status::ErrJobFailedToMap));
    QCOMPARE(map.error().detail, "6 processes were asked for, but only 4 of this node's 8 slots are free");
    QVERIFY(map.error().advice.find("--oversubscribe") != std::string::npos);
    QVERIFY(!mapJob(job(33, ":NOOVERSUBSCRIBE"), m_big, m_use));
}

void TestJobMap::oversubscriptionMayBeAskedFor()
{
    const auto map = mapJob(job(3, ":OVERSUBSCRIBE"), m_big, nodeWithGivenSlots(2));
    QVERIFY(map && map->oversubscribed);
}

void TestJobMap::explicitBindingNeedsRoomOrOverload()
{
    const auto map = mapJob(job(3, "", "core"), m_small, m_use);
    QCOMPARE(map.error().code, make_error_code(Status::ErrJobFailedToMap));
    QCOMPARE(map.error().detail, "3 processes cannot be bound to processors of their own: this node has 2");
    QVERIFY(map.error().advice.find("--bind-to CORE:overload-allowed") != std::string::npos);
    QCOMPARE(bound(mapJob(job(3, "", "core:overload-allowed"), m_small, m_use)), "0 0 1");
    QVERIFY(!mapJob(job(2, "slot:PE=2"), m_small, m_use));
    QVERIFY(!mapJob(job(1, "slot:PE=3", ":overload-allowed"), m_small, m_use));
}

void TestJobMap::otherJobsKeepTheirProcessors()
{
    NodeUse use = m_use;
    use.cpusInUse = {0, 1, 4, 5};
    QCOMPARE(bound(mapJob(job(3), m_big, use)), "2-3 6-7 8-9");
    use = node(2, 0, {0});
    QCOMPARE(bound(mapJob(job(1), m_small, use)), "1");
    QCOMPARE(bound(mapJob(job(2), m_small, use)), "* *");
    const auto forced = mapJob(job(2, "", "core"), m_small, use);
    QVERIFY(forced.error().detail.find("other jobs are bound") != std::string::npos);
    const auto taken = mapJob(job(1, "package"), m_big, m_use);
    QCOMPARE(taken->processes[0].taken, (CpuSet{0, 1}));
}

void TestJobMap::otherLaunchersKeepTheirProcessorsUnlessAskedFor()
{
    NodeUse use = m_use;
    use.cpusOfOthers = {0, 1, 4, 5};
    QCOMPARE(bound(mapJob(job(3), m_big, use)), "2-3 6-7 8-9");
    QVERIFY(mapJob(job(3), m_big, use)->note.empty());
    use = node(2);
    use.cpusOfOthers = {0, 1};
    QCOMPARE(bound(mapJob(job(1), m_small, use)), "*");
    QVERIFY(mapJob(job(1), m_small, use)->note.find("not bound") != std::string::npos);
    const auto asked = mapJob(job(2, "", "core"), m_small, use);
    QCOMPARE(bound(asked), "0 1");
    QVERIFY(describe(*asked).find("use, too") != std::string::npos);
    use.cpusInUse = {0};
    QVERIFY2(!mapJob(job(2, "", "core"), m_small, use), "not to processors of our own other jobs");
}

void TestJobMap::withoutANumberAllFreeSlotsAreTaken()
{
    QCOMPARE(mapJob(job(0), m_big, node(8, 3))->processes.size(), std::size_t(5));
    QCOMPARE(mapJob(job(0), m_big, node(8, 9))->processes.size(), std::size_t(1));
}

void TestJobMap::severalAppsShareTheRanks()
{
    JobSpec spec = job(2, "package");
    spec.apps.push_back(app("./b", 3));
    const auto map = mapJob(spec, m_big, m_use);
    QCOMPARE(bound(map), "0-31 32-63 0-31 0-31 32-63"); // each app's ranks are filled by themselves
    QCOMPARE(map->processes[3].rank, dbgr::util::Rank(3));
    QCOMPARE(map->processes[3].app, 1U);
    QCOMPARE(map->processes[3].appRank, 1U);
    QCOMPARE(map->processes[3].localRank, 3U);
}

void TestJobMap::severalAppsNeedTheirNumbers()
{
    JobSpec spec = job(2);
    spec.apps.push_back(app("./b", 0));
    const auto map = mapJob(spec, m_big, m_use);
    QCOMPARE(map.error().code, make_error_code(Status::ErrBadParam));
    QVERIFY(map.error().detail.find("./b") != std::string::npos);
}

void TestJobMap::nodeRanksGoOnBehindOtherJobs()
{
    NodeUse use = m_use;
    use.nextNodeRank = 7;
    const auto map = mapJob(job(2), m_big, use);
    QCOMPARE(map->processes[1].localRank, 1U);
    QCOMPARE(map->processes[1].nodeRank, 8U);
}

void TestJobMap::daemonsTakeNothing()
{
    JobSpec spec = job(1, "ppr:1:node", "core");
    spec.debugger = daemons(0, 0);
    NodeUse use = nodeWithGivenSlots(2, 2);
    use.nextNodeRank = 2;
    const auto map = mapJob(spec, m_small, use, 2);
    QCOMPARE(bound(map), "*");
    QCOMPARE(map->processes[0].nodeRank, 0U);
    QVERIFY(!map->oversubscribed);
    spec.debugger.perNode = 2;
    QCOMPARE(mapJob(spec, m_small, node(2), 2)->processes.size(), std::size_t(2));
}

void TestJobMap::daemonsPerProcessFollowTheTarget()
{
    JobSpec spec = job(1);
    spec.debugger = daemons(0, 2);
    const auto map = mapJob(spec, m_small, node(2), 3);
    QCOMPARE(map->processes.size(), std::size_t(6));
    QCOMPARE(map->mapBy, "COLOCATE");
    spec.debugger.perNode = 1;
    QCOMPARE(mapJob(spec, m_small, m_use, 3).error().code, make_error_code(Status::ErrBadParam));
}

void TestJobMap::daemonsPerProcessNeedATarget()
{
    JobSpec spec = job(1);
    spec.debugger = daemons(0, 1);
    QCOMPARE(mapJob(spec, m_small, m_use, 0).error().code, make_error_code(Status::ErrJobFailedToMap));
}

void TestJobMap::noMoreProcessesThanLocalRanks()
{
    QCOMPARE(mapJob(job(UINT32_MAX), m_small, m_use).error().code, make_error_code(Status::ErrJobFailedToMap));
    JobSpec spec = job(1);
    spec.debugger = daemons(0, 65535);
    QVERIFY(!mapJob(spec, m_small, m_use, 65535));
}

DBGR_TEST(TestJobMap, QCoreApplication);

} // namespace tst_job_map

#include "tst_job_map.moc"
