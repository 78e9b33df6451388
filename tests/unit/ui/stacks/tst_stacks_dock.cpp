// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/ui/find_row.h"
#include "tests/support/ui/stack_job.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/settings/setting_keys.h"
#include "ui/stacks/call_stack_dock.h"
#include "ui/stacks/stack_tree_model.h"
#include "ui/stacks/stack_tree_view.h"
#include "ui/stacks/stacks_dock.h"
#include "ui/stacks/threads_dock.h"
#include "ui/stacks/view_status.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/group_action.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTimer>

namespace tst_stacks_dock {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

constexpr auto kRing = "0-3: main@/s/ring.cpp:185 exchange@/s/ring.cpp:90 MPI_Recv!libmpi.so poll!libc.so.6\n"
                       "0-3: clone!libc.so.6 !libpmix.so epoll_wait!libc.so.6";
constexpr auto kParted = "0-2: main@/s/ring.cpp:185 exchange@/s/ring.cpp:91 MPI_Recv!libmpi.so\n"
                         "3: main@/s/ring.cpp:185 compute@/s/ring.cpp:41";

/// A dock of a job of four ranks, shown.
template <class Dock>
struct Shown : test::StackJob<test::UiFixture>
{
    Shown() : StackJob(4)
    {
        dock.resize(360, 240);
        dock.show();
        settle();
    }
    [[nodiscard]] ChoiceView& view() const { return *dock.template findChild<ChoiceView*>(); }
    [[nodiscard]] QModelIndex row(const QString& text) const { return test::findRow(*view().model(), text); }
    void click(const QModelIndex& index)
    {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(index).center());
    }

    Dock dock{context};
};

} // namespace

class TestStacksDock : public QObject
{
    Q_OBJECT

private slots:
    void newBranchesAreOpenAndClosedOnesStayClosed();
    void clickingAndArrowKeysShowTheSource();
    void choosingABranchFocusesItsRanksAndFrame();
    void aBranchCanBecomeAGroup();
    void theMarkOpensAndCloses();
    void saysWhatIsHiddenAndShowsIt();
    void oldStacksAreDimmedAndTellTheirAge();
    void agesAreRound();
    void asksNothingWhileHidden();
    void samplesShowRanksThatRun();
    void samplesAreRepeatedWhileTheyAreSeen();
    void byThreadItSaysWhichThreadsAreWhere();
    void whatIsShownIsNotCutByTheButtons();
    void callStackFollowsAndChoosesFrames();
    void callStackSelectsOneFrame();
    void threadsChooseAThread();
};

void TestStacksDock::newBranchesAreOpenAndClosedOnesStayClosed()
{
    Shown<StacksDock> shown;
    shown.put(kRing);
    shown.stop("0-3");
    QVERIFY(shown.view().isExpanded(shown.row("main at ring.cpp:185")));
    QVERIFY(shown.view().isExpanded(shown.row("exchange at ring.cpp:90")));
    shown.view().setCurrentIndex(shown.row("exchange at ring.cpp:90"));
    shown.view().collapse(shown.row("exchange at ring.cpp:90"));

    shown.stepTo(kParted);
    QVERIFY(!shown.view().isExpanded(shown.row("exchange at ring.cpp:91")));
    QCOMPARE(shown.view().currentIndex(), shown.row("exchange at ring.cpp:91"));
    QVERIFY(shown.view().isExpanded(shown.row("main at ring.cpp:185")));
}

void TestStacksDock::clickingAndArrowKeysShowTheSource()
{
    Shown<StacksDock> shown;
    std::vector<std::string> places;
    connect(&shown.dock, &StacksDock::sourceWanted, this,
            [&](const debug::SourceLocation& where) { places.push_back(session::describe(where)); });
    shown.put(kRing);
    shown.stop("0-3");
    shown.stepTo(kParted);
    QVERIFY(places.empty()); // rows come and go, but no one chose any
    shown.click(shown.row("compute at ring.cpp:41"));
    QTest::keyClick(&shown.view(), Qt::Key_Up); // MPI_Recv, which has no source
    QTest::keyClick(&shown.view(), Qt::Key_Up);
    QCOMPARE(places, (std::vector<std::string>{"ring.cpp:41", "ring.cpp:91"}));
    QCOMPARE(shown.session->focus().toString(), "0-3"); // a click selects, no more
}

