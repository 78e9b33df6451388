// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/source_commands.h"

namespace tst_source_commands {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

const SourceNames kRing{QStringLiteral("/src/ring.cpp"), {}};

struct Job : test::UiFixture
{
    [[nodiscard]] QStringList breakpoints() const
    {
        QStringList words;
        for (const auto& [id, one] : session->breakpoints().all())
            words << QString::fromStdString(session::describe(one.spec)) +
                         (one.spec.enabled ? QString() : QStringLiteral(" (off)"));
        return words;
    }

    SourceCommands commands{bridge, notices};
};

} // namespace

class TestSourceCommands : public QObject
{
    Q_OBJECT

private slots:
    void toggleSetsAndRemoves();
    void toggleRemovesABreakpointThatMoved();
    void breakpointsNameAsMuchOfThePathAsTellsFilesApart();
    void conditionsAndDisabling();
    void aTemporaryBreakpointIsOne();
    void runToLineLeavesNoBreakpoint();
    void runToLineThatIsRefusedSaysSo();
    void runUntilEndsWithTheFunction();
};

void TestSourceCommands::toggleSetsAndRemoves()
{
    Job job;
    job.commands.toggleBreakpoint(kRing, 20);
    QCOMPARE(job.breakpoints(), QStringList{QStringLiteral("ring.cpp:20")});
    job.commands.toggleBreakpoint(kRing, 20);
    QCOMPARE(job.breakpoints(), QStringList());
}

void TestSourceCommands::toggleRemovesABreakpointThatMoved()
{
    Job job;
    job.bringUp(4);
    job.fake->answersControl = false;
    job.commands.toggleBreakpoint(kRing, 20);
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(1);
    status.resolved = test::ranks("0-3");
    status.actual = {"/src/ring.cpp", 22, 0};
    job.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    job.settle();
    job.commands.toggleBreakpoint(kRing, 20);
    QCOMPARE(job.breakpoints(), QStringList());
}

void TestSourceCommands::breakpointsNameAsMuchOfThePathAsTellsFilesApart()
{
    Job job;
    job.commands.setOpenFiles({kRing.program, QStringLiteral("/lib/ring.cpp")});
    job.commands.toggleBreakpoint(kRing, 20);
    QCOMPARE(std::get<debug::SourceLine>(job.session->breakpoints().all().begin()->second.spec.where).file,
             std::string("src/ring.cpp"));
}

void TestSourceCommands::conditionsAndDisabling()
{
    Job job;
    job.commands.setCondition(kRing, 20, QStringLiteral("rank == 2")); // makes it
    QCOMPARE(job.breakpoints(), QStringList{QStringLiteral("ring.cpp:20 if rank == 2")});
    QCOMPARE(job.commands.condition(kRing, 20), QStringLiteral("rank == 2"));
    job.commands.setEnabled(kRing, 20, false);
    QCOMPARE(job.breakpoints(), QStringList{QStringLiteral("ring.cpp:20 if rank == 2 (off)")});
    job.commands.setCondition(kRing, 20, {});
    QCOMPARE(job.breakpoints(), QStringList{QStringLiteral("ring.cpp:20 (off)")});
}

void TestSourceCommands::aTemporaryBreakpointIsOne()
{
    Job job;
    job.commands.setTemporaryBreakpoint(kRing, 20);
    QVERIFY(job.session->breakpoints().all().begin()->second.temporary);
    job.commands.setTemporaryBreakpoint(kRing, 20);
    QCOMPARE(job.notices.all().size(), std::size_t(1)); // there is one
    job.commands.toggleBreakpoint(kRing, 20);
    QCOMPARE(job.breakpoints(), QStringList());
}

void TestSourceCommands::runToLineLeavesNoBreakpoint()
{
    Job job;
    job.bringUp(4);
    job.settle();
    job.commands.runTo(kRing, 20);
    job.settle();
    const auto& sent = job.fake->last<debug::RunTo>().command;
    QCOMPARE(sent.ranks, test::ranks("0-3"));
    QVERIFY(std::get<debug::RunTo>(sent.request).where == debug::Place(debug::SourceLine{"ring.cpp", 20}));
    QVERIFY(!std::get<debug::RunTo>(sent.request).untilReturn);
    QCOMPARE(job.breakpoints(), QStringList());
    QCOMPARE(job.session->processes().inState(session::RankState::Running), test::ranks("0-3"));
}

void TestSourceCommands::runUntilEndsWithTheFunction()
{
    Job job;
    job.bringUpRunning(4);
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    job.commands.runUntil(kRing, 20);
    job.settle();
    const auto& sent = job.fake->last<debug::RunTo>().command;
    QCOMPARE(sent.ranks, test::ranks("0-3"));
    QVERIFY(std::get<debug::RunTo>(sent.request).where == debug::Place(debug::SourceLine{"ring.cpp", 20}));
    QVERIFY(std::get<debug::RunTo>(sent.request).untilReturn);
}

void TestSourceCommands::runToLineThatIsRefusedSaysSo()
{
    Job job;
    job.commands.runTo(kRing, 20);
    QCOMPARE(job.breakpoints(), QStringList());
    QCOMPARE(job.notices.all().size(), std::size_t(1));
}

DBGR_TEST(TestSourceCommands, QApplication);

} // namespace tst_source_commands

#include "tst_source_commands.moc"
