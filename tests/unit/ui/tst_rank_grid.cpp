// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/rank_grid.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPaintEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

namespace tst_rank_grid {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Counts what the viewport is asked to repaint.
class PaintSpy : public QObject
{
public:
    explicit PaintSpy(QWidget* watched) { watched->installEventFilter(this); }
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
    QRegion region;
};

struct Grid : test::UiFixture
{
    explicit Grid(std::uint32_t ranks)
    {
        bringUpRunning(ranks);
        settle();
        grid.resize(260, 200);
        grid.show();
        grid.setFocus();
        (void)QTest::qWaitForWindowActive(&grid);
    }
    void click(std::uint32_t rank, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, modifiers, centre(rank));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&grid, key, modifiers);
        settle();
    }
    [[nodiscard]] QPoint centre(std::uint32_t rank) const { return grid.cellRect(util::Rank(rank)).center(); }
    [[nodiscard]] QString selected() const { return QString::fromStdString(grid.selection().toString()); }
    [[nodiscard]] QString focus() const { return QString::fromStdString(session->focus().toString()); }
    [[nodiscard]] QColor colorAt(const QPoint& where) { return grid.viewport()->grab().toImage().pixelColor(where); }

    RankGrid grid{context};
};

} // namespace

class TestRankGrid : public QObject
{
    Q_OBJECT

private slots:
    void clickSelectsOne();
    void controlClickAddsAndTakesAway();
    void shiftClickSelectsARange();
    void aBandSelectsWhatItTouches();
    void selectedCellsArePulled();
    void aClickOnSelectedCellsSelectsOne();
    void clickOnAHostSelectsItsRanks();
    void clickBesideTheCellsSelectsNone();
    void doubleClickFocuses();
    void arrowsMoveAndShiftExtends();
    void spaceTogglesAndReturnFocuses();
    void controlASelectsAll();
    void aDigitBeginsARankSet();
    void controlWheelZooms();
    void cellsShowTheState();
    void aSilentNodesCellsAreDimmed();
    void aChangeRepaintsOnlyItsCells();
    void manyChangesRepaintWhatIsSeen();
    void selectionStaysInAnotherJob();
    void selectingScrollsThere();
    void saysWhatIsSelected();
    void tooltipTellsTheStory();
    void contextMenuIsAboutTheSelection();
    void contextMenuHasTheGroups();
};

void TestRankGrid::clickSelectsOne()
{
    Grid job(8);
    QSignalSpy changes(&job.grid, &RankGrid::selectionChanged);
    job.click(3);
    QCOMPARE(job.selected(), "3");
    job.click(5);
    QCOMPARE(job.selected(), "5");
    QCOMPARE(changes.count(), 2);
    QCOMPARE(job.focus(), "0-7");
}

void TestRankGrid::controlClickAddsAndTakesAway()
{
    Grid job(8);
    job.click(3);
    job.click(5, Qt::ControlModifier);
    QCOMPARE(job.selected(), "3,5");
    job.click(3, Qt::ControlModifier);
    QCOMPARE(job.selected(), "5");
}

void TestRankGrid::shiftClickSelectsARange()
{
    Grid job(8);
    job.click(5);
    job.click(2, Qt::ShiftModifier);
    QCOMPARE(job.selected(), "2-5");
    job.click(7, Qt::ShiftModifier);
    QCOMPARE(job.selected(), "5-7");
}

void TestRankGrid::aBandSelectsWhatItTouches()
{
    Grid job(8);
    QWidget* const area = job.grid.viewport();
    QTest::mousePress(area, Qt::LeftButton, {}, job.centre(1));
    QTest::mouseMove(area, job.centre(2));
    QTest::mouseMove(area, job.centre(6));
    QCOMPARE(job.selected(), "1-2,5-6");
    QTest::mouseRelease(area, Qt::LeftButton, {}, job.centre(6));
    QCOMPARE(job.selected(), "1-2,5-6");
}

