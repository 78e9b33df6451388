// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are asked something end, whatever they do, and what they said is kept.
#include "app/doctor/run_program.h"
#include "tests/support/run/test_class.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace tst_run_program {

using namespace dbgr::doctor;
using namespace std::chrono_literals;

namespace {

ProgramRun shell(const std::string& script, std::chrono::milliseconds limit = 20s)
{
    return runProgram({"sh", "-c", script}, limit);
}

} // namespace

class TestRunProgram : public QObject
{
    Q_OBJECT

private slots:
    void keepsBothStreamsAndTheStatus();
    void saysWhatAShellWouldSay_data();
    void saysWhatAShellWouldSay();
    void muchOutputIsCutAndNobodyWaits();
    void isOverAtTheLimit();
    void leavesNobodyBehind();
};

void TestRunProgram::keepsBothStreamsAndTheStatus()
{
    const ProgramRun run = shell("cat; echo out; echo err >&2; exit 3"); // cat: there is no input
    QCOMPARE(run.status, 3);
    QCOMPARE(run.output, std::string("out\n"));
    QCOMPARE(run.errors, std::string("err\n"));
    QVERIFY(!run.tooLate && !run.good());
    QVERIFY(shell("true").good());
}

void TestRunProgram::saysWhatAShellWouldSay_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("status");
    QTest::newRow("no such path") << "/no/such/program" << 127;
    QTest::newRow("none in PATH") << "no-such-program-of-dbgr" << 127;
    QTest::newRow("a folder") << "/tmp" << 126;
}

void TestRunProgram::saysWhatAShellWouldSay()
{
    QFETCH(QString, program);
    QFETCH(int, status);
    const ProgramRun run = runProgram({program.toStdString()}, 20s);
    QCOMPARE(run.status, status);
    QVERIFY(run.errors.starts_with(program.toStdString() + ": "));
    QCOMPARE(shell("kill -KILL $$").status, 128 + SIGKILL);
}

void TestRunProgram::muchOutputIsCutAndNobodyWaits()
{
    const ProgramRun run = shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; exit 7");
    QCOMPARE(run.status, 7);
    QCOMPARE(run.output.size(), ProgramRun::kMostOutput);
    QCOMPARE(run.errors.size(), ProgramRun::kMostOutput);
}

void TestRunProgram::isOverAtTheLimit()
{
    QElapsedTimer timer;
    timer.start();
    const ProgramRun waiting = shell("echo begun; trap '' TERM; sleep 60", 500ms);
    QVERIFY(waiting.tooLate && !waiting.good());
    QCOMPARE(waiting.output, std::string("begun\n"));
    const ProgramRun closed = shell("exec >&- 2>&-; sleep 60", 500ms); // nothing to read, and it goes on
    QVERIFY(closed.tooLate);
    QVERIFY2(timer.elapsed() < 20000, QByteArray::number(timer.elapsed()));
}

void TestRunProgram::leavesNobodyBehind()
{
    const ProgramRun run = shell("sleep 60 & echo $!", 2s); // which keeps the output open
    const int pid = QString::fromStdString(run.output).trimmed().toInt();
    QVERIFY(pid > 1);
    const auto gone = [pid] {
        QFile status("/proc/" + QString::number(pid) + "/status");
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("\nState:\tZ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(gone(), 5000);
}

DBGR_TEST(TestRunProgram, QCoreApplication);

} // namespace tst_run_program

#include "tst_run_program.moc"
