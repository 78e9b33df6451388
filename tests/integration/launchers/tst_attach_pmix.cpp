// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with a job that runs already under a PMIx launcher of the user's: PRRTE's prterun, Open MPI's
// mpiexec (5, or a later one: see CMakeLists.txt), a DVM of PRRTE (prte, prun), dbgrun. Functions are named after the
// capabilities in docs/manual/launchers.md.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <csignal>
#include <utility>

namespace tst_attach_pmix {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;
/// A launcher that has only itself to end takes a second (PRRTE waits for it); a busy machine some more.
constexpr int kLauncherEndsWithinMs = 8000;

/// A program by each rank, as its launcher can tell it its rank.
QString rankProgram(const QString& launcher)
{
    const bool isMpi = launcher == "mpiexec" || launcher == "dbgrun";
    return builtProgram("debuggees/launcher_rank_" + (isMpi ? testedLauncher("openmpi5") : "plain"));
}

/// A job of the user's, under the launcher of the row, and a dbgr that knows nothing of it but a number or a name.
class RunningScene
{
public:
    enum class Slots
    {
        Enough,
        OneForEachRank,
    };

    explicit RunningScene(Slots number = Slots::Enough)
    {
        QFETCH_GLOBAL(QString, launcher);
        m_launcher = launcher;
        if (number == Slots::OneForEachRank) {
            allowMoreRanksThanSlots(job.environment(), false);
            m_options = m_launcher == "dbgrun" ? QStringList{"--host-slots", QString::number(kRanks)}
                                               : QStringList{"--host", QString("localhost:%1").arg(kRanks)};
        }
        if (m_launcher == "prte")
            startDvm(std::exchange(m_options, {}));
        if (number == Slots::OneForEachRank)
            m_options += {"--bind-to", "none"}; // of cores there may be fewer than slots
    }
    ~RunningScene()
    {
        if (m_dvm.state() == QProcess::NotRunning)
            return;
        m_dvm.terminate();
        if (!m_dvm.waitForFinished(10000))
            m_dvm.kill();
        m_dvm.waitForFinished(5000);
    }