void TestRankGrid::selectedCellsArePulled()
{
    Grid job(8);
    job.grid.select(test::ranks("1-2,5"));
    QSignalSpy pulled(&job.grid, &RankGrid::selectionPulled);
    QWidget* const area = job.grid.viewport();
    QTest::mousePress(area, Qt::LeftButton, {}, job.centre(2));
    QTest::mouseMove(area, job.centre(2) + QPoint(1, 1));
    QCOMPARE(pulled.count(), 0); // a hand that shakes
    QTest::mouseMove(area, job.centre(6));
    QTest::mouseMove(area, job.centre(7));
    QCOMPARE(pulled.count(), 1);
    QTest::mouseRelease(area, Qt::LeftButton, {}, job.centre(7));
    QCOMPARE(job.selected(), "1-2,5");
    QTest::mousePress(area, Qt::LeftButton, {}, job.centre(0)); // which is not selected
    QTest::mouseMove(area, job.centre(1));
    QTest::mouseRelease(area, Qt::LeftButton, {}, job.centre(1));
    QCOMPARE(pulled.count(), 1);
    QCOMPARE(job.selected(), "0-1");
}

void TestRankGrid::aClickOnSelectedCellsSelectsOne()
{
    Grid job(8);
    job.grid.select(test::ranks("1-2,5"));
    QTest::mousePress(job.grid.viewport(), Qt::LeftButton, {}, job.centre(2));
    QCOMPARE(job.selected(), "1-2,5"); // they may be pulled
    QTest::mouseRelease(job.grid.viewport(), Qt::LeftButton, {}, job.centre(2));
    QCOMPARE(job.selected(), "2");
    QCOMPARE(job.grid.currentRank(), util::Rank(2));
}

void TestRankGrid::clickOnAHostSelectsItsRanks()
{
    Grid job(8);
    const RankLayout& layout = job.grid.cellLayout();
    QTest::mouseClick(job.grid.viewport(), Qt::LeftButton, {}, layout.nameRect(layout.groups().at(1)).center());
    QCOMPARE(job.selected(), "4-7");
}

void TestRankGrid::clickBesideTheCellsSelectsNone()
{
    Grid job(8);
    job.click(3);
    QTest::mouseClick(job.grid.viewport(), Qt::LeftButton, {}, QPoint(250, 190));
    QCOMPARE(job.selected(), "");
}

void TestRankGrid::doubleClickFocuses()
{
    Grid job(8);
    QTest::mouseDClick(job.grid.viewport(), Qt::LeftButton, {}, job.centre(6));
    job.settle();
    QCOMPARE(job.focus(), "6");
}

