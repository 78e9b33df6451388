// SPDX-License-Identifier: GPL-3.0-or-later
// The groups above the grid, by mouse and keyboard.
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/group_line_edit.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_grid.h"
#include "ui/ranks/ranks_dock.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/window/action_table.h"
#include "ui/window/group_action.h"

#include <QAction>
#include <QMenu>
#include <QToolButton>

namespace tst_group_strip {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Rank 2 stands, 6 and 7 have ended, the others of 8 run; 0-3 are on n01.
struct Dock : test::UiFixture
{
    Dock()
    {
        bringUpRunning(8);
        fake->stop(test::ranks("2"), test::breakpointHit(1));
        fake->exit(test::ranks("6-7"), 0);
        settle();
        dock.resize(300, 300);
        dock.show();
        (void)QTest::qWaitForWindowActive(&dock);
    }
    [[nodiscard]] RankGrid* grid() const { return dock.findChild<RankGrid*>(); }
    [[nodiscard]] GroupLineEdit* line() const { return dock.findChild<GroupLineEdit*>(); }
    [[nodiscard]] QString focus() const { return QString::fromStdString(session->focus().toString()); }
    [[nodiscard]] QString ranksOf(const char* group) const
    {
        const auto found = session->groups().read(group);
        return QString::fromStdString(found ? found->toString() : found.error().message());
    }
    /// What the strip says, in its order.
    [[nodiscard]] QStringList shown() const
    {
        QStringList texts;
        for (const QToolButton* const each : dock.findChild<GroupStrip*>()->findChildren<QToolButton*>()) {
            if (!each->isHidden() && !each->text().isEmpty())
                texts << each->text();
        }
        return texts;
    }
    [[nodiscard]] QToolButton* button(const QString& text) const
    {
        for (QToolButton* const each : dock.findChild<GroupStrip*>()->findChildren<QToolButton*>()) {
            if (each->text() == text && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    void type(const char* text)
    {
        QTest::keyClicks(line(), text);
        QTest::keyClick(line(), Qt::Key_Return);
        settle();
    }
    /// The entry of the button's context menu.
    void choose(QToolButton* of, const QString& entry)
    {
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, {}, of->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(of, &asked);
        for (QMenu* const menu : dock.findChildren<QMenu*>()) {
            for (QAction* const action : menu->actions()) {
                if (action->text().section('\t', 0, 0) == entry)
                    action->trigger();
            }
            menu->close();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // or it would be found again
        settle();
    }

    RanksDock dock{context};
};

} // namespace

class TestGroupStrip : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatEveryJobHasAndTheUsersOwn()
    {
        Dock job;
        QCOMPARE(job.shown(), (QStringList{"all 8", "n01 4", "n02 4"}));
        QVERIFY(job.session->defineGroup("gone", "ended"));
        QVERIFY(job.session->freezeGroup("then", "stopped"));
        job.settle();
        QCOMPARE(job.shown(), (QStringList{"all 8", "n01 4", "n02 4", "gone 2", "then 1"}));
        QVERIFY(job.button("gone 2")->toolTip().startsWith("Follows ended: 6-7."));
        QVERIFY(job.button("then 1")->toolTip().startsWith("Frozen: chosen once, := stopped: 2."));
        job.fake->exit(test::ranks("4-5"), 0); // one follows, the other does not
        job.fake->stop(test::ranks("3"), test::breakpointHit(1));
        job.settle();
        QCOMPARE(job.shown().mid(3), (QStringList{"gone 4", "then 1"}));
    }

    void aClickFocuses()
    {
        Dock job;
        QTest::mouseClick(job.button("n02 4"), Qt::LeftButton);
        job.settle();
        QCOMPARE(job.focus(), QString("4-7"));
        QVERIFY(job.button("n02 4")->isChecked() && !job.button("all 8")->isChecked());
        QTest::mouseClick(job.button("n02 4"), Qt::LeftButton); // it stays
        job.settle();
        QVERIFY(job.button("n02 4")->isChecked());
        job.button("n02 4")->setFocus();
        QTest::keyClick(job.button("n02 4"), Qt::Key_Left);
        QVERIFY(job.button("n01 4")->hasFocus());
        QTest::keyClick(job.button("n01 4"), Qt::Key_Return);
        job.settle();
        QCOMPARE(job.focus(), QString("0-3"));
    }

    void theSelectionGetsAName()
    {
        Dock job;
        job.grid()->select(test::ranks("1,5"));
        job.actions.get(action::kNewGroup)->trigger();
        QVERIFY(job.line()->isVisible() && job.line()->hasFocus());
        QCOMPARE(job.line()->text(), QString("group1"));
        job.type("odd");
        QVERIFY(job.line()->isHidden());
        QCOMPARE(job.ranksOf("odd"), QString("1,5"));
        QVERIFY(job.button("odd 2"));
        QTest::mouseClick(job.dock.findChild<QToolButton*>("newGroup"), Qt::LeftButton);
        QVERIFY(job.line()->isVisible());
        QTest::keyClick(job.line(), Qt::Key_Escape);
        QVERIFY(job.line()->isHidden());
        QVERIFY(job.grid()->hasFocus());
        QCOMPARE(job.session->groups().all().size(), std::size_t(1));
    }

    void otherViewsNameTheirRanks()
    {
        Dock job;
        job.grid()->select(test::ranks("1"));
        wantGroup(job.actions, test::ranks("3-4")); // a branch of the stack tree, equal values
        job.type("branch");
        QCOMPARE(job.ranksOf("branch"), QString("3-4"));
        job.actions.get(action::kNewGroup)->trigger(); // that was of the other call
        job.type("own");
        QCOMPARE(job.ranksOf("own"), QString("1"));
    }

    void theLineTakesWhatTheCommandTakes()
    {
        Dock job;
        job.actions.get(action::kNewGroup)->trigger();
        job.type("rest = all - (ended | 2)");
        QCOMPARE(job.ranksOf("rest"), QString("0-1,3-5"));
        job.actions.get(action::kNewGroup)->trigger();
        job.type("slow where step < 10");
        job.fake->reply(job.fake->last<debug::Evaluate>().id,
                        debug::EngineReply{debug::ValuesReply{{test::value("2", "true", "bool")}}, {}});
        job.settle();
        QCOMPARE(job.ranksOf("slow"), QString("2"));
        QVERIFY2(job.notices.all().back().text.startsWith("Not in group slow, since they cannot tell: "),
                 qPrintable(job.notices.all().back().text));
    }

    void whatIsRefusedStaysAndSaysWhy()
    {
        Dock job;
        job.actions.get(action::kNewGroup)->trigger();
        job.type("crashed");
        QVERIFY(job.line()->isVisible());
        QCOMPARE(job.line()->problem(), QString("group 'crashed': every job has a group of that name"));
        job.line()->selectAll();
        job.type("bad = crahsed");
        QCOMPARE(job.line()->problem(), QString("there is no group 'crahsed'; the nearest is 'crashed'"));
    }

    void ownGroupsAreRenamedFrozenAndDeleted()
    {
        Dock job;
        QVERIFY(job.session->defineGroup("gone", "ended"));
        QVERIFY(job.session->defineGroup("rest", "!gone"));
        job.settle();
        job.choose(job.button("gone 2"), "Delete Group"); // rest is made of it
        QVERIFY(job.button("gone 2"));
        QVERIFY(job.notices.all().back().text.contains("made of it: 'rest'"));
        job.button("gone 2")->setFocus();
        QTest::keyClick(job.button("gone 2"), Qt::Key_F2);
        job.type("over");
        QVERIFY(job.button("over 2"));
        QCOMPARE(job.ranksOf("rest"), QString("0-5"));
        job.choose(job.button("rest 6"), "Freeze Group");
        QVERIFY(job.button("rest 6")->toolTip().startsWith("Frozen: chosen once, := !over"));
        QTest::keyClick(job.button("over 2"), Qt::Key_Delete);
        job.settle();
        QCOMPARE(job.shown().mid(3), QStringList{"rest 6"});
        QTest::keyClick(job.button("all 8"), Qt::Key_Delete); // every job's stay
        job.settle();
        QVERIFY(job.button("all 8"));
    }

    void theSelectionComesAndGoesByTheMenu()
    {
        Dock job;
        QVERIFY(job.session->defineGroup("gone", "ended"));
        job.settle();
        job.choose(job.button("gone 2"), "Add Selected Ranks to gone"); // none is selected
        QCOMPARE(job.ranksOf("gone"), QString("6-7"));
        job.grid()->select(test::ranks("1,6"));
        job.choose(job.button("gone 2"), "Remove Selected Ranks from gone");
        QCOMPARE(job.ranksOf("gone"), QString("7"));
        QCOMPARE(job.notices.all().back().text, QString("Removed from group gone: 1,6. It was ended before."));
        job.choose(job.button("gone 1"), "Add Selected Ranks to gone");
        QCOMPARE(job.ranksOf("gone"), QString("1,6-7"));
        job.actions.get(GroupUndo::kName)->trigger();
        job.settle();
        QCOMPARE(job.ranksOf("gone"), QString("7"));
    }

    void anotherGroupLikeOneIsMadeByTheMenu()
    {
        Dock job;
        job.choose(job.button("n02 4"), "Make Group Like n02...");
        QVERIFY(job.line()->isVisible());
        job.type("back");
        QCOMPARE(QString::fromStdString(job.session->groups().find("back")->definition.text()), QString("host:n02"));
        QVERIFY(job.button("back 4"));
    }

    void ranksAreTypedByTheirGroups()
    {
        Dock job;
        QVERIFY(job.session->defineGroup("odd", "1,3,5"));
        job.settle();
        auto* const line = job.dock.findChild<RankSetEdit*>();
        line->setFocus();
        QTest::keyClicks(line, "odd - 3");
        QTest::keyClick(line, Qt::Key_Return);
        job.settle();
        QCOMPARE(job.focus(), QString("1,5"));
    }
};

DBGR_TEST(TestGroupStrip, QApplication);

} // namespace tst_group_strip

#include "tst_group_strip.moc"
