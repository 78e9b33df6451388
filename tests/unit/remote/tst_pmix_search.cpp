// SPDX-License-Identifier: GPL-3.0-or-later
// From a target to a launcher's job, with a tool that the test answers for.
#include "session/remote/links/pmix_search.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/remote/fake_tool.h"
#include "tests/support/run/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

namespace tst_pmix_search {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

const std::string kLauncher = "prterun-n01-100@0";
const std::string kJob = "prterun-n01-100@1";

pmix::QueryReply namespaces(const std::string& list)
{
    return {pmix::Status::Success, {{pmix::keys::kQueryNamespaces, pmix::Value::string(list)}}};
}

pmix::QueryReply procTable(const std::string& nspace, int pid, const std::string& program = "/w/ring")
{
    std::vector<pmix::ProcInfo> procs{
        {{nspace, pmix::ProcRank(0)}, "n01", program, util::Pid(pid), pmix::ProcState::Running}};
    return {pmix::Status::Success,
            {{pmix::keys::kQueryProcTable, pmix::Value::of<pmix::DataType::DataArray>(
                                               pmix::DataArray::of<pmix::DataType::ProcInfo>(std::move(procs)))}}};
}

pmix::QueryReply commandOf(const std::string& nspace, const std::string& command)
{
    return {pmix::Status::Success,
            {{pmix::keys::kQueryNamespaceInfo,
              pmix::Value::infos({{pmix::keys::kNspace, pmix::Value::string(nspace)},
                                  {pmix::keys::kCmdLine, pmix::Value::string(command)}})}}};
}

util::Result<pmix::QueryReply> notFound()
{
    return util::fail(pmix::Status::ErrNotFound, "no such thing");
}

struct Rig
{
    explicit Rig(std::string job = {}, std::size_t places = 1)
        : search(scheduler, tool, {std::vector<pmix::ServerSelection>(places), std::move(job)})
    {
        search.start([this] { ++connected; }, [this](util::Result<FoundJob> found) { outcome = std::move(found); });
    }
    void connect(const std::string& launcher = kLauncher)
    {
        tool.peer = pmix::Peer{{launcher, pmix::ProcRank(0)}, "5.0.7", util::Pid(100)};
        tool.connects.back()(util::ok());
    }
    void answer(util::Result<pmix::QueryReply> reply)
    {
        QVERIFY(!tool.queries.empty());
        const auto done = tool.queries.front();
        tool.queries.erase(tool.queries.begin());
        done(std::move(reply));
    }

    test::ManualScheduler scheduler;
    test::FakeTool tool;
    PmixSearch search;
    int connected = 0;
    std::optional<util::Result<FoundJob>> outcome;
};

launchers::AttachSpec specFor(launchers::AttachTarget target)
{
    launchers::AttachSpec spec;
    spec.target = std::move(target);
    spec.environment = {"TMPDIR=/ours"};
    spec.workingDirectory = "/work";
    return spec;
}

} // namespace

class TestPmixSearch : public QObject
{
    Q_OBJECT

private slots:
    void findsTheOnlyJob();
    void aSecondAttachFindsTheJobOfTheFirst();
    void triesOnePlaceAfterTheOther();
    void tellsTheErrorThatSaysMost();
    void waitsForAJobThatIsBeingStarted();
    void doesNotWaitForADvmsJobs();
    void aStrangeAnswerIsAnError();
    void aLostQuestionIsAskedAgain();
    void stopsWhenItIsTold();
    void aLauncherThatLeavesIsAnError();
    void aProcessIsLookedForInItsOwnEnvironmentFirst();
    void aJobIsLookedForByItsLaunchersNames();
    void wordsAreUrisFilesOrTheSystem();
};

void TestPmixSearch::findsTheOnlyJob()
{
    Rig rig;
    rig.connect();
    QCOMPARE(rig.connected, 1);
    rig.answer(namespaces(kLauncher + "," + kJob));
    rig.answer(procTable(kJob, 200));
    rig.answer(notFound()); // what its command is
    QVERIFY(rig.outcome && rig.outcome->has_value());
    QCOMPARE((*rig.outcome)->nspace, kJob);
    QCOMPARE((*rig.outcome)->procs.at(0).pid, util::Pid(200));
    QCOMPARE(rig.tool.asked,
             (std::vector<std::string>{"connect", "query namespaces", "query " + kJob, "info " + kJob}));
}

