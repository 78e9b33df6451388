// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/remote/links/core_job.h"
#include "session/remote/links/core_link.h"
#include "session/remote/links/rank_choice.h"
#include "tests/support/run/test_class.h"

#include <QTemporaryDir>

namespace tst_core_job {

using namespace dbgr;
using namespace dbgr::session;
using util::PlaceInJob;
using util::Rank;

namespace {

NamedCore core(const std::string& name, const std::vector<std::string>& environment,
               const std::string& executable = "/bin/app", const std::string& buildId = "aa")
{
    NamedCore one{"/w/" + name, {}};
    one.core.pid = util::Pid(100);
    one.core.executable = executable;
    one.core.buildId = buildId;
    one.core.environment = environment;
    return one;
}

std::vector<std::string> rankOf(int rank, int size, const std::string& job = "j")
{
    return {"PMIX_RANK=" + std::to_string(rank), "OMPI_COMM_WORLD_SIZE=" + std::to_string(size),
            "PMIX_NAMESPACE=" + job};
}

/// Programs named "...other" have another build id than the core files say; those below /gone are not there.
ProgramFacts look(const std::string& path)
{
    if (path.starts_with("/gone"))
        return {};
    return {true, path.ends_with("other") ? "bb" : "aa"};
}

CoreJob make(const std::vector<NamedCore>& cores, const std::string& program = "")
{
    return makeCoreJob(cores, program, "here", look);
}

QString warnings(const CoreJob& job)
{
    QStringList all;
    for (const util::Error& warning : job.warnings)
        all += QString::fromStdString(warning.detail);
    return all.join("\n");
}

QString ranksOf(const CoreJob& job)
{
    QStringList all;
    for (const debug::LocalCore& one : job.cores)
        all += QString("%1=%2").arg(one.rank.value()).arg(QString::fromStdString(one.path));
    return all.join(" ");
}

} // namespace

class TestCoreJob : public QObject
{
    Q_OBJECT

private slots:
    void ranksComeFromTheEnvironments();
    void ranksWithoutACoreFileAreNamed();
    void filesThatKnowNoRankAreNumberedInOrder();
    void filesOfSeveralJobsAreNumbered();
    void aRankThatIsThereTwiceIsNumbered();
    void oneFileNeedsNoWord();
    void theUsersProgramIsTaken();
    void anotherProgramIsLeftToItsCoreFile();
    void aCopyOfTheProgramIsTheProgram();
    void aProgramThatIsNotThereIsTold();
    void aProgramThatWasBuiltAgainIsTold();
    void severalProgramsAreTold();
    void filesThatAreCutOffAreTold();
    void choiceForProcessesIsTheSame();
    void patternsAreExpandedInNaturalOrder();
    void aNameWithoutFilesIsRefused();
};

void TestCoreJob::ranksComeFromTheEnvironments()
{
    const CoreJob job = make({core("core.1", rankOf(1, 2)), core("core.2", rankOf(0, 2))});
    QCOMPARE(ranksOf(job), QString("0=/w/core.2 1=/w/core.1"));
    QCOMPARE(warnings(job), QString());
    QCOMPARE(job.job.nspace, std::string("j"));
    QCOMPARE(job.job.ranks.at(1).rank, Rank(1));
    QCOMPARE(job.job.ranks.at(1).host, std::string("here"));
    QCOMPARE(job.job.ranks.at(1).pid.value(), 100);
    QCOMPARE(job.job.ranks.at(1).executable, std::string("/bin/app"));
}

void TestCoreJob::ranksWithoutACoreFileAreNamed()
{
    const CoreJob job = make({core("a", rankOf(1, 4)), core("b", rankOf(3, 4))});
    QCOMPARE(ranksOf(job), QString("1=/w/a 3=/w/b"));
    QCOMPARE(warnings(job), QString("of ranks 0,2 there is no core file; the job had 4 ranks"));
}

void TestCoreJob::filesThatKnowNoRankAreNumberedInOrder()
{
    const CoreJob job = make({core("core.2", {}), core("core.10", {"HOME=/"})});
    QCOMPARE(ranksOf(job), QString("0=/w/core.2 1=/w/core.10"));
    QCOMPARE(warnings(job),
             QString("the core files do not tell the ranks of one job: they are numbered by the order of their names"));
    QCOMPARE(job.warnings.at(0).advice, std::string("Rank 0 is core.2, rank 1 is core.10."));
}

void TestCoreJob::filesOfSeveralJobsAreNumbered()
{
    const CoreJob job = make({core("a", rankOf(1, 2, "x")), core("b", rankOf(0, 2, "y"))});
    QCOMPARE(ranksOf(job), QString("0=/w/a 1=/w/b"));
    QVERIFY(warnings(job).contains("b is of job y, and a of job x"));
}

void TestCoreJob::aRankThatIsThereTwiceIsNumbered()
{
    const CoreJob job = make({core("a", rankOf(1, 2)), core("b", rankOf(1, 2))});
    QVERIFY(warnings(job).contains("a and b are both rank 1"));
    const CoreJob half = make({core("a", rankOf(1, 2)), core("b", {})});
    QVERIFY(warnings(half).contains("b has no rank in its environment, others have one"));
}

void TestCoreJob::oneFileNeedsNoWord()
{
    const CoreJob job = make({core("core", {})});
    QCOMPARE(ranksOf(job), QString("0=/w/core"));
    QCOMPARE(warnings(job), QString());
}

void TestCoreJob::theUsersProgramIsTaken()
{
    const CoreJob job = make({core("a", rankOf(0, 1), "/gone/app")}, "/home/app");
    QCOMPARE(job.cores.at(0).executable, std::string("/home/app"));
    QCOMPARE(warnings(job), QString());
    const CoreJob unnamed = make({core("a", rankOf(0, 1), "")}, "/home/app");
    QCOMPARE(unnamed.cores.at(0).executable, std::string("/home/app"));
}

void TestCoreJob::anotherProgramIsLeftToItsCoreFile()
{
    const CoreJob job = make({core("a", rankOf(0, 2)), core("b", rankOf(1, 2), "/bin/solver", "cc")}, "/bin/app");
    QCOMPARE(job.cores.at(0).executable, std::string("/bin/app"));
    QCOMPARE(job.cores.at(1).executable, std::string("/bin/solver"));
    QCOMPARE(warnings(job), QString("the core files of rank 1 are of /bin/solver, not of /bin/app"));
}

void TestCoreJob::aCopyOfTheProgramIsTheProgram()
{
    const CoreJob job = make({core("a", rankOf(0, 1))}, "/home/app.debug");
    QCOMPARE(job.cores.at(0).executable, std::string("/home/app.debug"));
    QCOMPARE(warnings(job), QString());
}

void TestCoreJob::aProgramThatIsNotThereIsTold()
{
    const CoreJob job = make({core("a", rankOf(0, 2), "/gone/app"), core("b", rankOf(1, 2), "/gone/app")});
    QCOMPARE(warnings(job), QString("the program of ranks 0-1 is not there: /gone/app"));
}

void TestCoreJob::aProgramThatWasBuiltAgainIsTold()
{
    const CoreJob job = make({core("a", rankOf(0, 1), "/bin/other")});
    QCOMPARE(warnings(job), QString("/bin/other is not the file that rank 0 ran: it was built again since"));
    const CoreJob unknown = make({core("a", rankOf(0, 1), "/bin/other", "")});
    QCOMPARE(warnings(unknown), QString());
}

void TestCoreJob::severalProgramsAreTold()
{
    const CoreJob job = make({core("a", rankOf(0, 2)), core("b", rankOf(1, 2), "/bin/solver")});
    QCOMPARE(warnings(job), QString("the core files are of 2 programs: /bin/app (rank 0), /bin/solver (rank 1)"));
}

void TestCoreJob::filesThatAreCutOffAreTold()
{
    NamedCore cut = core("a", rankOf(0, 1));
    cut.core.missingBytes = 5;
    QCOMPARE(warnings(make({cut})),
             QString("the core files of rank 0 are cut off: parts of the memory are not in them"));
}

void TestCoreJob::choiceForProcessesIsTheSame()
{
    const RankChoice ranks = chooseRanks({PlaceInJob{Rank(3), 4, "j"}, PlaceInJob{Rank(2), 4, "j"}}, {"a", "b"});
    QVERIFY(ranks.fromEnvironment && ranks.oddity.empty());
    QCOMPARE(ranks.ranks, (std::vector<Rank>{Rank(3), Rank(2)}));
    QCOMPARE(ranks.jobSize, 4U);
    const RankChoice none = chooseRanks({std::nullopt, std::nullopt}, {"a", "b"});
    QVERIFY(!none.fromEnvironment && none.oddity.empty());
    QCOMPARE(none.ranks, (std::vector<Rank>{Rank(0), Rank(1)}));
}

void TestCoreJob::patternsAreExpandedInNaturalOrder()
{
    const QTemporaryDir folder;
    for (const char* name : {"core.10", "core.2", "core.[x]", "other"})
        QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
    const std::string here = folder.path().toStdString();
    const auto found = findCoreFiles({"core.*", "core.2"}, here);
    QVERIFY(found);
    QCOMPARE(*found, (std::vector<std::string>{here + "/core.2", here + "/core.10", here + "/core.[x]"}));
    QCOMPARE(findCoreFiles({"core.[x]"}, here).value().size(), std::size_t(1));
    QCOMPARE(findCoreFiles({here + "/oth*"}, "/").value(), (std::vector<std::string>{here + "/other"}));
}

void TestCoreJob::aNameWithoutFilesIsRefused()
{
    const auto found = findCoreFiles({"core.*"}, "/proc/self/fdinfo");
    QVERIFY(!found);
    QVERIFY(found.error().detail.find("there is no file core.*") != std::string::npos);
}

DBGR_TEST(TestCoreJob, QCoreApplication);

} // namespace tst_core_job

#include "tst_core_job.moc"
