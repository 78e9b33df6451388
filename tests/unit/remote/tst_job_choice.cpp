// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a launcher's namespaces the user means.
#include "session/remote/links/job_choice.h"

#include "pmix/types/keys.h"
#include "session/error_text.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_job_choice {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::string_literals;

namespace {

FoundJob job(const std::string& nspace, const std::string& program, std::uint32_t ranks = 2,
             pmix::ProcState state = pmix::ProcState::Connected)
{
    FoundJob made{nspace, "", {}};
    for (std::uint32_t i = 0; i < ranks; ++i)
        made.procs.push_back({{nspace, pmix::ProcRank(i)}, "n01", program, util::Pid(100), state});
    return made;
}

const JobWish kAny{"", "prte-n01-7@0", "prte-n01-7@3"};

JobWish named(const std::string& nspace)
{
    return {nspace, kAny.launcher, kAny.self};
}

} // namespace

class TestJobChoice : public QObject
{
    Q_OBJECT

private slots:
    void theOnlyApplicationIsMeant();
    void launchersToolsAndDaemonsAreNotMeant();
    void otherDebuggersAreNotMeant_data();
    void otherDebuggersAreNotMeant();
    void aToolWithANameOfItsOwnIsNotMeant();
    void aJobOfWhichLittleIsKnownIsMeant();
    void ofSeveralOneHasToBeNamed();
    void aNameChooses();
    void theLaunchersNameMeansItsOnlyJob();
    void aWrongNameIsToldWhatThereIs();
    void anEndedJobIsSaidToHaveEnded();
    void nothingRunsIsAnError();
    void jobsAreShownByTheirCommandOrPrograms();
    void commandsAreFoundHoweverTheyAreNested();
    void aJobIsStartedWhenEveryRankIs();
    void jobsBelongToLaunchersOfTheirStem();
    void ranksAreSorted();
};

void TestJobChoice::theOnlyApplicationIsMeant()
{
    const auto chosen = chooseJob({job("prte-n01-7@1", "/w/./ring")}, kAny);
    QVERIFY(chosen);
    QCOMPARE(chosen->nspace, "prte-n01-7@1"s);
}

void TestJobChoice::launchersToolsAndDaemonsAreNotMeant()
{
    const std::vector<FoundJob> found{
        job("prte-n01-7@0", "prte", 1),          job("prte-n01-7@1", "/w/ring"),
        job("prte-n01-7@2", "/opt/bin/dbgd", 1), job("prte-n01-7@3", "dbgr", 1),
        FoundJob{"prun.n01.88", "prun ./x", {}},
    };
    const auto chosen = chooseJob(found, kAny);
    QVERIFY2(chosen, chosen ? "" : errorText(chosen.error()).c_str());
    QCOMPARE(chosen->nspace, "prte-n01-7@1"s);
}

/// While another dbgr is attached, or was: as PRRTE 3 and 5 have been seen to tell of it.
void TestJobChoice::otherDebuggersAreNotMeant_data()
{
    QTest::addColumn<QString>("executable");
    QTest::addColumn<QString>("command");
    QTest::newRow("a tool with a whole path") << "/opt/bin/dbgr"
                                              << "/opt/bin/dbgr";
    QTest::newRow("a tool") << "/"
                            << "build/dev/bin/dbgr";
    QTest::newRow("a tool of another kind") << "/"
                                            << "/usr/bin/pattrs";
    QTest::newRow("a tool, told by its command only") << ""
                                                      << "dbgr --attach 12";
    QTest::newRow("daemons") << "/opt/bin/dbgd"
                             << "/opt/bin/dbgd --ranks=pmix --for n01:12";
    QTest::newRow("daemons, told by their command only") << ""
                                                         << "/opt/bin/dbgd --ranks=pmix --for n01:12";
}