void TestStacksDock::choosingABranchFocusesItsRanksAndFrame()
{
    Shown<StacksDock> shown;
    shown.put(kParted);
    shown.stop("0-3");
    shown.view().setCurrentIndex(shown.row("compute at ring.cpp:41"));
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.session->focus().toString(), "3");
    QCOMPARE(shown.place.rank(), std::optional(util::Rank(3)));

    QVERIFY(shown.session->setFocus(test::ranks("0-3")).has_value());
    shown.settle();
    const QPoint main = shown.view().visualRect(shown.row("main at ring.cpp:185")).center();
    QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, {}, main);
    QTest::mouseDClick(shown.view().viewport(), Qt::LeftButton, {}, main);
    shown.settle();
    QCOMPARE(shown.session->focus().toString(), "0-3");
    QCOMPARE(shown.place.rank(), std::optional(util::Rank(0)));
    QCOMPARE(shown.place.frame()->function, std::string("main"));
}

void TestStacksDock::aBranchCanBecomeAGroup()
{
    Shown<StacksDock> shown;
    shown.put(kParted);
    shown.stop("0-3");
    const QModelIndex branch = shown.row("compute at ring.cpp:41");
    shown.click(branch);
    QString wanted;
    QAction* const newGroup = shown.actions.get(action::kNewGroup);
    connect(newGroup, &QAction::triggered, this,
            [&] { wanted = QString::fromStdString(wantedGroup(*newGroup).toString()); });
    for (QAction* const each : shown.dock.findChildren<QAction*>()) {
        if (each->text() == QLatin1String("Make group of these ranks..."))
            each->trigger();
    }
    QCOMPARE(wanted, branch.siblingAtColumn(StackTreeModel::Ranks).data().toString());
    QVERIFY(!wanted.isEmpty() && newGroup->data().isNull());
}

void TestStacksDock::theMarkOpensAndCloses()
{
    Shown<StacksDock> shown;
    QSignalSpy source(&shown.dock, &StacksDock::sourceWanted);
    shown.put(kParted);
    shown.stop("0-3");
    const QModelIndex main = shown.row("main at ring.cpp:185");
    const auto& tree = static_cast<StackTreeView&>(shown.view());
    const QPoint mark = tree.markRect(main, tree.visualRect(main)).center();
    QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, {}, mark);
    QVERIFY(!shown.view().isExpanded(main));
    QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, {}, mark);
    QVERIFY(shown.view().isExpanded(main));
    QCOMPARE(source.count(), 0);
}

void TestStacksDock::saysWhatIsHiddenAndShowsIt()
{
    Shown<StacksDock> shown;
    shown.put(kRing);
    shown.stop("0-3");
    auto* const own = shown.dock.findChild<QCheckBox*>("ownCode");
    QVERIFY(own->isChecked());
    QVERIFY(!shown.row("epoll_wait in libc.so.6").isValid());
    QLabel* note = nullptr;
    for (QLabel* const label : shown.dock.findChildren<QLabel*>()) {
        if (label->isVisible() && label->text().contains("4 threads without source"))
            note = label;
    }
    QVERIFY(note);
    emit note->linkActivated("all");
    QVERIFY(!own->isChecked());
    QVERIFY(!note->isVisible());
    QVERIFY(shown.row("epoll_wait in libc.so.6").isValid());
    QCOMPARE(shown.settings.entry("stacks/ownCode").toBool(), false); // remembered
}

void TestStacksDock::oldStacksAreDimmedAndTellTheirAge()
{
    Shown<StacksDock> shown;
    auto* const status = shown.dock.findChild<ViewStatus*>();
    shown.put(kRing);
    shown.stop("0-3");
    shown.stepTo(kParted);
    QVERIFY(!status->isDimmed()); // a step is too quick for that
    shown.go();
    QVERIFY(shown.row("compute at ring.cpp:41").isValid());
    QTRY_VERIFY(status->isDimmed());
    bool told = false;
    for (const QLabel* const label : status->findChildren<QLabel*>())
        told |= label->text() == "0 s ago";
    QVERIFY(told);
    shown.stop("0-3");
    QVERIFY(!status->isDimmed());
}

void TestStacksDock::agesAreRound()
{
    QCOMPARE(ageText(59), QStringLiteral("59 s"));
    QCOMPARE(ageText(60), QStringLiteral("1 min"));
    QCOMPARE(ageText(3 * 3600 + 59), QStringLiteral("3 h"));
}