    void startDvm(const QStringList& options)
    {
        const QString uri = job.folder() + "/dvm.uri";
        m_dvm.setProcessEnvironment(job.environment());
        m_dvm.start(openMpiBin() + "/prte", QStringList{"--report-uri", uri} + options);
        if (!QTest::qWaitFor([&] { return QFile::exists(uri) && QFile(uri).size() > 0; }, 30000))
            qFatal("the DVM does not start");
    }
    /// \param ends after so many seconds \param more arguments of the program
    [[nodiscard]] bool start(int seconds, const QStringList& more = {})
    {
        startProgram(QStringList{rankProgram(m_launcher), QString::number(seconds), job.folder()} + more);
        const auto begun = [&] {
            for (int rank = 0; rank < kRanks; ++rank)
                if (job.rankPid(rank) <= 0)
                    return false;
            return true;
        };
        return more.isEmpty() ? job.turns(kRanks) : QTest::qWaitFor(begun, 60000);
    }
    void startProgram(const QStringList& program)
    {
        const QString name = m_launcher == "prte" ? "prun" : m_launcher;
        const QString path = name == "dbgrun" ? builtProgram(name) : openMpiBin() + "/" + name;
        job.start(QStringList{path, "-n", QString::number(kRanks)} + m_options + program);
    }
    /// Of the process that has the job: what a user sees in ps.
    [[nodiscard]] QString launcherPid() const
    {
        return QString::number(isDvm() ? m_dvm.processId() : qint64(job.launcherPid()));
    }
    [[nodiscard]] QString uriFile() const { return job.folder() + "/dvm.uri"; }
    [[nodiscard]] bool isDvm() const { return m_dvm.state() != QProcess::NotRunning; }
    /// Whether dbgr gets hold of all ranks.
    [[nodiscard]] bool attach(BatchRun& run) const
    {
        run.option({"--attach", launcherPid()}).startCommand({});
        return run.waitForEvent("attached")["ranks"].toString() == QString("0-%1").arg(kRanks - 1);
    }
    [[nodiscard]] bool allBeat() const
    {
        for (int rank = 0; rank < kRanks; ++rank)
            if (!beats(job.folder(), rank))
                return false;
        return true;
    }
    /// Nothing of dbgr's is left in or beside the job.
    [[nodiscard]] bool isFree() const
    {
        const auto traced = [&] {
            for (int rank = 0; rank < kRanks; ++rank)
                if (tracerOf(job.rankPid(rank)) > 0)
                    return true;
            return false;
        };
        return QTest::qWaitFor([&] { return !traced() && pidsOf(job.folder(), "/dbgd").isEmpty(); }, 10000);
    }
    /// What was printed, by lines. How many ranks there are some of the programs cannot know.
    [[nodiscard]] static QStringList linesIn(QString text)
    {
        static const QRegularExpression size(" of \\d+ begins");
        return text.replace(size, " begins").split('\n', Qt::SkipEmptyParts);
    }
    /// What a job of so many seconds prints, of one rank; nothing more, nothing less.
    [[nodiscard]] static QStringList linesOf(int rank, int seconds)
    {
        QStringList lines{QString("rank %1 begins").arg(rank)};
        for (int turn = 20; turn <= seconds * 20; turn += 20)
            lines += QString("rank %1 turn %2").arg(rank).arg(turn);
        return lines + QStringList{QString("rank %1 ends").arg(rank)};
    }
    /// Whether the user has seen every byte of a job of so many seconds, and none besides.
    [[nodiscard]] bool userSawAll(int seconds)
    {
        const QStringList seen = linesIn(QString::fromUtf8(job.standardOutput()));
        qsizetype lines = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            const QStringList wanted = linesOf(rank, seconds);
            if (seen.filter(QRegularExpression(QString("^rank %1 ").arg(rank))) != wanted)
                return false;
            lines += wanted.size();
        }
        QStringList complaints = QString::fromUtf8(job.standardError()).split('\n', Qt::SkipEmptyParts);
        complaints.sort();
        return seen.size() == lines &&
               complaints == QStringList{"rank 0 complains", "rank 1 complains", "rank 2 complains"};
    }
    [[nodiscard]] QByteArray transcript(BatchRun& run) { return run.transcript() + job.transcript(); }

    UserJob job;

private:
    QString m_launcher;
    QStringList m_options; ///< of the launcher
    QProcess m_dvm;
};

#define VERIFY_SCENE(condition) QVERIFY2(condition, scene.transcript(run))

} // namespace

class TestAttachPmix : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();

    void attachWhileRunning();
    void stacksWhileAttached();
    void breakpointAndStep();
    void output();
    void standardInput();
    void endOfJob();
    void endOfJobThatFails();
    void detachLeavesTheJob();
    void attachTwice();
    void attachAgainAndAgain();
    void everySlotIsTaken();
    void twoDebuggersAtOnce();
    void someRanksOnly();
    void killEndsTheJob();
    void launcherKilled();
    void debuggerKilled();
};

void TestAttachPmix::initTestCase_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::newRow("prterun") << "prterun";
    QTest::newRow("mpiexec") << "mpiexec";
    QTest::newRow("prte and prun") << "prte";
    QTest::newRow("dbgrun") << "dbgrun";
}