/// As PRRTE 4.1 lists it: tools (the first dbgr, prun and ourselves) and the first one's daemons are jobs.
void TestPmixSearch::aSecondAttachFindsTheJobOfTheFirst()
{
    const std::string first = "dbgr-n01-77", daemons = "prterun-n01-100@2", tool = "prun.n01.88";
    Rig rig;
    rig.connect();
    rig.answer(
        namespaces(kLauncher + "," + first + "," + daemons + "," + kJob + "," + tool + "," + rig.tool.self().nspace));
    rig.answer(procTable(first, 77, "/opt/dbgr/bin/dbgr"));
    rig.answer(commandOf(first, "dbgr"));
    rig.answer(procTable(daemons, 301, "/opt/dbgr/libexec/dbgr/dbgd"));
    rig.answer(commandOf(daemons, "/opt/dbgr/libexec/dbgr/dbgd --ranks=pmix --for n01:77"));
    rig.answer(procTable(kJob, 200));
    rig.answer(commandOf(kJob, "./ring"));
    rig.answer(procTable(tool, 88, ""));
    rig.answer(commandOf(tool, "prun"));
    QVERIFY(rig.outcome);
    QVERIFY2(rig.outcome->has_value(), rig.outcome->has_value() ? "" : rig.outcome->error().detail.c_str());
    QCOMPARE((*rig.outcome)->nspace, kJob);
}

void TestPmixSearch::triesOnePlaceAfterTheOther()
{
    Rig rig({}, 2);
    rig.tool.connects.back()(util::fail(pmix::Status::ErrNotFound, "not here"));
    QVERIFY(!rig.outcome);
    rig.connect();
    QCOMPARE(rig.connected, 1);
}

void TestPmixSearch::tellsTheErrorThatSaysMost()
{
    Rig rig({}, 3);
    rig.tool.connects.back()(util::fail(pmix::Status::ErrNotFound, "not here"));
    rig.tool.connects.back()(util::fail(pmix::Status::ErrNoPermissions, "not you"));
    rig.tool.connects.back()(util::fail(pmix::Status::ErrNotFound, "nor here"));
    QVERIFY(rig.outcome && !rig.outcome->has_value());
    QCOMPARE(rig.outcome->error().detail, "not you"s);
}

void TestPmixSearch::waitsForAJobThatIsBeingStarted()
{
    Rig rig;
    rig.connect();
    rig.answer(notFound()); // no job yet
    QVERIFY(!rig.outcome);
    rig.scheduler.advance(PmixSearch::kAskInterval);
    rig.answer(namespaces(kJob));
    rig.answer(procTable(kJob, 0)); // no process yet
    rig.answer(notFound());
    QVERIFY(!rig.outcome);
    rig.scheduler.advance(PmixSearch::kAskInterval);
    rig.answer(namespaces(kJob));
    rig.answer(procTable(kJob, 200));
    rig.answer(notFound());
    QVERIFY(rig.outcome && rig.outcome->has_value());

    Rig never;
    never.connect();
    for (util::Duration waited{}; waited <= PmixSearch::kJobMayTake; waited += PmixSearch::kAskInterval) {
        if (!never.tool.queries.empty())
            never.answer(notFound());
        never.scheduler.advance(PmixSearch::kAskInterval);
    }
    QVERIFY(never.outcome && !never.outcome->has_value());
    QCOMPARE(never.outcome->error().code, make_error_code(AttachErrc::NoJob));
}

void TestPmixSearch::doesNotWaitForADvmsJobs()
{
    Rig rig;
    rig.connect("prte-n01-100@0");
    rig.answer(namespaces("prte-n01-100@0"));
    QVERIFY(rig.outcome && !rig.outcome->has_value());
    QCOMPARE(rig.outcome->error().code, make_error_code(AttachErrc::NoJob));
}

void TestPmixSearch::aStrangeAnswerIsAnError()
{
    Rig rig;
    rig.connect();
    rig.answer(util::fail(pmix::Status::ErrUnpackFailure, "garbage"));
    QVERIFY(rig.outcome && !rig.outcome->has_value());
    QCOMPARE(rig.outcome->error().detail, "asking the launcher for its jobs: garbage"s);
}