void TestStacksDock::asksNothingWhileHidden()
{
    Shown<StacksDock> shown;
    shown.dock.hide();
    shown.put(kRing);
    shown.stop("0-3");
    QCOMPARE(shown.fake->count<debug::GetStacks>(), std::size_t(0));
    shown.dock.show();
    shown.settle();
    QCOMPARE(shown.fake->count<debug::GetStacks>(), std::size_t(1));
}

void TestStacksDock::samplesShowRanksThatRun()
{
    Shown<StacksDock> shown;
    auto* const status = shown.dock.findChild<ViewStatus*>();
    const auto says = [&shown](const QString& part) {
        const auto labels = shown.dock.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](QLabel* label) { return label->text().contains(part); });
    };
    int raised = 0;
    connect(&shown.dock, &StacksDock::raiseWanted, this, [&raised] { ++raised; });
    shown.put(kRing);
    shown.stop("0-3");
    shown.go();
    QTRY_VERIFY(status->isDimmed());
    shown.put(kParted);
    shown.actions.get(action::kSample)->trigger();
    shown.settle();
    QCOMPARE(raised, 1);
    QCOMPARE(shown.fake->last<debug::Sample>().command.ranks, test::ranks("0-3"));
    QVERIFY(shown.row("compute at ring.cpp:41").isValid());
    QVERIFY(says("Sampled ") && !status->isDimmed());

    shown.put(kRing);
    shown.stop("0-3"); // they say it themselves now
    QVERIFY(!shown.row("compute at ring.cpp:41").isValid());
    QVERIFY(!says("Sampled "));
}

void TestStacksDock::samplesAreRepeatedWhileTheyAreSeen()
{
    Shown<StacksDock> shown;
    auto* const repeat = shown.dock.findChild<QCheckBox*>("repeatSamples");
    shown.put(kRing);
    shown.stop("0-3");
    shown.go();
    repeat->click();
    auto* const timer = shown.dock.findChild<QTimer*>("nextSample");
    timer->setInterval(1); // in the place of a second
    const QSignalSpy seconds(timer, &QTimer::timeout);
    const auto samples = [&] {
        shown.settle();
        return shown.fake->count<debug::Sample>();
    };
    QTRY_VERIFY(samples() >= 3);
    shown.dock.hide();
    const std::size_t before = samples();
    QTRY_VERIFY((shown.settle(), seconds.count() > 10 + int(before)));
    QCOMPARE(samples(), before);
    shown.dock.show();
    QTRY_VERIFY(samples() > before);
    repeat->click();
    const std::size_t last = samples();
    shown.settle();
    QVERIFY(!timer->isActive());
    QCOMPARE(samples(), last);
}

void TestStacksDock::byThreadItSaysWhichThreadsAreWhere()
{
    Shown<StacksDock> shown;
    shown.put("0-3: main@/s/ring.cpp:185 work@/s/ring.cpp:41\n"
              "0-3: gomp_thread_start!libgomp.so.1 work@/s/ring.cpp:41\n"
              "0-2: gomp_thread_start!libgomp.so.1 work@/s/ring.cpp:41\n"
              "3: clone!libc.so.6 pool@/s/pool.cpp:7");
    shown.stop("0-3");
    const auto who = [&](const QString& function) {
        const QModelIndex row = shown.row(function);
        return row.siblingAtColumn(StackTreeModel::Ranks).data().toString();
    };
    const auto header = [&] { return shown.view().model()->headerData(StackTreeModel::Ranks, Qt::Horizontal); };
    QCOMPARE(who("main at ring.cpp:185"), QString("0-3"));
    QCOMPARE(header().toString(), QString("Ranks"));

    QAction* const byThread = shown.actions.get(action::kStacksByThread);
    QVERIFY(!byThread->shortcut().isEmpty());
    byThread->trigger();
    shown.settle();
    QCOMPARE(header().toString(), QString("Threads"));
    QCOMPARE(who("main at ring.cpp:185"), QString("0-3.1"));
    QCOMPARE(who("pool at pool.cpp:7"), QString("3.3"));
    QString all;
    for (QModelIndex row = shown.view().model()->index(0, 0); row.isValid(); row = shown.view().indexBelow(row))
        all += row.siblingAtColumn(StackTreeModel::Ranks).data().toString() + '\n';
    QVERIFY2(all.contains("0-3.2, 0-2.3 OpenMP worker\n"), qPrintable(all));
    QVERIFY(shown.row("pool at pool.cpp:7").data(Qt::ToolTipRole).toString().contains("3.3 worker"));

    // A step keeps it; samples are told by rank, and it is said; back by rank.
    shown.stepTo("0-3: main@/s/ring.cpp:186");
    QCOMPARE(who("main at ring.cpp:186"), QString("0-3.1"));
    shown.actions.get(action::kSample)->trigger();
    shown.settle();
    QCOMPARE(who("main at ring.cpp:186"), QString("0-3"));
    QCOMPARE(header().toString(), QString("Ranks"));
    QVERIFY(shown.settings.value(setting::kStacksByThread));
    byThread->trigger();
    shown.settle();
    QCOMPARE(who("main at ring.cpp:186"), QString("0-3"));
    QVERIFY(!shown.settings.value(setting::kStacksByThread));
}