void TestAttachPmix::attachWhileRunning()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    const QJsonObject found = run.events("launcher").value(0);
    QCOMPARE(found["way"].toString(), QString("PMIx"));
    QCOMPARE(QString::number(found["pid"].toInt()), scene.launcherPid());
    QVERIFY(found["found"].toBool());
    QCOMPARE(run.events("launched").value(0)["size"].toInt(), kRanks);
    QVERIFY2(!beats(scene.job.folder(), 0, 500), "an attached rank turns on");
    run.type("continue &");
    VERIFY_SCENE(scene.allBeat());
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::stacksWhileAttached()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    run.commands({"where", "stacks"});
    VERIFY_SCENE(scene.attach(run));
    VERIFY_SCENE(run.exitStatus() == 0);
    const QByteArray where = QJsonDocument(run.replies("where").value(0)).toJson();
    VERIFY_SCENE(where.contains("\"turn\"") && where.contains("\"main\""));
    QCOMPARE(run.replies("stacks").size(), 1);
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::breakpointAndStep()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    run.commands({"break turn", "continue", "next", "print number", "delete 1"});
    VERIFY_SCENE(scene.attach(run));
    VERIFY_SCENE(run.exitStatus() == 0);
    QCOMPARE(run.replies("print").size(), 1);
    VERIFY_SCENE(run.transcript().contains("\"reason\":\"step\""));
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::output()
{
    constexpr int kSeconds = 6;
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(kSeconds));
    run.commands({"continue"});
    VERIFY_SCENE(scene.attach(run));
    VERIFY_SCENE(run.exitStatus() == 0);
    for (int rank = 0; rank < kRanks; ++rank) {
        const QStringList all = RunningScene::linesOf(rank, kSeconds);
        const QStringList ours = RunningScene::linesIn(run.output(rank));
        if (scene.isDvm()) { // prun has taken what was printed before we came
            VERIFY_SCENE(ours.size() > 1 && ours == all.last(ours.size()));
            continue;
        }
        QCOMPARE(ours, all); // with what the launcher had kept
        QCOMPARE(run.output(rank, "stderr"), QString("rank %1 complains\n").arg(rank));
    }
    VERIFY_SCENE(scene.job.exitStatus() == 0);
    VERIFY_SCENE(scene.userSawAll(kSeconds));
}

/// A launcher gives input to rank 0, if nobody says otherwise; only what the job kept open can be written to.
void TestAttachPmix::standardInput()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(3, {"read"})); // those that read nothing are to live until we come
    run.option({"--keep-going"});
    run.commands({"input 0 hello", "input 1 lost", "input 0 moon", "eof 0", "continue"});
    VERIFY_SCENE(scene.attach(run));
    VERIFY_SCENE(run.exitStatus() >= 0);
    const auto refused = run.events("error");
    VERIFY_SCENE(refused.size() == 1 && refused[0]["ranks"] == "1");
    VERIFY_SCENE(refused[0]["detail"].toString().contains("rank 1 would not get it: the standard input is /dev/null"));
    VERIFY_SCENE(run.output(0).contains("rank 0 read: hello\nrank 0 read: moon\n"));
    VERIFY_SCENE(!run.output(1).contains("read:"));
    VERIFY_SCENE(scene.job.exitStatus() == 0);
    VERIFY_SCENE(scene.job.standardOutput().contains("rank 0 read: hello\n"));
}

void TestAttachPmix::endOfJob()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("continue &");
    VERIFY_SCENE(scene.allBeat());
    scene.job.stop();
    run.type("wait");
    VERIFY_SCENE(!run.waitForEvent("ended").isEmpty());
    VERIFY_SCENE(scene.job.exitStatus(kLauncherEndsWithinMs) == 0);
    run.closeInput();
    VERIFY_SCENE(run.exitStatus() == 0);
    QCOMPARE(run.events("ended").value(0)["status"].toInt(-1), 0);
    VERIFY_SCENE(scene.isFree());
}

void TestAttachPmix::endOfJobThatFails()
{
    RunningScene scene;
    BatchRun run;
    scene.startProgram({"sh", "-c", "echo $$ > pid.$PMIX_RANK; sleep 4; exit 3"});
    QVERIFY(QTest::qWaitFor([&] { return scene.job.rankPid(kRanks - 1) > 0; }, 30000));
    run.commands({"continue"});
    VERIFY_SCENE(scene.attach(run));
    QCOMPARE(run.exitStatus(), 3);
    QCOMPARE(run.events("ended").value(0)["status"].toInt(-1), 3);
    QCOMPARE(scene.job.exitStatus(), 3);
}

void TestAttachPmix::detachLeavesTheJob()
{
    constexpr int kSeconds = 8;
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(kSeconds));
    VERIFY_SCENE(scene.attach(run));
    run.type("detach");
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    QVERIFY(QTest::qWaitFor([&] { return scene.job.standardOutput().count(" ends\n") == kRanks; }, 60000));
    VERIFY_SCENE(scene.job.exitStatus(kLauncherEndsWithinMs) == 0);
    VERIFY_SCENE(scene.userSawAll(kSeconds));
}