void TestRankGrid::arrowsMoveAndShiftExtends()
{
    Grid job(8); // two hosts of four
    job.click(1);
    job.press(Qt::Key_Right);
    QCOMPARE(job.selected(), "2");
    job.press(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(job.selected(), "2-6");
    job.press(Qt::Key_Home);
    QCOMPARE(job.selected(), "0");
    job.press(Qt::Key_End);
    QCOMPARE(job.grid.currentRank(), util::Rank(7));
    job.press(Qt::Key_Right);
    QCOMPARE(job.selected(), "7");
}

void TestRankGrid::spaceTogglesAndReturnFocuses()
{
    Grid job(8);
    job.click(1);
    job.press(Qt::Key_Right, Qt::ControlModifier);
    job.press(Qt::Key_Right, Qt::ControlModifier);
    job.press(Qt::Key_Space);
    QCOMPARE(job.selected(), "1,3");
    job.press(Qt::Key_Return);
    QCOMPARE(job.focus(), "1,3");
    job.press(Qt::Key_Space);
    QCOMPARE(job.selected(), "1");
}

void TestRankGrid::controlASelectsAll()
{
    Grid job(8);
    job.press(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(job.selected(), "0-7");
}

void TestRankGrid::aDigitBeginsARankSet()
{
    Grid job(8);
    QSignalSpy typed(&job.grid, &RankGrid::rankTyped);
    job.press(Qt::Key_3);
    QCOMPARE(typed.count(), 1);
    QCOMPARE(typed[0][0].toString(), "3");
}

void TestRankGrid::controlWheelZooms()
{
    Grid job(8);
    const int before = job.grid.cellLayout().side();
    const QPointF where(50, 50);
    QWheelEvent wheel(where, job.grid.viewport()->mapToGlobal(where), {}, {0, -120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(job.grid.viewport(), &wheel);
    QVERIFY(job.grid.cellLayout().side() < before);
    job.press(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(job.grid.cellLayout().side(), before);
}

void TestRankGrid::cellsShowTheState()
{
    Grid job(8);
    job.fake->stop(test::ranks("5"), test::breakpointHit(1));
    job.settle();
    const auto corner = [&](std::uint32_t rank) {
        return job.colorAt(job.grid.cellRect(util::Rank(rank)).topLeft() + QPoint(5, 5));
    };
    QCOMPARE(corner(1), lookColor(RankLook::Running, job.theme.isDark()));
    QCOMPARE(corner(5), lookColor(RankLook::Stopped, job.theme.isDark()));
    QVERIFY(job.session->setFocus(test::ranks("5")).has_value());
    job.settle();
    QVERIFY(corner(1) != lookColor(RankLook::Running, job.theme.isDark()));
}

void TestRankGrid::aSilentNodesCellsAreDimmed()
{
    Grid job(4);
    const QPoint below(0, job.grid.cellRect(util::Rank(2)).height() / 2 - 2); // the mark is above
    const QColor bright = job.colorAt(job.centre(2) + below);
    job.fake->say({session::NodeSilence{util::NodeId(1), "n02", test::ranks("2-3")}});
    job.settle();
    QVERIFY(job.colorAt(job.centre(2) + below) != bright);
    QCOMPARE(job.colorAt(job.centre(1) + below), bright);
    job.fake->say({session::NodeSilence{util::NodeId(1), "n02", test::ranks("2-3"), true}});
    job.settle();
    QCOMPARE(job.colorAt(job.centre(2) + below), bright);
}

void TestRankGrid::aChangeRepaintsOnlyItsCells()
{
    Grid job(64);
    QVERIFY(job.session->setLeadingRank(util::Rank(0)).has_value());
    job.settle();
    QCoreApplication::processEvents();
    PaintSpy paints(job.grid.viewport());
    job.fake->exit(test::ranks("40"), 0);
    job.settle();
    QTRY_VERIFY(!paints.region.isEmpty());
    QCoreApplication::processEvents();
    QVERIFY(paints.region.contains(job.grid.cellRect(util::Rank(40))));
    const QRect around = job.grid.cellRect(util::Rank(40)).adjusted(-4, -4, 4, 4);
    QVERIFY2(around.contains(paints.region.boundingRect()), "more than the cell was repainted");
}

void TestRankGrid::manyChangesRepaintWhatIsSeen()
{
    Grid job(4000);
    QCoreApplication::processEvents();
    PaintSpy paints(job.grid.viewport());
    job.fake->stop(test::ranks("0-3999"), test::breakpointHit(1));
    job.settle();
    QTRY_VERIFY(paints.region.contains(job.centre(0)));
    QCOMPARE(job.colorAt(job.centre(25)), job.colorAt(job.centre(26)));
}

void TestRankGrid::selectionStaysInAnotherJob()
{
    Grid job(8);
    job.click(3);
    job.click(6, Qt::ControlModifier);
    job.fake->exit(test::ranks("0-7"), 0);
    job.fake->endJob(0);
    job.settle();
    job.bringUp(5);
    job.settle();
    QCOMPARE(job.selected(), "3");
}

void TestRankGrid::selectingScrollsThere()
{
    Grid job(4000);
    QCOMPARE(job.grid.verticalScrollBar()->value(), 0);
    job.grid.select(test::ranks("3990,5000"));
    QCOMPARE(job.selected(), "3990");
    QVERIFY(job.grid.viewport()->rect().contains(job.grid.cellRect(util::Rank(3990))));
}

void TestRankGrid::saysWhatIsSelected()
{
    Grid job(8);
    job.grid.select(test::ranks("1-2,4"));
    QCOMPARE(job.grid.accessibleName(), "Ranks");
    QCOMPARE(job.grid.accessibleDescription(), "8 ranks, 3 selected: 1-2,4. In focus: all. Rank 0 leads.");
}

void TestRankGrid::tooltipTellsTheStory()
{
    Grid job(8);
    job.fake->stop(test::ranks("5"), test::crash(11));
    job.settle();
    const QPoint where = job.centre(5);
    QHelpEvent help(QEvent::ToolTip, where, job.grid.viewport()->mapToGlobal(where));
    QCoreApplication::sendEvent(job.grid.viewport(), &help);
    const QString tip = QToolTip::text();
    for (const char* const part : {"Rank 5", "n02", "1005", "crashed with SIGSEGV", "ring.cpp:31"})
        QVERIFY2(tip.contains(QLatin1String(part)), part);
}

void TestRankGrid::contextMenuIsAboutTheSelection()
{
    Grid job(8);
    job.fake->stop(test::ranks("2"), test::breakpointHit(1));
    job.settle();
    job.click(2);
    job.click(3, Qt::ControlModifier);
    QContextMenuEvent ask(QContextMenuEvent::Mouse, job.centre(2), job.grid.viewport()->mapToGlobal(job.centre(2)));
    QCoreApplication::sendEvent(job.grid.viewport(), &ask);
    const auto* const menu = job.grid.findChild<QMenu*>();
    QVERIFY(menu);
    QStringList entries;
    for (const QAction* const action : menu->actions()) {
        if (!action->isSeparator())
            entries << action->text();
    }
    QCOMPARE(entries, QStringList({"Focus on 2 ranks", "Focus on All That Are stopped", "Focus on Host n01",
                                   "Make Rank 2 Lead", "&All Ranks", "Make Group of 2 ranks...",
                                   "Continue Only 2 ranks", "Pause Only 2 ranks", "Copy as Text"}));
    menu->actions().at(3)->trigger();
    job.settle();
    QCOMPARE(job.session->leadingRank(), util::Rank(2));
}

void TestRankGrid::contextMenuHasTheGroups()
{
    Grid job(8);
    QVERIFY(job.session->defineGroup("odd", "1,3"));
    QVERIFY(job.session->defineGroup("high", "6-7"));
    job.settle();
    job.grid.select(test::ranks("3-4"));
    QContextMenuEvent ask(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(&job.grid, &ask);
    const auto* const menu = job.grid.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(menu);
    const auto groups = [menu](const QString& entry) {
        for (QAction* const action : menu->actions()) {
            if (action->text() == entry && action->menu())
                return action->menu()->actions();
        }
        return QList<QAction*>();
    };
    const auto add = groups("Add 2 ranks to Group");
    QCOMPARE(add.size(), 2);
    QCOMPARE(add[1]->text(), "high");
    add[1]->trigger();
    QCOMPARE(job.session->groups().find("high")->definition.text(), std::string("3-4,6-7"));
    const auto remove = groups("Remove 2 ranks from Group");
    QCOMPARE(remove.size(), 1); // of the other they had none
    QCOMPARE(remove[0]->text(), "odd");
    remove[0]->trigger();
    QCOMPARE(job.session->groups().find("odd")->definition.text(), std::string("1"));
}

DBGR_TEST(TestRankGrid, QApplication);

} // namespace tst_rank_grid

#include "tst_rank_grid.moc"