void TestStacksDock::whatIsShownIsNotCutByTheButtons()
{
    Shown<StacksDock> shown;
    shown.put(kRing);
    shown.stop("0-3");
    auto* const status = shown.dock.findChild<ViewStatus*>();
    auto* const own = status->findChild<QCheckBox*>("ownCode");
    Shown<StacksDock> empty; // the room of a small screen
    QVERIFY2(empty.dock.minimumSizeHint().width() <= 310,
             qPrintable(QString::number(empty.dock.minimumSizeHint().width())));
    const QString words = "4 ranks, 8 threads";
    const auto isCut = [&] {
        const QList<QLabel*> labels = status->findChildren<QLabel*>();
        return std::none_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == words; });
    };
    for (const int width : {1200, 500, 300}) {
        shown.dock.resize(width, 240);
        QTRY_VERIFY2(!isCut(), qPrintable(QString::number(width)));
        QVERIFY2(own->mapTo(status, own->rect().bottomRight()).x() <= status->width(),
                 qPrintable(QString::number(width)));
    }
    const int narrow = status->height();
    QVERIFY2(shown.dock.width() <= 310, qPrintable(QString::number(shown.dock.width()))); // the room of a small screen
    shown.dock.resize(1200, 240);
    QTRY_VERIFY(status->height() < narrow); // one line is enough
}

void TestStacksDock::callStackFollowsAndChoosesFrames()
{
    Shown<CallStackDock> shown;
    shown.put(kParted);
    shown.stop("0-3");
    QCOMPARE(shown.view().currentIndex().row(), 1); // MPI_Recv has no source
    shown.click(shown.view().model()->index(2, 1));
    QCOMPARE(shown.place.frame()->function, std::string("main"));
    QTest::keyClick(&shown.view(), Qt::Key_Up);
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    QCOMPARE(shown.place.frame()->function, "exchange");
    shown.place.moveOut();
    QCOMPARE(shown.view().currentIndex().row(), 2);
}

void TestStacksDock::callStackSelectsOneFrame()
{
    Shown<CallStackDock> shown;
    shown.put(kRing);
    shown.stop("0-3");
    QVERIFY(QTest::qWaitForWindowActive(&shown.dock));
    QAction* const outwards = shown.actions.get(action::kFrameOut);
    connect(outwards, &QAction::triggered, &shown.place, [&] { shown.place.moveOut(); });
    for (int frame = 0; frame < 3; ++frame) {
        QTest::keyClick(shown.dock.windowHandle(), Qt::Key_Up, Qt::ControlModifier);
        shown.settle();
        QCOMPARE(shown.view().selectionModel()->selectedRows().size(), 1);
    }
    const QPoint first = shown.view().visualRect(shown.view().model()->index(0, 0)).center();
    QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, Qt::ControlModifier, first);
    QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      shown.view().visualRect(shown.view().model()->index(2, 0)).center());
    QCOMPARE(shown.view().selectionModel()->selectedRows().size(), 1);
}

void TestStacksDock::threadsChooseAThread()
{
    Shown<ThreadsDock> shown;
    shown.put(kRing);
    shown.stop("0-3");
    QCOMPARE(shown.view().model()->rowCount(), 2);
    shown.view().setCurrentIndex(shown.view().model()->index(1, 0));
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.place.thread(), std::optional(util::ThreadId(1002)));

    shown.dock.findChild<QCheckBox*>()->click();
    shown.settle();
    QCOMPARE(shown.view().model()->rowCount(), 8);
    shown.view().setCurrentIndex(shown.view().model()->index(7, 0));
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.place.rank(), std::optional(util::Rank(3)));
    QCOMPARE(shown.place.thread(), std::optional(util::ThreadId(1032)));
}

DBGR_TEST(TestStacksDock, QApplication);

} // namespace tst_stacks_dock

#include "tst_stacks_dock.moc"
