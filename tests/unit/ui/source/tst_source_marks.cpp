// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/bookmarks.h"
#include "ui/source/source_marks.h"

namespace tst_source_marks {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

const SourceNames kRing{QStringLiteral("/src/ring.cpp"), {}};

/// A running job; stacks are asked for and answered with the frames that a test gives.
struct Job : test::UiFixture
{
    Job()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (std::holds_alternative<debug::GetStacks>(command.request) && !stack.empty()) {
                debug::StacksReply merged;
                command.ranks.forEach([&](util::Rank rank) { merged.tree.add(rank, stack); });
                return debug::EngineReply{std::move(merged), {}};
            }
            if (!std::holds_alternative<debug::GetFrames>(command.request) || stack.empty())
                return std::nullopt;
            debug::FramesReply reply;
            command.ranks.forEach([&](util::Rank rank) {
                reply.ranks.push_back({rank, {}, util::ThreadId(1), stack});
            });
            return debug::EngineReply{std::move(reply), {}};
        };
        bringUpRunning(8);
        settle();
    }
    void stopAt(const char* who, std::uint32_t line)
    {
        fake->stop(test::ranks(who), test::breakpointHit(1, test::frame("work", "/src/ring.cpp", line)));
        settle();
    }
    /// "30:*4 35:3": lines, "*" leading, "~" it stood there, "@" a breakpoint, how many ranks.
    [[nodiscard]] QString drawn(const SourceNames& file = kRing) const
    {
        QStringList words;
        for (const LineMark& mark : marks.marks(file)) {
            QString word = QStringLiteral("%1:").arg(mark.line);
            if (mark.look != BreakpointLook::None)
                word += QLatin1Char("-@opx"[static_cast<int>(mark.look)]);
            if (mark.conditional)
                word += QLatin1Char('?');
            if (mark.leading)
                word += QLatin1Char(mark.stale ? '~' : '*');
            if (!mark.ranks.empty())
                word += QString::number(mark.ranks.size());
            words << word;
        }
        return words.join(QLatin1Char(' '));
    }

    std::vector<debug::Frame> stack;
    Bookmarks bookmarks;
    SourceMarks marks{bridge, place, bookmarks};
};

} // namespace

class TestSourceMarks : public QObject
{
    Q_OBJECT

private slots:
    void countsTheRanksThatStandAtALine();
    void tellsCrashesApart();
    void countsOnlyTheFocus();
    void ranksThatRunOnLeaveTheirLine();
    void theChosenFrameIsMarkedWhereTheInnermostHasNoSource();
    void ranksInCodeWithoutSourceCountWhereItWasCalled();
    void callersAreTheInnermostLinesWithSource();
    void breakpointsAreWhereTheySaidUntilTheyStand();
    void whereNobodyStopsLooksDifferent();
    void looksTellWhatABreakpointDoes();
    void aBreakpointThatMovedIsFoundAtBothLines();
    void anotherFileHasNoneOfIt();
    void bookmarksAreMarked();
    void aPinnedPlaceMarksItsRankOnly();
    void aNewJobBeginsEmpty();
};

void TestSourceMarks::countsTheRanksThatStandAtALine()
{
    Job job;
    QSignalSpy changes(&job.marks, &SourceMarks::changed);
    job.stopAt("1-3", 30);
    job.stopAt("4-7", 35);
    QVERIFY(changes.count() > 0);
    QCOMPARE(job.drawn(), QStringLiteral("30:*3 35:4"));
    const LineMark first = job.marks.marks(kRing).front();
    QCOMPARE(first.ranks, test::ranks("1-3"));
    QCOMPARE(first.ranksTip, QStringLiteral("Ranks 1-3 stand here\nRank 1 leads"));
}

void TestSourceMarks::tellsCrashesApart()
{
    Job job;
    job.fake->stop(test::ranks("3"), test::crash(11, test::frame("work", "/src/ring.cpp", 31)));
    job.settle();
    job.stopAt("0-2", 30);
    const auto marks = job.marks.marks(kRing);
    QVERIFY(!marks[0].crashed && marks[1].crashed);
    QVERIFY(marks[1].ranksTip.contains(QStringLiteral("Crashed: 3")));
}

void TestSourceMarks::countsOnlyTheFocus()
{
    Job job;
    job.stopAt("0-3", 30);
    QVERIFY(job.session->setFocus(test::ranks("2-7")).has_value());
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("30:*2"));
}

