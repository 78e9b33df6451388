// SPDX-License-Identifier: GPL-3.0-or-later
// Two views of the source: the second one stays with its rank, and commands are about the one with the keyboard.
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/rank_view.h"
#include "ui/source/source_area.h"
#include "ui/source/source_page.h"
#include "ui/source/source_pane.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/window/action_table.h"

namespace tst_rank_view {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

const QString kRing = QStringLiteral(DBGR_EXAMPLES "/ring/ring.cpp");

struct Split : test::UiFixture
{
    Split()
    {
        area.resize(1000, 500);
        area.show();
        if (!QTest::qWaitForWindowActive(&area))
            qFatal("no window");
        fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (!std::holds_alternative<debug::GetFrames>(command.request))
                return std::nullopt;
            debug::FramesReply reply;
            command.ranks.forEach([&](util::Rank rank) {
                reply.ranks.push_back({rank, {}, util::ThreadId(1), {frameOf(rank)}});
            });
            return debug::EngineReply{std::move(reply), {}};
        };
    }
    /// Each rank at a line of its own, from 100; rank 3 is where there is no source.
    [[nodiscard]] static debug::Frame frameOf(util::Rank rank)
    {
        return rank == util::Rank(3) ? test::frame("poll")
                                     : test::frame("runLap", kRing.toStdString(), 100 + rank.value());
    }
    void stopAll()
    {
        for (std::uint32_t i = 0; i < 4; ++i)
            fake->stop(util::RankSet(util::Rank(i)), test::breakpointHit(1, frameOf(util::Rank(i))));
        settle();
    }
    void press(const char* name)
    {
        actions.get(name)->trigger();
        settle();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        settle();
    }
    void showRank(const QString& rank)
    {
        press(action::kSplitRank);
        QTest::keyClicks(QApplication::focusWidget(), rank);
        key(Qt::Key_Return);
    }
    [[nodiscard]] QString headline() const { return area.secondView() ? area.secondView()->headline() : QString(); }
    [[nodiscard]] SourcePage* secondPage() const
    {
        return area.secondView() ? area.secondView()->pane().textPage() : nullptr;
    }
    /// Where the arrow of a view is; 0 nowhere.
    [[nodiscard]] static std::uint32_t arrow(const SourcePage* page)
    {
        for (const LineMark& mark : page ? page->marks() : std::vector<LineMark>()) {
            if (mark.leading && !mark.stale)
                return mark.line;
        }
        return 0;
    }

    SourceArea area{context};
};

} // namespace

class TestRankView : public QObject
{
    Q_OBJECT

private slots:
    void withoutAJobItSaysSo()
    {
        Split ui;
        QAction* const split = ui.actions.get(action::kSplitSource);
        QVERIFY(!split->isChecked() && !ui.actions.get(action::kOtherView)->isEnabled());
        ui.press(action::kSplitSource);
        QVERIFY(ui.area.secondView()->isVisible());
        QCOMPARE(ui.headline(), "Rank 0: there is no job");
        QVERIFY(split->isChecked() && ui.actions.get(action::kOtherView)->isEnabled());
        ui.press(action::kSplitSource);
        QVERIFY(!ui.area.secondView());
        QVERIFY(!split->isChecked() && !ui.actions.get(action::kOtherView)->isEnabled());
    }
    void itStaysWithItsRankWhoeverLeads()
    {
        Split ui;
        ui.bringUpRunning(4);
        ui.stopAll();
        QTRY_COMPARE(ui.area.currentLocation().line, 100U);
        ui.showRank("2");
        QTRY_COMPARE(Split::arrow(ui.secondPage()), 102U);
        QVERIFY2(ui.headline().startsWith("Rank 2, stopped at breakpoint 1, runLap at ring.cpp:102"),
                 qPrintable(ui.headline()));
        QCOMPARE(ui.secondPage()->marks().size(), std::size_t(1)); // of no other rank
        QCOMPARE(Split::arrow(ui.area.tabs().currentPage()), 100U);
        QVERIFY(ui.session->setFocus(test::ranks("1")).has_value());
        ui.settle();
        QTRY_COMPARE(Split::arrow(ui.area.tabs().currentPage()), 101U);
        QCOMPARE(Split::arrow(ui.secondPage()), 102U);
    }
    void itSaysWhatItsRankDoes()
    {
        Split ui;
        ui.bringUpRunning(4);
        ui.showRank("1");
        QCOMPARE(ui.headline(), "Rank 1, running");
        QVERIFY(!ui.secondPage());
        ui.stopAll();
        QTRY_COMPARE(Split::arrow(ui.secondPage()), 101U);
        QVERIFY(ui.session->continueRanks(test::ranks("1")).has_value());
        ui.settle();
        QCOMPARE(ui.headline(), "Rank 1, running");
        QCOMPARE(Split::arrow(ui.secondPage()), 0U); // it stood there
        QVERIFY(ui.secondPage());
        ui.fake->exit(test::ranks("1"), 3);
        ui.settle();
        QCOMPARE(ui.headline(), "Rank 1, ended with status 3");

        ui.showRank("3");
        QTRY_VERIFY2(ui.headline().endsWith("there is no source of it"), qPrintable(ui.headline()));
        QVERIFY(!ui.secondPage());
        ui.showRank("99");
        QCOMPARE(ui.headline(), "Rank 99: the job has no such rank");
        ui.showRank("no rank");
        QCOMPARE(ui.headline(), "Rank 99: the job has no such rank");
    }
    void commandsAreAboutTheViewWithTheKeyboard()
    {
        Split ui;
        ui.bringUpRunning(4);
        ui.stopAll();
        QTRY_COMPARE(ui.area.currentLocation().line, 100U);
        ui.area.focusSource();
        ui.press(action::kSplitSource); // with the leading rank
        QCOMPARE(ui.area.secondView()->rank(), util::Rank(0));
        ui.showRank("2");
        QTRY_COMPARE(Split::arrow(ui.secondPage()), 102U);
        ui.key(Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(ui.area.secondView()->isAncestorOf(QApplication::focusWidget()));
        ui.key(Qt::Key_F9);
        const auto& breakpoints = ui.session->breakpoints().all();
        QCOMPARE(breakpoints.size(), std::size_t(1));
        QCOMPARE(std::get<debug::SourceLine>(breakpoints.begin()->second.spec.where),
                 (debug::SourceLine{"ring.cpp", 102}));
        ui.key(Qt::Key_G, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), "7");
        ui.key(Qt::Key_Return);
        QCOMPARE(ui.secondPage()->view().cursorLine(), 7U);
        QCOMPARE(ui.area.currentLocation().line, 100U); // the first view is where it was
        ui.key(Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(!ui.area.secondView()->isAncestorOf(QApplication::focusWidget()));
        ui.key(Qt::Key_F9);
        QCOMPARE(breakpoints.size(), std::size_t(2));
    }
    void closingGivesTheKeyboardBack()
    {
        Split ui;
        ui.bringUpRunning(4);
        ui.stopAll();
        QTRY_COMPARE(ui.area.currentLocation().line, 100U);
        ui.showRank("2");
        QTRY_COMPARE(Split::arrow(ui.secondPage()), 102U);
        ui.press(action::kOtherView);
        ui.press(action::kSplitSource);
        QTRY_VERIFY(ui.area.tabs().isAncestorOf(QApplication::focusWidget()));
        ui.key(Qt::Key_F9);
        QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    }
};

DBGR_TEST(TestRankView, QApplication);

} // namespace tst_rank_view

#include "tst_rank_view.moc"