void TestPmixSearch::aLostQuestionIsAskedAgain()
{
    const auto lost = [] { return util::fail(pmix::Status::ErrTimeout, "no answer"); };
    Rig rig;
    rig.connect();
    rig.answer(lost());
    rig.answer(namespaces(kLauncher + "," + kJob));
    rig.answer(lost());
    rig.answer(namespaces(kLauncher + "," + kJob));
    rig.answer(procTable(kJob, 200));
    rig.answer(notFound());
    QVERIFY(rig.outcome && rig.outcome->has_value());

    Rig deaf;
    deaf.connect();
    for (int i = 0; i <= PmixSearch::kMaxRepeats; ++i)
        deaf.answer(lost());
    QVERIFY(deaf.outcome && !deaf.outcome->has_value());
    QCOMPARE(deaf.outcome->error().code, make_error_code(pmix::Status::ErrTimeout));
}

void TestPmixSearch::stopsWhenItIsTold()
{
    Rig rig;
    rig.connect();
    rig.search.stop();
    rig.answer(namespaces(kJob));
    rig.scheduler.advance(10s);
    QVERIFY(!rig.outcome);
    QVERIFY(rig.tool.queries.empty());
}

void TestPmixSearch::aLauncherThatLeavesIsAnError()
{
    Rig rig;
    rig.connect();
    rig.tool.peer.reset();
    rig.answer(notFound());
    QVERIFY(rig.outcome && !rig.outcome->has_value());
    QCOMPARE(rig.outcome->error().code, make_error_code(AttachErrc::LauncherGone));
}

void TestPmixSearch::aProcessIsLookedForInItsOwnEnvironmentFirst()
{
    QTemporaryDir proc;
    std::filesystem::create_directory(proc.filePath("100").toStdString());
    std::ofstream(proc.filePath("100/environ").toStdString()) << "TMPDIR=/its" << '\0';
    const auto wanted =
        PmixSearch::wantedOf(specFor(launchers::RunningLauncher{util::Pid(100), "x@2"}), proc.path().toStdString());
    QCOMPARE(wanted.job, "x@2"s);
    QCOMPARE(wanted.places.size(), 2u);
    QCOMPARE(wanted.places[0].pid, util::Pid(100));
    QCOMPARE(wanted.places[0].environment, std::vector<std::string>{"TMPDIR=/its"});
    QCOMPARE(wanted.places[1].environment, std::vector<std::string>{"TMPDIR=/ours"});
}

void TestPmixSearch::aJobIsLookedForByItsLaunchersNames()
{
    const auto namesOf = [](const std::string& nspace, const std::string& procRoot) {
        std::vector<std::string> names;
        for (const auto& place : PmixSearch::wantedOf(specFor(launchers::NamedJob{nspace}), procRoot).places)
            names.push_back(place.nspace.value_or("?") + " " + place.environment->at(0));
        return names;
    };
    QCOMPARE(namesOf("vm:12:1@1", "/nowhere"),
             (std::vector<std::string>{"vm:12:1@0 TMPDIR=/ours", "vm:12:1 TMPDIR=/ours", "vm:12:1@1 TMPDIR=/ours"}));
    QTemporaryDir proc;
    std::filesystem::create_directory(proc.filePath("100").toStdString());
    std::ofstream(proc.filePath("100/environ").toStdString()) << "TMPDIR=/its" << '\0';
    QCOMPARE(namesOf("prterun-n01-100@0", proc.path().toStdString()),
             (std::vector<std::string>{"prterun-n01-100@0 TMPDIR=/ours", "prterun-n01-100 TMPDIR=/ours",
                                       "prterun-n01-100@0 TMPDIR=/its", "prterun-n01-100 TMPDIR=/its"}));
}

void TestPmixSearch::wordsAreUrisFilesOrTheSystem()
{
    const auto placeOf = [](const std::string& where) {
        return PmixSearch::wantedOf(specFor(launchers::JobOfServer{where}), "/nowhere").places.at(0);
    };
    QVERIFY(placeOf("system").systemOnly);
    QCOMPARE(placeOf("prte.0;tcp4://127.0.0.1:99").uri, "prte.0;tcp4://127.0.0.1:99"s);
    QCOMPARE(placeOf("dvm.uri").attachFile, "/work/dvm.uri"s);
    QCOMPARE(placeOf("file:/tmp/x").attachFile, "/tmp/x"s);
}

DBGR_TEST(TestPmixSearch, QCoreApplication);

} // namespace tst_pmix_search

#include "tst_pmix_search.moc"
