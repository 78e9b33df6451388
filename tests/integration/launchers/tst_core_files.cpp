// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr shows of the core files that a real job of Open MPI 5 leaves, all of whose ranks crash.
#include "tests/support/batch/batch_run.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QtTest>

namespace tst_core_files {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;
const QString kAll = "0-3";

} // namespace

class TestCoreFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void ranksStacksAndValues();
    void withoutNamingTheProgram();
    void someOfTheRanks();
    void whatTheShellHasExpanded();
    void nothingRuns();
    void detachingEndsIt();
    void anotherProgramIsToldOf();
    void whatIsNoCoreFileIsRefused_data();
    void whatIsNoCoreFileIsRefused();

private:
    /// \return its exit status
    int look(BatchRun& run, const QStringList& commands, const QStringList& arguments = {})
    {
        run.option({"--core", m_folder.filePath("core.*")}).commands(commands).startCommand(arguments);
        return run.exitStatus();
    }

    const QString m_program = builtProgram("debuggees/mpi_crash");
    QTemporaryDir m_folder;
};

void TestCoreFiles::initTestCase()
{
    QProcess job;
    QProcessEnvironment environment = jobEnvironment(m_folder.path());
    environment.insert("TAKE_CORES", QString::number(kRanks));
    job.setProcessEnvironment(environment);
    job.setProcessChannelMode(QProcess::MergedChannels);
    job.start(openMpi5Bin() + "/mpiexec",
              QStringList{"-n", QString::number(kRanks)} + takingCore(m_folder.path(), {m_program, "-1"}));
    QVERIFY(job.waitForFinished(120000));
    QVERIFY2(QDir(m_folder.path()).entryList({"core.*"}).size() == kRanks, job.readAll());
}

void TestCoreFiles::ranksStacksAndValues()
{
    BatchRun run;
    QVERIFY2(look(run, {"ranks", "where", "stacks", "print rank", "threads"}, {m_program}) == 0, run.transcript());
    QVERIFY2(run.events("warning").isEmpty(), run.transcript());
    QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
    const auto stops = run.events("stopped");
    QVERIFY2(stops.size() == 1 && stops[0]["ranks"] == kAll && stops[0]["signal"] == "SIGSEGV", run.transcript());
    const auto frames = run.replies("where").value(0)["stacks"].toArray();
    QVERIFY2(frames.size() == 1 && frames[0]["ranks"] == kAll, run.transcript());
    QVERIFY2(!run.replies("stacks").value(0)["stacks"].toArray().isEmpty(), run.transcript());
    const auto values = run.replies("print").value(0)["values"].toArray();
    QCOMPARE(values.size(), kRanks); // each knows its rank, and it is the one that MPI gave it
    for (const QJsonValue& value : values)
        QVERIFY2(value["ranks"] == value["value"], run.transcript());
}

void TestCoreFiles::withoutNamingTheProgram()
{
    BatchRun run;
    QVERIFY2(look(run, {"print nowhere", "focus 2", "print rank"}) == 0, run.transcript());
    QCOMPARE(run.replies("print").value(1)["values"][0]["value"].toString(), QString("2"));
}

void TestCoreFiles::someOfTheRanks()
{
    BatchRun run;
    run.option({"--ranks", "1,3"});
    QVERIFY2(look(run, {"print rank"}, {m_program}) == 0, run.transcript());
    QVERIFY2(run.events("attached").value(0)["ranks"] == "1,3", run.transcript());
}

void TestCoreFiles::whatTheShellHasExpanded()
{
    QStringList files;
    for (const QString& name : QDir(m_folder.path()).entryList({"core.*"}))
        files += m_folder.filePath(name);
    BatchRun run;
    run.option({"--core", files.takeFirst()}).commands({"print rank"}).startCommand(files + QStringList{m_program});
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
}

void TestCoreFiles::nothingRuns()
{
    BatchRun run;
    run.option({"--keep-going"});
    const QStringList commands{"continue", "step", "finish", "break main", "input 0 hello", "kill"};
    look(run, commands, {m_program});
    for (const QString& command : commands) {
        int refusals = 0;
        for (const QJsonObject& object : run.objects())
            refusals += object["command"] == command && object["detail"].toString().contains("a core file cannot run");
        QVERIFY2(refusals == 1, command.toUtf8() + "\n" + run.transcript()); // once, not once a rank
    }
    QVERIFY2(run.events("running").isEmpty(), run.transcript());
}

void TestCoreFiles::detachingEndsIt()
{
    BatchRun run;
    QVERIFY2(look(run, {"detach"}, {m_program}) == 0, run.transcript());
}

void TestCoreFiles::anotherProgramIsToldOf()
{
    BatchRun run;
    QVERIFY2(look(run, {"print rank"}, {builtProgram("debuggees/loop")}) == 0, run.transcript());
    QVERIFY2(run.transcript().contains("debuggees/mpi_crash, not of"), run.transcript());
}

void TestCoreFiles::whatIsNoCoreFileIsRefused_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("nothing") << m_folder.filePath("none.*") << QByteArray("there is no file");
    QTest::newRow("a program") << m_program << QByteArray("it is a program or a library, not a core file");
    QTest::newRow("a folder") << m_folder.path() << QByteArray("it is a folder");
}

void TestCoreFiles::whatIsNoCoreFileIsRefused()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, words);
    BatchRun run;
    run.option({"--core", file}).commands({"where"}).startCommand({m_program});
    QVERIFY2(run.exitStatus() > 0, run.transcript());
    QVERIFY2(run.transcript().contains(words), run.transcript());
}

DBGR_TEST(TestCoreFiles, QCoreApplication);

} // namespace tst_core_files

#include "tst_core_files.moc"
