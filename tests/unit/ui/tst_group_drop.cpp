// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged over the groups above the grid, and dropped there.
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/group_line_edit.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_drag.h"
#include "ui/ranks/rank_looks.h"
#include "ui/ranks/ranks_dock.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QToolButton>
#include <QToolTip>

namespace tst_group_drop {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

constexpr Qt::DropActions kBoth = Qt::CopyAction | Qt::MoveAction;

/// Rank 7 has ended, the others of 8 run; 0-3 are on n01. "gone" follows those that ended, "then" is frozen.
struct Dock : test::UiFixture
{
    Dock()
    {
        bringUpRunning(8);
        fake->exit(test::ranks("7"), 0);
        (void)session->defineGroup("gone", "ended");
        (void)session->freezeGroup("then", "host:n01 & 0-1");
        (void)session->defineGroup("bad", "crashed");
        settle();
        dock.resize(300, 300);
        dock.show();
        (void)QTest::qWaitForWindowActive(&dock);
    }
    [[nodiscard]] GroupStrip* strip() const { return dock.findChild<GroupStrip*>(); }
    [[nodiscard]] GroupLineEdit* line() const { return dock.findChild<GroupLineEdit*>(); }
    [[nodiscard]] QToolButton* button(const QString& text) const
    {
        for (QToolButton* const each : strip()->findChildren<QToolButton*>()) {
            if (each->text() == text && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    [[nodiscard]] QPoint at(const QString& text) const
    {
        const QToolButton* const found = button(text);
        return found ? found->geometry().center() : QPoint(-1, -1);
    }
    [[nodiscard]] QPoint behindThem() const { return dock.findChild<QToolButton*>("newGroup")->geometry().center(); }
    [[nodiscard]] QString definition(const char* group) const
    {
        const session::RankGroup* const found = session->groups().find(group);
        return found ? QString::fromStdString(found->definition.text()) : QString("there is none");
    }
    [[nodiscard]] QAction* undo() { return actions.get(GroupUndo::kName); }

    /// \return what letting go would do
    Qt::DropAction hover(const QMimeData& data, const QPoint& where, Qt::KeyboardModifiers keys = {})
    {
        QDragEnterEvent enter(where, kBoth, &data, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(strip(), &enter);
        QDragMoveEvent move(where, kBoth, &data, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(strip(), &move);
        return enter.isAccepted() && move.isAccepted() ? move.dropAction() : Qt::IgnoreAction;
    }
    void leave()
    {
        QDragLeaveEvent event;
        QCoreApplication::sendEvent(strip(), &event);
    }
    /// \return what was done
    Qt::DropAction drop(const DraggedRanks& what, const QPoint& where, Qt::KeyboardModifiers keys = {})
    {
        const auto data = makeRanksData(what);
        (void)hover(*data, where, keys);
        QDropEvent event(where, kBoth, data.get(), Qt::LeftButton, keys);
        QCoreApplication::sendEvent(strip(), &event);
        settle();
        return event.isAccepted() ? event.dropAction() : Qt::IgnoreAction;
    }
    void type(const char* text)
    {
        QTest::keyClicks(line(), text);
        QTest::keyClick(line(), Qt::Key_Return);
        settle();
    }

    RanksDock dock{context};
};

DraggedRanks selected(const char* ranks)
{
    return {test::ranks(ranks), {}};
}

} // namespace

class TestGroupDrop : public QObject
{
    Q_OBJECT

private slots:
    void ranksAreAdded()
    {
        Dock job;
        QCOMPARE(job.drop(selected("1,3"), job.at("gone 1")), Qt::CopyAction);
        QCOMPARE(job.definition("gone"), QString("ended | 1,3"));
        QVERIFY(job.button("gone 3"));
        QCOMPARE(job.drop(selected("1,3"), job.at("then 2"), Qt::ControlModifier), Qt::CopyAction);
        QCOMPARE(job.definition("then"), QString("0-1,3"));
        QVERIFY(job.button("then 3")->toolTip().startsWith("Frozen: always these ranks: 0-1,3."));
        QCOMPARE(job.session->focus().toString(), std::string("0-7"));
    }

    void withShiftTheyAreRemoved()
    {
        Dock job;
        QCOMPARE(job.drop(selected("7"), job.at("gone 1"), Qt::ShiftModifier), Qt::MoveAction);
        QCOMPARE(job.definition("gone"), QString("ended - 7"));
        QCOMPARE(job.drop(selected("1-5"), job.at("then 2"), Qt::ShiftModifier), Qt::MoveAction);
        QCOMPARE(job.definition("then"), QString("0"));
    }

    void theChangeIsToldAndTakenBack()
    {
        Dock job;
        QVERIFY(!job.undo()->isEnabled());
        QCOMPARE(job.drop(selected("3"), job.at("then 2")), Qt::CopyAction);
        const Notice& told = job.notices.all().back();
        QCOMPARE(told.text, QString("Added to group then: 3. It was 0-1 before."));
        QCOMPARE(told.actions, QStringList(GroupUndo::kName));
        QVERIFY(job.undo()->isEnabled());
        job.undo()->trigger();
        job.settle();
        QCOMPARE(job.definition("then"), QString("0-1"));
        QCOMPARE(job.session->groups().find("then")->origin, std::string(":= host:n01 & 0-1"));
        QVERIFY(job.notices.all().empty());
        QVERIFY(!job.undo()->isEnabled());
    }

    void whatChangedSinceIsNotTakenBack()
    {
        Dock job;
        QCOMPARE(job.drop(selected("3"), job.at("gone 1")), Qt::CopyAction);
        QVERIFY(job.session->renameGroup("then", "before"));
        job.settle();
        QVERIFY(job.undo()->isEnabled()); // that is another one
        QVERIFY(job.session->defineGroup("gone", "0"));
        job.settle();
        QVERIFY(!job.undo()->isEnabled());
        QVERIFY(job.notices.all().empty());
    }

    void whatIsThereChangesNothing()
    {
        Dock job;
        QCOMPARE(job.drop(selected("0-1"), job.at("then 2")), Qt::CopyAction);
        QCOMPARE(job.notices.all().back().text, QString("Nothing changes in group then."));
        QCOMPARE(job.session->groups().find("then")->origin, std::string(":= host:n01 & 0-1"));
        QVERIFY(!job.undo()->isEnabled());
    }

    void groupsOfEveryJobRefuse_data()
    {
        QTest::addColumn<QString>("group");
        QTest::newRow("all") << "all 8";
        QTest::newRow("a host") << "n02 4";
    }
    void groupsOfEveryJobRefuse()
    {
        QFETCH(QString, group);
        Dock job;
        const auto data = makeRanksData(selected("1"));
        QCOMPARE(job.hover(*data, job.at(group)), Qt::IgnoreAction);
        QVERIFY2(QToolTip::text().contains("every job has this group"), qPrintable(QToolTip::text()));
        QVERIFY(!job.button(group)->isDown());
        QCOMPARE(job.drop(selected("1"), job.at(group)), Qt::IgnoreAction);
        QCOMPARE(job.session->groups().all().size(), std::size_t(3));
        QVERIFY(job.notices.all().empty());
    }

    void aGroupIsDroppedOnAnother()
    {
        Dock job;
        QCOMPARE(job.drop({test::ranks("0-1"), "then"}, job.at("gone 1")), Qt::CopyAction);
        QCOMPARE(job.definition("gone"), QString("ended | 0-1"));
        QCOMPARE(job.drop({test::ranks("4-7"), "host:n02"}, job.at("then 2")), Qt::CopyAction);
        QCOMPARE(job.definition("then"), QString("0-1,4-7"));
        QCOMPARE(job.drop({test::ranks("0-1"), "then"}, job.at("gone 3"), Qt::ShiftModifier), Qt::MoveAction);
        QCOMPARE(job.definition("gone"), QString("ended - 0-1"));
        QCOMPARE(job.drop({test::ranks("0-1"), "then"}, job.at("then 6")), Qt::IgnoreAction); // itself
        QCOMPARE(job.drop({{}, "bad"}, job.at("then 6")), Qt::IgnoreAction);                  // nobody
        QCOMPARE(job.definition("then"), QString("0-1,4-7"));
    }

    void behindTheGroupsRanksGetAName()
    {
        Dock job;
        QCOMPARE(job.drop(selected("1,3"), job.behindThem()), Qt::CopyAction);
        QVERIFY(job.line()->isVisible());
        QCOMPARE(job.line()->text(), QString("group1"));
        job.type("odd");
        QCOMPARE(job.definition("odd"), QString("1,3"));
        QVERIFY(job.button("odd 2"));
        QCOMPARE(job.drop(selected("1"), QPoint(0, 0), Qt::ShiftModifier), Qt::CopyAction); // the edge is free, too
        QVERIFY(job.line()->isVisible());
        QTest::keyClick(job.line(), Qt::Key_Escape);
        QCOMPARE(job.session->groups().all().size(), std::size_t(4));
    }

    void behindTheGroupsAGroupIsCopied()
    {
        Dock job;
        QCOMPARE(job.drop({test::ranks("7"), "gone"}, job.behindThem()), Qt::CopyAction);
        job.type("over");
        QCOMPARE(job.definition("over"), QString("ended"));
        QCOMPARE(job.drop({test::ranks("0-1"), "then"}, job.behindThem()), Qt::CopyAction);
        job.type("front");
        QCOMPARE(job.definition("front"), QString("0-1"));
        QCOMPARE(job.session->groups().find("front")->origin, std::string(":= host:n01 & 0-1"));
        QCOMPARE(job.drop({test::ranks("4-7"), "host:n02"}, job.behindThem()), Qt::CopyAction);
        job.type("back");
        QCOMPARE(job.definition("back"), QString("host:n02"));
        QCOMPARE(job.drop({{}, "bad"}, job.behindThem()), Qt::CopyAction);
        job.type("worse");
        QCOMPARE(job.definition("worse"), QString("crashed"));
    }

    void itIsSaidWhatLettingGoWillDo()
    {
        Dock job;
        const auto data = makeRanksData(selected("1,3"));
        QCOMPARE(job.hover(*data, job.at("gone 1")), Qt::CopyAction);
        QCOMPARE(QToolTip::text(), QString("Add 2 ranks to gone; with Shift held, remove"));
        QVERIFY(job.button("gone 1")->isDown());
        QCOMPARE(job.hover(*data, job.at("then 2"), Qt::ShiftModifier), Qt::MoveAction);
        QCOMPARE(QToolTip::text(), QString("Remove 2 ranks from then"));
        QVERIFY(!job.button("gone 1")->isDown() && job.button("then 2")->isDown());
        QCOMPARE(job.hover(*data, job.behindThem()), Qt::CopyAction);
        QCOMPARE(QToolTip::text(), QString("Make a group of 2 ranks"));
        job.leave();
        for (const QToolButton* const each : job.strip()->findChildren<QToolButton*>())
            QVERIFY2(!each->isDown(), qPrintable(each->text()));
    }

    void whatIsNotOfTheJobIsRefused_data()
    {
        QTest::addColumn<QString>("ranks");
        QTest::addColumn<QString>("group");
        QTest::newRow("ranks") << "3,8"
                               << "";
        QTest::newRow("a group") << "3"
                                 << "good";
        QTest::newRow("a name that is none") << "3"
                                             << "gone\n| all";
    }
    void whatIsNotOfTheJobIsRefused()
    {
        QFETCH(QString, ranks);
        QFETCH(QString, group);
        Dock job;
        const DraggedRanks what{test::ranks(ranks.toStdString()), group.toStdString()};
        const auto data = makeRanksData(what);
        QCOMPARE(job.hover(*data, job.at("gone 1")), Qt::IgnoreAction);
        QCOMPARE(job.drop(what, job.at("gone 1")), Qt::IgnoreAction);
        QCOMPARE(job.definition("gone"), QString("ended"));
        QCOMPARE(job.drop(what, job.behindThem()), Qt::IgnoreAction);
        QVERIFY(job.line()->isHidden());
    }

    void whatOthersDropIsRefused()
    {
        Dock job;
        QMimeData text;
        text.setText("1,3");
        QMimeData faked;
        faked.setData(kRanksMimeType, "1,3\n");
        for (const QMimeData* const data : {&text, &faked}) {
            QCOMPARE(job.hover(*data, job.at("gone 1")), Qt::IgnoreAction);
            QCOMPARE(job.hover(*data, job.behindThem()), Qt::IgnoreAction);
        }
        QCOMPARE(job.definition("gone"), QString("ended"));
    }

    void theMousePullsAtAGroup()
    {
        Dock job;
        RankLooks looks;
        looks.reset(job.session->processes());
        GroupStrip strip(job.context, looks);
        strip.resize(400, 100);
        strip.setVisible(true);
        QSignalSpy pulled(&strip, &GroupStrip::groupPulled);
        QToolButton* gone = nullptr;
        for (QToolButton* const each : strip.findChildren<QToolButton*>())
            gone = each->text() == "gone 1" ? each : gone;
        QVERIFY(gone);
        const QPoint from = gone->rect().center();
        QTest::mousePress(gone, Qt::LeftButton, {}, from);
        QTest::mouseMove(gone, from + QPoint(1, 0));
        QCOMPARE(pulled.count(), 0); // a hand that shakes
        QTest::mouseMove(gone, from + QPoint(2 * QApplication::startDragDistance(), 0));
        QCOMPARE(pulled.count(), 1);
        QVERIFY(pulled[0][0].value<DraggedRanks>() == (DraggedRanks{test::ranks("7"), "gone"}));
        QTest::mouseRelease(gone, Qt::LeftButton, {}, from);
        job.settle();
        QCOMPARE(job.session->focus().toString(), std::string("0-7")); // that was no click
    }
};

DBGR_TEST(TestGroupDrop, QApplication);

} // namespace tst_group_drop

#include "tst_group_drop.moc"