void TestAttachPmix::attachTwice()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    BatchRun again;
    again.commands({"where"});
    QVERIFY2(scene.attach(again), scene.transcript(again));
    QVERIFY2(again.exitStatus() == 0, scene.transcript(again));
    QCOMPARE(again.replies("where").size(), 1);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

/// The launcher counts no more debuggers than there are, tells their jobs apart from the user's, and ends.
void TestAttachPmix::attachAgainAndAgain()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    for (int time = 0; time < 4; ++time) {
        BatchRun again;
        again.commands({"where"});
        QVERIFY2(scene.attach(again) && again.exitStatus() == 0, scene.transcript(again));
    }
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus(kLauncherEndsWithinMs) == 0);
}

/// Daemons are no ranks: they need no slot.
void TestAttachPmix::everySlotIsTaken()
{
    RunningScene scene(RunningScene::Slots::OneForEachRank);
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::twoDebuggersAtOnce()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("continue &");
    BatchRun second;
    second.option({"--attach", scene.launcherPid()}).startCommand({});
    // Its ranks are held by the first: it hears by whom, and the first does not notice.
    const QString why = second.waitForEvent("error")["detail"].toString();
    QVERIFY2(why.contains(QString::number(run.pid())), qPrintable(why));
    second.type("quit");
    (void)second.exitStatus();
    VERIFY_SCENE(scene.allBeat());
    run.type("interrupt");
    VERIFY_SCENE(!run.waitForReply("interrupt").isEmpty());
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::someRanksOnly()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    run.option({"--ranks", "1", "--attach", scene.launcherPid()}).startCommand({});
    QCOMPARE(run.waitForEvent("attached")["ranks"].toString(), QString("1"));
    VERIFY_SCENE(beats(scene.job.folder(), 0));
    QVERIFY2(!beats(scene.job.folder(), 1, 500), "the attached rank turns on");
    run.type("quit");
    VERIFY_SCENE(run.exitStatus() == 0);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    scene.job.stop();
    VERIFY_SCENE(scene.job.exitStatus() == 0);
}

void TestAttachPmix::killEndsTheJob()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("kill");
    run.closeInput();
    VERIFY_SCENE(run.exitStatus() == 137);
    VERIFY_SCENE(scene.job.exitStatus() >= 0);
    for (int rank = 0; rank < kRanks; ++rank)
        QCOMPARE(tracerOf(scene.job.rankPid(rank)), -1);
}

/// Whatever becomes of the ranks (some launchers take theirs along), dbgr says so, and holds none.
void TestAttachPmix::launcherKilled()
{
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(60));
    VERIFY_SCENE(scene.attach(run));
    run.type("continue &");
    VERIFY_SCENE(scene.allBeat());
    ::kill(scene.launcherPid().toInt(), SIGKILL);
    VERIFY_SCENE(run.waitForEvent("error")["meaning"].toString() == "the launcher ended meanwhile");
    run.closeInput();
    VERIFY_SCENE(run.exitStatus() > 0);
    VERIFY_SCENE(scene.isFree());
    for (int rank = 0; rank < kRanks; ++rank)
        VERIFY_SCENE(!pidsOf(scene.job.folder(), "launcher_rank").contains(scene.job.rankPid(rank)) ||
                     beats(scene.job.folder(), rank));
    scene.job.stop();
}

void TestAttachPmix::debuggerKilled()
{
    constexpr int kSeconds = 8;
    RunningScene scene;
    BatchRun run;
    VERIFY_SCENE(scene.start(kSeconds));
    VERIFY_SCENE(scene.attach(run));
    ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
    QCOMPARE(run.exitStatus(5000), 128 + SIGKILL);
    VERIFY_SCENE(scene.allBeat() && scene.isFree());
    VERIFY_SCENE(scene.job.exitStatus() == 0);
    VERIFY_SCENE(scene.userSawAll(kSeconds));
}

DBGR_TEST(TestAttachPmix, QCoreApplication);

} // namespace tst_attach_pmix

#include "tst_attach_pmix.moc"
