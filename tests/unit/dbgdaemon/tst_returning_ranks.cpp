// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of ranks that LLDB is connected to while everybody knows them already: each way in which they were known
// x each thing that LLDB says of them.
#include "dbgdaemon/engine/process/returning_ranks.h"
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>

namespace tst_returning_ranks {

using namespace dbgr;
using namespace dbgr::daemon;
using debug::StopReason;
using Was = ReturningRanks::Was;

namespace {

constexpr util::Rank kRank(3);
constexpr std::uint64_t kPlace = 0x400;

debug::StopEvent stopFor(StopReason reason, std::uint64_t pc = kPlace)
{
    debug::StopEvent stop{kRank, util::StopId(1), {}, {}};
    stop.cause.reason = reason;
    stop.cause.signal = reason == StopReason::Signal ? SIGSEGV : 0;
    stop.cause.top.pc = pc;
    return stop;
}

struct Rig
{
    /// \param owes it was asked to stand
    explicit Rig(Was was, bool owes = false)
    {
        record.note(AttachTarget{kRank, util::Pid(1 << 22), {}, "/x"});
        record.note(EngineEvent(stopFor(StopReason::Attached, was == Was::Unplaced ? 0 : kPlace)));
        if (was != Was::Standing && was != Was::Unplaced)
            record.note(EngineEvent(RankResumed{kRank}));
        if (owes)
            record.expectStop(util::RankSet(kRank));
        ranks.expect(kRank, was);
    }
    QString take(EngineEvent event)
    {
        QStringList told;
        for (const EngineEvent& one : ranks.take(std::move(event))) {
            record.note(one);
            if (const auto* const stop = std::get_if<debug::StopEvent>(&one))
                told += debug::name(stop->cause.reason);
            else if (std::holds_alternative<RankResumed>(one))
                told += "resumed";
            else if (std::holds_alternative<RankLost>(one))
                told += "lost";
            else if (std::holds_alternative<RankExited>(one))
                told += "exited";
            else
                told += "something else";
        }
        return told.join(", ");
    }

    EngineRecord record;
    ReturningRanks ranks{record};
};

} // namespace

class TestReturningRanks : public QObject
{
    Q_OBJECT

private slots:
    void stops_data()
    {
        QTest::addColumn<int>("was");
        QTest::addColumn<bool>("owes");
        QTest::addColumn<int>("reason");
        QTest::addColumn<bool>("isThere"); // where it stood
        QTest::addColumn<QString>("told");
        QTest::addColumn<bool>("resumes");
        const auto row = [](const char* name, Was was, bool owes, StopReason reason, bool isThere, const char* told,
                            bool resumes = false) {
            QTest::newRow(name) << int(was) << owes << int(reason) << isThere << QString(told) << resumes;
        };
        row("standing, there", Was::Standing, false, StopReason::Interrupt, true, "");
        row("standing, elsewhere", Was::Standing, false, StopReason::Interrupt, false, "resumed, interrupt");
        row("standing, crashed", Was::Standing, false, StopReason::Signal, false, "resumed, signal");
        row("unplaced", Was::Unplaced, false, StopReason::Attached, true, "attached");
        row("running", Was::Running, false, StopReason::Interrupt, false, "", true);
        row("running, asked to stand", Was::Running, true, StopReason::Interrupt, false, "interrupt");
        row("running, crashed", Was::Running, false, StopReason::Signal, false, "signal");
        row("running, at a breakpoint", Was::Running, false, StopReason::Breakpoint, false, "breakpoint");
        row("another program", Was::Another, false, StopReason::Interrupt, false, "exec");
        row("unknown, there", Was::Unknown, false, StopReason::Interrupt, true, "resumed, interrupt");
        row("unknown, crashed", Was::Unknown, false, StopReason::Signal, false, "resumed, signal");
    }
    void stops()
    {
        QFETCH(int, was);
        QFETCH(bool, owes);
        QFETCH(int, reason);
        QFETCH(bool, isThere);
        QFETCH(QString, told);
        QFETCH(bool, resumes);
        Rig rig(Was(was), owes);
        QCOMPARE(rig.take(debug::AttachedRank{kRank, util::Pid(1 << 22), "/x"}), QString());
        QVERIFY(!rig.ranks.empty());
        QCOMPARE(rig.take(stopFor(StopReason(reason), isThere ? kPlace : kPlace + 1)), told);
        QVERIFY(rig.ranks.empty());
        QCOMPARE(rig.ranks.takeToResume(), resumes ? util::RankSet(kRank) : util::RankSet());
        QCOMPARE(rig.take(RankResumed{kRank}), resumes ? QString() : QString("resumed"));
        QCOMPARE(rig.take(RankResumed{kRank}), QString("resumed")); // that is another one
        QCOMPARE(rig.take(stopFor(StopReason::Interrupt)), QString("interrupt"));
    }

    void ends_data()
    {
        QTest::addColumn<int>("was");
        for (const Was was : {Was::Standing, Was::Unplaced, Was::Running, Was::Another, Was::Unknown})
            QTest::addRow("%d", int(was)) << int(was);
    }
    void ends()
    {
        QFETCH(int, was);
        Rig failed{Was(was)}, lost{Was(was)}, exited{Was(was)};
        const util::Error error{debug::Errc::KeeperFailed, "gone", {}};
        QCOMPARE(failed.take(RankAttachFailed{kRank, error}), QString("lost")); // it was attached to
        QCOMPARE(lost.take(RankLost{kRank, error}), QString("lost"));
        QCOMPARE(exited.take(RankExited{kRank, 0, 0}), QString("exited"));
        QVERIFY(failed.ranks.empty() && lost.ranks.empty() && exited.ranks.empty());
    }

    void othersAreLeftAlone()
    {
        Rig rig(Was::Running);
        QCOMPARE(rig.take(debug::RankWarning{util::RankSet(kRank), {}}), QString("something else"));
        QCOMPARE(rig.take(debug::AttachedRank{util::Rank(4), {}, "/x"}), QString("something else"));
        rig.ranks.clear();
        QCOMPARE(rig.take(stopFor(StopReason::Interrupt)), QString("interrupt"));
    }

    void oneThatEndsBeforeItIsResumedIsNotResumed()
    {
        Rig rig(Was::Running);
        static_cast<void>(rig.take(stopFor(StopReason::Interrupt)));
        static_cast<void>(rig.take(RankExited{kRank, 0, 9}));
        QVERIFY(rig.ranks.takeToResume().empty());
    }
};

DBGR_TEST(TestReturningRanks);

} // namespace tst_returning_ranks

#include "tst_returning_ranks.moc"