void TestSourceMarks::ranksThatRunOnLeaveTheirLine()
{
    Job job;
    job.stack = {test::frame("work", "/src/ring.cpp", 30)};
    job.stopAt("0-7", 30);
    QVERIFY(job.session->continueRanks(test::ranks("4-7")).has_value());
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("30:*4"));
    QVERIFY(job.session->continueRanks(test::ranks("0-3")).has_value());
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("30:~"));
}

void TestSourceMarks::theChosenFrameIsMarkedWhereTheInnermostHasNoSource()
{
    Job job;
    job.stack = {test::frame("read"), test::frame("work", "/src/ring.cpp", 107),
                 test::frame("main", "/src/ring.cpp", 8)};
    job.fake->stop(test::ranks("1-3"), test::stopCause(debug::StopReason::Interrupt, test::frame("read")));
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("107:*"));
    QCOMPARE(job.marks.marks(kRing).front().ranksTip, QStringLiteral("Rank 1 is in read, called from here"));
    job.place.moveOut();
    QCOMPARE(job.drawn(), QStringLiteral("8:*"));
}

void TestSourceMarks::ranksInCodeWithoutSourceCountWhereItWasCalled()
{
    Job job;
    job.marks.setActive(true);
    job.stack = {test::frame("poll"), test::frame("MPI_Recv"), test::frame("work", "/src/ring.cpp", 107)};
    job.stopAt("0", 30);
    job.fake->stop(test::ranks("1-6"), test::stopCause(debug::StopReason::Interrupt, test::frame("poll")));
    job.settle();
    QCOMPARE(job.fake->last<debug::GetStacks>().command.ranks, test::ranks("1-6"));
    QCOMPARE(job.marks.marks(kRing).back().line, 107U);
    QCOMPARE(job.marks.marks(kRing).back().ranks, test::ranks("1-6"));
    QVERIFY(job.marks.marks(kRing).back().ranksTip.startsWith(
        QStringLiteral("Ranks 1-6 are in MPI_Recv, called from here")));
    QVERIFY(job.session->continueRanks(test::ranks("1-4")).has_value());
    job.settle();
    QCOMPARE(job.marks.marks(kRing).back().ranks, test::ranks("5-6"));
}

void TestSourceMarks::callersAreTheInnermostLinesWithSource()
{
    debug::StackTree tree;
    const auto add = [&](std::uint32_t rank, std::vector<debug::Frame> innermostFirst) {
        tree.add(util::Rank(rank), innermostFirst);
    };
    const debug::Frame main = test::frame("main", "a.c", 10);
    const debug::Frame work = test::frame("work", "a.c", 5);
    add(0, {test::frame("poll"), work, test::frame("callback"), main});
    add(1, {test::frame("poll"), test::frame("MPI_Recv"), main});
    add(2, {test::frame("write"), test::frame("MPI_Recv"), main});
    add(2, {test::frame("epoll"), test::frame("progress")}); // a thread without any source
    QCOMPARE(callersOf(tree),
             (CallersByFile{{"a.c", {{5, {test::ranks("0"), "poll"}}, {10, {test::ranks("1-2"), "MPI_Recv"}}}}}));
}

void TestSourceMarks::breakpointsAreWhereTheySaidUntilTheyStand()
{
    Job job;
    job.fake->answersControl = false;
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 20)).has_value());
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("20:@"));
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(1);
    status.resolved = test::ranks("0-7");
    status.actual = {"/src/ring.cpp", 22, 0};
    job.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("22:@"));
}

void TestSourceMarks::whereNobodyStopsLooksDifferent()
{
    Job job;
    auto spec = test::breakAt("ring.cpp", 10);
    spec.traced = {"lap", "x"};
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    job.settle();
    QVERIFY(job.marks.marks(kRing).front().logs);
    QVERIFY(job.marks.marks(kRing).front().breakpointTip.startsWith("Tracepoint 1, logs lap, x"));
    spec.traced = {"y"};
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    job.settle();
    QVERIFY(job.marks.marks(kRing).front().logs);
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 10)).has_value());
    job.settle();
    QVERIFY(!job.marks.marks(kRing).front().logs); // somebody stops
}