void TestJobChoice::otherDebuggersAreNotMeant()
{
    QFETCH(QString, executable);
    QFETCH(QString, command);
    FoundJob other = job("prte-n01-7@2", executable.toStdString(), 1);
    other.command = command.toStdString();
    const auto chosen = chooseJob({other, job("prte-n01-7@1", "/w/ring")}, kAny);
    QVERIFY2(chosen, chosen ? "" : errorText(chosen.error()).c_str());
    QCOMPARE(chosen->nspace, "prte-n01-7@1"s);
    QCOMPARE(chooseJob({other}, kAny).error().code, make_error_code(AttachErrc::NoJob));
}

/// prun's name is its own; PRRTE 5 has it for a job, executable and all.
void TestJobChoice::aToolWithANameOfItsOwnIsNotMeant()
{
    const FoundJob tool = job("prun.n01.88", "/usr/bin/prun", 1);
    const auto chosen = chooseJob({tool, job("prte-n01-7@1", "/w/ring", 1)}, kAny);
    QVERIFY2(chosen, chosen ? "" : errorText(chosen.error()).c_str());
    QCOMPARE(chosen->nspace, "prte-n01-7@1"s);
    // Other servers name jobs as they like.
    QVERIFY(chooseJob({job("slurm.12", "/w/ring", 1)}, JobWish{"", "slurm.server", "dbgr-n01-9"}));
}

/// Of a launcher that does not tell executables, or of a program whose arguments name ours.
void TestJobChoice::aJobOfWhichLittleIsKnownIsMeant()
{
    FoundJob nameless = job("prte-n01-7@1", "", 1);
    QVERIFY(chooseJob({nameless}, kAny));
    nameless.command = "./ring dbgd /dbgd";
    QVERIFY(chooseJob({nameless}, kAny));
    FoundJob other = job("prte-n01-7@1", "/w/ring", 1);
    other.command = "/opt/bin/dbgd";
    QVERIFY(chooseJob({other}, kAny));
}

void TestJobChoice::ofSeveralOneHasToBeNamed()
{
    FoundJob first = job("prte-n01-7@1", "/w/ring");
    first.command = "./ring 100";
    const auto chosen = chooseJob({first, job("prte-n01-7@2", "/w/heat", 1)}, kAny);
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, make_error_code(AttachErrc::SeveralJobs));
    QCOMPARE(chosen.error().detail, "prte-n01-7@0 runs several jobs: prte-n01-7@1 (2 ranks of ./ring 100), "
                                    "prte-n01-7@2 (1 rank of heat)"s);
    QCOMPARE(chosen.error().advice, "Name the one that you mean: --attach prte-n01-7@1"s);
    // One that has ended is none to choose from.
    const auto left = chooseJob({first, job("prte-n01-7@2", "/w/heat", 1, pmix::ProcState::Terminated)}, kAny);
    QVERIFY(left);
}

void TestJobChoice::aNameChooses()
{
    const std::vector<FoundJob> found{job("prte-n01-7@1", "/w/ring"), job("prte-n01-7@2", "/w/heat")};
    const auto chosen = chooseJob(found, named("prte-n01-7@2"));
    QVERIFY(chosen);
    QCOMPARE(chosen->nspace, "prte-n01-7@2"s);
}

void TestJobChoice::theLaunchersNameMeansItsOnlyJob()
{
    const std::vector<FoundJob> found{job("prte-n01-7@1", "/w/ring")};
    QVERIFY(chooseJob(found, named("prte-n01-7@0")));
    QVERIFY(chooseJob(found, named("prte-n01-7")));
}

void TestJobChoice::aWrongNameIsToldWhatThereIs()
{
    const auto chosen = chooseJob({job("prte-n01-7@1", "/w/ring")}, named("prte-n01-7@9"));
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, make_error_code(AttachErrc::NoSuchJob));
    QCOMPARE(chosen.error().detail, "prte-n01-7@0 has no job prte-n01-7@9; it has prte-n01-7@1 (2 ranks of ring)"s);
    QCOMPARE(chooseJob({}, named("prte-n01-7@9")).error().detail,
             "prte-n01-7@0 has no job prte-n01-7@9, nor any other"s);
}

