// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "launcher/job_events.h"
#include "launcher/job_record_builder.h"
#include "launcher/log_text.h"
#include "launcher/rank_environment.h"
#include "net/child_spec.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

namespace tst_job_record_builder {

using namespace dbgr;
using namespace dbgr::launcher;
namespace keys = dbgr::pmix::keys;
using pmix::ProcRank;

namespace {

JobSpec twoRanks()
{
    JobSpec spec;
    spec.apps.push_back({{"./ring", "5"}, 2, {}, "sub", {}});
    return spec;
}

JobMap mapOfTwo()
{
    JobMap map;
    for (std::uint32_t i = 0; i < 2; ++i) {
        MappedProcess process;
        process.rank = util::Rank(i);
        process.appRank = process.localRank = process.nodeRank = i;
        map.processes.push_back(process);
    }
    return map;
}

JobFacts facts()
{
    JobFacts facts;
    facts.nspace = "dbgrun-n-1@1";
    facts.server = {"dbgrun-n-1@0", ProcRank(0)};
    facts.host = "n";
    facts.universeSize = 4;
    facts.workingDirectory = "/data";
    return facts;
}

} // namespace

class TestJobRecordBuilder : public QObject
{
    Q_OBJECT

private slots:
    /// Without any of them MPI_Init fails, or crashes.
    void tellsWhatMpiLibrariesCannotDoWithout()
    {
        const pmix::JobRecord record = buildJobRecord(twoRanks(), mapOfTwo(), facts());
        QCOMPARE(record.info.find(keys::kJobSize)->asUnsigned(), std::optional<std::uint64_t>(2));
        QCOMPARE(record.info.find(keys::kMaxProcs)->asUnsigned(), std::optional<std::uint64_t>(2));
        const auto* session = record.info.find(keys::kSessionInfoArray)->asInfos();
        QVERIFY(session != nullptr && pmix::find(*session, keys::kSessionId) != nullptr);
        const auto* node = record.info.find(keys::kNodeInfoArray)->asInfos();
        QCOMPARE(pmix::find(*node, keys::kLocalPeers)->asString(), std::optional<std::string>("0,1"));
        QCOMPARE(pmix::find(*node, keys::kHostname)->asString(), std::optional<std::string>("n"));
        for (const auto key : {keys::kLocalRank, keys::kNodeRank, keys::kHostname, keys::kNodeid, keys::kAppnum})
            QVERIFY(record.info.find(ProcRank(1), key) != nullptr);
        QCOMPARE(record.localRanks.size(), std::size_t{2});
    }

    void onlyHeldRanksFindTheStopKey()
    {
        JobSpec spec = twoRanks();
        spec.hold = {HoldSpec::Point::Init, util::RankSet{util::Rank(1)}};
        const pmix::JobRecord record = buildJobRecord(spec, mapOfTwo(), facts());
        QVERIFY(record.info.find(keys::kDebugStopInInit) == nullptr);
        QCOMPARE(record.onlyToRank.size(), std::size_t{1});
        QCOMPARE(record.onlyToRank.at(ProcRank(1)).front().key, std::string(keys::kDebugStopInInit));
    }

    void daemonsLearnTheirTarget()
    {
        JobSpec spec = twoRanks();
        spec.debugger = {true, pmix::Proc{"dbgrun-n-1@1", pmix::kRankWildcard}, 1, 0};
        const pmix::JobRecord record = buildJobRecord(spec, mapOfTwo(), facts());
        QCOMPARE(record.info.debugTarget(), spec.debugger.target);
    }

    void processesFindWhatScriptsExpect()
    {
        JobSpec spec = twoRanks();
        spec.apps[0].environment.push_back({EnvironmentChange::Kind::Prepend, "PATH", "/opt", ':'});
        const auto environment =
            environmentOf(mapOfTwo().processes[1], spec, mapOfTwo(), facts(),
                          {"PATH=/bin", "PMIX_NAMESPACE=other", "PMIX_LAUNCHER_RNDZ_URI=x"}, {"PMIX_RANK=1"});
        QCOMPARE(net::findVariable(environment, "OMPI_COMM_WORLD_RANK").value_or(""), std::string_view("1"));
        QCOMPARE(net::findVariable(environment, "OMPI_COMM_WORLD_SIZE").value_or(""), std::string_view("2"));
        QCOMPARE(net::findVariable(environment, "PATH").value_or(""), std::string_view("/opt:/bin"));
        QCOMPARE(net::findVariable(environment, "PMIX_RANK").value_or(""), std::string_view("1"));
        QCOMPARE(net::findVariable(environment, "PWD").value_or(""), std::string_view("/data/sub"));
        QVERIFY(!net::findVariable(environment, "PMIX_NAMESPACE"));
        QVERIFY(!net::findVariable(environment, "PMIX_LAUNCHER_RNDZ_URI"));
    }

    void anEndNamesWhoIsToBlame()
    {
        const JobSpec spec = twoRanks();
        const EventContext context{facts().server, facts().nspace, spec, 17};
        const pmix::Event bad = jobEnd(context, Verdict{3, 3, util::Rank(1), "rank 1 did it"});
        QCOMPARE(bad.jobEnd().exitStatus, std::optional<int>(3));
        QVERIFY(bad.affected() == (pmix::Proc{facts().nspace, ProcRank(1)}));
        const pmix::Event good = jobEnd(context, {});
        QVERIFY(good.affected() == (pmix::Proc{facts().nspace, pmix::kRankWildcard}));
        QVERIFY(good.find(keys::kEventTextMessage) == nullptr);
    }

    void milestonesAreForTheAskerAlone()
    {
        const JobSpec spec = twoRanks();
        const pmix::Proc asker{"tool", ProcRank(0)};
        const pmix::Event event =
            milestone({facts().server, facts().nspace, spec, 17}, pmix::Status::ReadyForDebug, asker);
        QVERIFY(event.find(keys::kEventCustomRange)->asProc() == asker);
        QCOMPARE(event.find(keys::kAppArgv)->asString(), std::optional<std::string>("./ring 5"));
    }

    void readsHelpTextsOfOpenMpi4()
    {
        using namespace std::string_literals;
        const std::string bytes = "\0\0\0\1\0\0\0\2f\0\0\0\0\1\0\0\0\2t\0\0\0\0\1\1\0\0\0\1\0\0\0\5help\0"s;
        QCOMPARE(openMpi4HelpText(bytes), std::optional<std::string>("help"));
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!openMpi4HelpText(std::string_view(bytes).substr(0, size)));
    }
};

DBGR_TEST(TestJobRecordBuilder, QCoreApplication);

} // namespace tst_job_record_builder

#include "tst_job_record_builder.moc"