void TestSourceMarks::looksTellWhatABreakpointDoes()
{
    Job job;
    job.fake->answersControl = false;
    auto spec = test::breakAt("src/ring.cpp", 10);
    spec.condition = "rank == 2";
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    spec = test::breakAt("ring.cpp", 11);
    spec.enabled = false;
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 12)).has_value());
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 13)).has_value());
    debug::BreakpointStatus nowhere;
    nowhere.id = util::BreakpointId(3);
    nowhere.pending = test::ranks("0-7");
    debug::BreakpointStatus wrong;
    wrong.id = util::BreakpointId(4);
    wrong.resolved = test::ranks("0-7");
    wrong.problem = "no such variable";
    job.fake->say(
        {debug::DaemonEvent(debug::BreakpointChanged{nowhere}), debug::DaemonEvent(debug::BreakpointChanged{wrong})});
    job.settle();
    QCOMPARE(job.drawn(), QStringLiteral("10:@? 11:o 12:p 13:x"));
    QVERIFY(job.marks.marks(kRing)[0].breakpointTip.contains(QStringLiteral("if rank == 2")));
    QVERIFY(job.marks.marks(kRing)[3].breakpointTip.contains(QStringLiteral("no such variable")));
}

void TestSourceMarks::aBreakpointThatMovedIsFoundAtBothLines()
{
    Job job;
    job.fake->answersControl = false;
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 20)).has_value());
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(1);
    status.resolved = test::ranks("0-7");
    status.actual = {"/src/ring.cpp", 22, 0};
    job.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    job.settle();
    const std::vector<util::BreakpointId> found{util::BreakpointId(1)};
    QCOMPARE(breakpointsAt(*job.session, kRing, 20), found);
    QCOMPARE(breakpointsAt(*job.session, kRing, 22), found);
    QVERIFY(breakpointsAt(*job.session, kRing, 21).empty());
}

void TestSourceMarks::anotherFileHasNoneOfIt()
{
    Job job;
    job.stopAt("0-7", 30);
    QVERIFY(job.session->addBreakpoint(test::breakAt("ring.cpp", 20)).has_value());
    job.settle();
    QCOMPARE(job.drawn({QStringLiteral("/src/comm.cpp"), {}}), QString());
    QCOMPARE(job.drawn({QStringLiteral("/here/ring.cpp"), QStringLiteral("/src/ring.cpp")}),
             QStringLiteral("20:@ 30:*8"));
}

void TestSourceMarks::bookmarksAreMarked()
{
    Job job;
    QSignalSpy changes(&job.marks, &SourceMarks::changed);
    job.bookmarks.setRemark(kRing, 30, "a();", "look here");
    job.bookmarks.toggle({"/src/heat.f90", {}}, 31, "b");
    QCOMPARE(changes.size(), 2);
    QCOMPARE(job.marks.marks(kRing).size(), std::size_t(1));
    QVERIFY(job.marks.marks(kRing).front().bookmarked);
    QCOMPARE(job.marks.marks(kRing).front().bookmarkTip, "Bookmark: look here");
    job.bookmarks.follow(kRing, "b();\n");
    QCOMPARE(job.marks.marks(kRing).front().line, 30U);
    QVERIFY(job.marks.marks(kRing).front().bookmarkTip.contains("\"a();\" was not found near by"));
}

void TestSourceMarks::aPinnedPlaceMarksItsRankOnly()
{
    Job job;
    CurrentPlace pinned(job.bridge, util::Rank(5));
    const SourceMarks marks(job.bridge, pinned, job.bookmarks);
    job.stopAt("0-6", 30);
    QVERIFY(job.session->setFocus(test::ranks("0")).has_value());
    job.settle();
    QCOMPARE(job.drawn(), "30:*1");
    QCOMPARE(marks.marks(kRing).size(), std::size_t(1));
    QCOMPARE(marks.marks(kRing).front().ranks, test::ranks("5"));
    QVERIFY(marks.marks(kRing).front().leading);
}

void TestSourceMarks::aNewJobBeginsEmpty()
{
    Job job;
    job.stopAt("0-7", 30);
    job.fake->exit(test::ranks("0-7"), 0);
    job.fake->endJob(0);
    job.settle();
    job.bringUp(2);
    job.settle();
    QCOMPARE(job.drawn(), QString());
}

DBGR_TEST(TestSourceMarks, QApplication);

} // namespace tst_source_marks

#include "tst_source_marks.moc"