void TestJobChoice::anEndedJobIsSaidToHaveEnded()
{
    const std::vector<FoundJob> found{job("prte-n01-7@1", "/w/ring", 2, pmix::ProcState::Terminated)};
    for (const JobWish& wish : {kAny, named("prte-n01-7@1")}) {
        const auto chosen = chooseJob(found, wish);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, make_error_code(AttachErrc::JobEnded));
        QCOMPARE(chosen.error().detail, "the job prte-n01-7@1 ended meanwhile"s);
    }
}

void TestJobChoice::nothingRunsIsAnError()
{
    const auto chosen = chooseJob({job("prte-n01-7@2", "dbgd", 1)}, kAny);
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, make_error_code(AttachErrc::NoJob));
}

void TestJobChoice::jobsAreShownByTheirCommandOrPrograms()
{
    FoundJob mixed = job("a@1", "/w/./one");
    mixed.procs.push_back({{"a@1", pmix::ProcRank(2)}, "n01", "/w/two", util::Pid(9), pmix::ProcState::Running});
    QCOMPARE(mixed.text(), "one : two"s);
    mixed.command = "./one 1 : ./two 2";
    QCOMPARE(mixed.text(), "./one 1 : ./two 2"s);
}

void TestJobChoice::commandsAreFoundHoweverTheyAreNested()
{
    namespace keys = pmix::keys;
    using pmix::Value;
    const std::vector<pmix::Info> ours{{keys::kNspace, Value::string("a@1")},
                                       {keys::kCmdLine, Value::string("./one 1")},
                                       {keys::kCmdLine, Value::string("./two 2")}};
    const std::vector<pmix::Info> other{{keys::kNspace, Value::string("a@2")},
                                        {keys::kCmdLine, Value::string("./three")}};
    pmix::QueryReply flat;
    flat.infos = {{keys::kQueryNamespaceInfo, Value::infos(ours)}};
    QCOMPARE(commandIn(flat, "a@1"), "./one 1 : ./two 2"s);
    pmix::QueryReply nested;
    nested.infos = {{keys::kQueryNamespaceInfo, Value::infos({{keys::kJobInfoArray, Value::infos(other)},
                                                              {keys::kJobInfoArray, Value::infos(ours)}})}};
    QCOMPARE(commandIn(nested, "a@1"), "./one 1 : ./two 2"s);
    QCOMPARE(commandIn({}, "a@1"), ""s);
    // However deep somebody nests them, we do not.
    std::vector<pmix::Info> deep = ours;
    for (int i = 0; i < 100; ++i)
        deep = {{keys::kJobInfoArray, Value::infos(deep)}};
    QCOMPARE(commandIn({pmix::Status::Success, deep}, "a@1"), ""s);
}

void TestJobChoice::aJobIsStartedWhenEveryRankIs()
{
    FoundJob starting = job("a@1", "/w/ring");
    QVERIFY(starting.isStarted());
    starting.procs.back().pid = util::Pid(0);
    QVERIFY(!starting.isStarted());
    QVERIFY(!FoundJob{}.isStarted());
}

void TestJobChoice::jobsBelongToLaunchersOfTheirStem()
{
    QVERIFY(belongsToLauncher("prterun-n01-4711@1", "prterun-n01-4711@0"));
    QVERIFY(belongsToLauncher("vm:12:1@1", "vm:12:1"));
    QVERIFY(!belongsToLauncher("prterun-n01-4711@0", "prterun-n01-4711@0"));
    QVERIFY(!belongsToLauncher("prterun-n01-47@1", "prterun-n01-4711@0"));
}

void TestJobChoice::ranksAreSorted()
{
    auto procs = job("a@1", "/w/ring", 3).procs;
    std::swap(procs.front(), procs.back());
    const JobLaunched launched = toLaunched("a@1", procs);
    QCOMPARE(launched.nspace, "a@1"s);
    QCOMPARE(launched.ranks.front().rank, util::Rank(0));
    QCOMPARE(launched.ranks.back().host, "n01"s);
}

DBGR_TEST(TestJobChoice, QCoreApplication);

} // namespace tst_job_choice

#include "tst_job_choice.moc"
