// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "launcher/exit_rules.h"
#include "net/net_error.h"
#include "tests/support/run/test_class.h"

#include <csignal>

namespace tst_exit_rules {

using namespace dbgr;
using launcher::judgeAbort;
using launcher::judgeEnd;
using launcher::judgeFailedStart;
using launcher::ProcessHistory;
using launcher::ProcessName;
using launcher::Verdict;
using net::ExitStatus;

namespace {

const ProcessName kWho{util::Rank(2), "node1", util::Pid(4711)};

ExitStatus exited(int status)
{
    return {ExitStatus::Kind::Exited, status, false};
}

} // namespace

class TestExitRules : public QObject
{
    Q_OBJECT

private slots:
    void aGoodEndIsNoVerdict()
    {
        QVERIFY(!judgeEnd(kWho, exited(0), {}));
        QVERIFY(!judgeEnd(kWho, exited(0), {true, true, true}));
    }

    void aStatusIsTheJobs()
    {
        const auto verdict = judgeEnd(kWho, exited(3), {true, true, true});
        QVERIFY(verdict && verdict->exitStatus == 3 && verdict->termStatus == 3);
        QCOMPARE(verdict->rank, std::optional(util::Rank(2)));
        QVERIFY(verdict->text.find("rank 2 (pid 4711 on node1)") != std::string::npos);
    }

    void aSignalIs128More()
    {
        const auto verdict = judgeEnd(kWho, {ExitStatus::Kind::Signalled, SIGSEGV, true}, {});
        QVERIFY(verdict && verdict->exitStatus == 139 && verdict->termStatus == 139);
    }

    void whoCalledInitMustFinalize()
    {
        QCOMPARE(judgeEnd(kWho, exited(0), {true, false, false})->exitStatus, 1);
        QCOMPARE(judgeEnd(kWho, exited(6), {true, false, false})->exitStatus, 6);
    }

    void allMustCallInitWhenOneDoes()
    {
        QCOMPARE(judgeEnd(kWho, exited(0), {false, false, true})->exitStatus, 1);
        QVERIFY(!judgeEnd(kWho, exited(0), {false, false, false}));
    }

    void anAbortKeepsItsStatusButIsNeverGood()
    {
        QCOMPARE(judgeAbort(kWho, 7, "why").exitStatus, 7);
        QVERIFY(judgeAbort(kWho, 7, "why").text.find("why") != std::string::npos);
        QCOMPARE(judgeAbort(kWho, 512, {}).exitStatus, 1);
        QVERIFY(!judgeAbort(kWho, 0, {}).good());
    }

    void aMissingProgramIsToldAsShellsDo()
    {
        const Verdict missing = judgeFailedStart(util::Rank(0), {net::Errc::NoSuchProgram, "no ./x", {}});
        QCOMPARE(missing.exitStatus, 127);
        QCOMPARE(missing.termStatus, static_cast<int>(pmix::Status::ErrJobExeNotFound));
        QCOMPARE(judgeFailedStart(util::Rank(0), {net::Errc::NotExecutable, "x", {}}).exitStatus, 126);
    }
};

DBGR_TEST(TestExitRules, QCoreApplication);

} // namespace tst_exit_rules

#include "tst_exit_rules.moc"
