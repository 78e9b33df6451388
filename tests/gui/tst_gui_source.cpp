// SPDX-License-Identifier: GPL-3.0-or-later
// The source of a real job: breakpoints by keys, where ranks stand and from where they called, values in place.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/source/rank_view.h"
#include "ui/source/source_page.h"
#include "ui/source/source_pane.h"
#include "ui/source/source_view.h"
#include "ui/window/action_table.h"

#include <QLabel>
#include <QMessageBox>
#include <QtTest>

#include <algorithm>

namespace tst_gui_source {

using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::util::Rank;
namespace action = dbgr::ui::action;

namespace {

/// Where the rank of the second view stands in it; 0 nowhere, or there is no second view.
std::uint32_t lineInSecondView(const WindowRun& run)
{
    const auto* const view = run.find<dbgr::ui::RankView>("rankView");
    const dbgr::ui::SourcePage* const page = view ? view->pane().textPage() : nullptr;
    if (page) {
        for (const dbgr::ui::LineMark& mark : page->marks()) {
            if (mark.leading && !mark.stale)
                return mark.line;
        }
    }
    return 0;
}

/// A ring of three stands in work(). \return the line; 0 it does not come to that
std::uint32_t runToWork(WindowRun& run, SourceHand& source)
{
    if (!run.launchHeld(3, builtProgram("ring")) || !source.untilShown("ring.cpp"))
        return 0;
    const std::uint32_t line = source.lineWith("double value = 1.0;");
    source.goTo(line);
    run.command(action::kRunToLine);
    return run.until([&] { return source.markAt(line).ranks.size() == 3; }) ? line : 0;
}

} // namespace

class TestGuiSource : public QObject
{
    Q_OBJECT

private slots:
    void aBreakpointByKeysIsHitAndMarked()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(4, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const std::uint32_t line = source.lineWith("const Token token = passToken");
        source.goTo(line);
        QCOMPARE(source.cursorLine(), line);
        run.command(action::kToggleBreakpoint);
        QVERIFY2(run.until([&] { return !source.markAt(line).breakpoints.empty(); }), run.transcript());
        source.goTo(1);
        run.command(action::kContinue);
        QVERIFY2(run.until([&] { return source.markAt(line).ranks.size() == 4; }), run.transcript());
        QVERIFY(source.markAt(line).leading);
        QVERIFY2(run.until([&] { return source.cursorLine() == line; }), run.transcript()); // it came into view

        run.command(action::kFindInSource);
        run.type("state.rank");
        run.key(Qt::Key_Escape);
        run.key(Qt::CTRL | Qt::Key_I);
        QVERIFY2(run.seen("hoverLabel"), run.transcript());
        QVERIFY2(run.until([&] {
            const auto labels = run.find("hoverLabel")->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [](QLabel* label) { return label->text().contains("0-3: 4 values, 0 to 3"); });
        }),
                 run.transcript());
    }

    void theKeyboardWaitsForTheSource()
    {
        WindowRun run;
        QVERIFY2(run.launch(1, builtProgram("ring")), run.transcript());
        QVERIFY2(run.seen("sourceArea"), run.transcript());
        run.command("dock.log");
        run.command(action::kFocusSource); // before a file is shown
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        QVERIFY2(run.until([&] { return qobject_cast<dbgr::ui::SourceView*>(QApplication::focusWidget()); }),
                 run.transcript());
    }

    void linesAreSteppedByNumberAndLoopsAreLeft()
    {
        WindowRun run;
        SourceHand source(run);
        const std::uint32_t begin = runToWork(run, source);
        QVERIFY2(begin > 0, run.transcript());

        run.command(action::kStepTimes);
        QVERIFY2(run.seen("stepTimes"), run.transcript());
        run.key(Qt::Key_Escape);
        QVERIFY2(run.until([&] { return !run.find("stepTimes"); }), run.transcript());
        QCOMPARE(source.markAt(begin).ranks.size(), std::size_t(3)); // as they were
        run.command(action::kStepTimes);
        QVERIFY2(run.seen("stepTimes"), run.transcript());
        run.type("2"); // in the place of what is proposed
        run.key(Qt::Key_Return);
        QVERIFY2(run.untilHappened(R"("steps":{"done":2,"asked":2})"), run.transcript());
        QVERIFY2(run.until([&] { return source.markAt(begin).ranks.empty(); }), run.transcript());
        QVERIFY2(run.untilStopped(), run.transcript());
        const auto isFollowed = [&] {
            return source.leadingLine() > begin && source.cursorLine() == source.leadingLine();
        };
        QVERIFY2(run.until(isFollowed), run.transcript()); // which takes the cursor along

        const std::uint32_t end = source.lineWith("return value;");
        source.goTo(end);
        QVERIFY2(run.until([&] { return source.cursorLine() == end; }), run.transcript());
        run.command(action::kUntilLine);
        QVERIFY2(run.until([&] { return source.markAt(end).ranks.size() == 3; }), run.transcript());
    }

    void ranksGoOnElsewhereAfterAQuestion()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(3, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const std::uint32_t begin = source.lineWith("double value = 1.0;");
        const std::uint32_t end = source.lineWith("return value;");
        QVERIFY(!run.parts().actions.get(action::kJump)->isEnabled()); // they are held
        source.goTo(begin);
        run.command(action::kRunToLine);
        QVERIFY2(run.until([&] { return source.markAt(begin).ranks.size() == 3; }), run.transcript());

        source.goTo(end);
        run.command(action::kJump);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        QVERIFY(run.find<QMessageBox>("confirmation")->text().contains("ring.cpp:" + QString::number(end)));
        run.key(Qt::Key_Escape);
        QVERIFY2(run.until([&] { return !run.find("confirmation"); }), run.transcript());
        QCOMPARE(source.markAt(begin).ranks.size(), std::size_t(3)); // as they were
        run.command(action::kJump);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Jump"));
        QVERIFY2(run.until([&] { return source.markAt(end).ranks.size() == 3; }), run.transcript());

        run.command(action::kReturnNow);
        QVERIFY2(run.seen("returnValue"), run.transcript());
        run.type("12.5");
        run.key(Qt::Key_Return);
        const std::uint32_t caller = source.lineWith("const double value = work(");
        QVERIFY2(run.until([&] { return source.markAt(caller).ranks.size() == 3; }), run.transcript());
        run.command(action::kStepOver);
        QVERIFY2(run.until([&] { return source.markAt(caller + 1).ranks.size() == 3; }), run.transcript());
        QVERIFY2(run.untilHappened(R"("returned_from":"work")"), run.transcript());
        QVERIFY2(run.until([&] { return run.row("values.variables", "value").contains("12.5"); }), run.transcript());
    }

    void functionsAreFoundByAFewLetters()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        run.command(action::kGoToPlace);
        QVERIFY2(run.seen("goToPalette"), run.transcript());
        QVERIFY2(run.untilShown("goToPalette", "ring.cpp"), run.transcript());
        run.type("passtok");
        QVERIFY2(run.untilShown("goToPalette", "passToken(RankState&, int)"), run.transcript());
        run.key(Qt::Key_Return);
        const std::uint32_t line = source.lineWith("Token passToken(RankState& state, int lap)");
        QVERIFY2(run.until([&] { return source.cursorLine() == line; }), run.transcript());
        QVERIFY(!run.find("goToPalette")->isVisible());
        run.command(action::kToggleBreakpoint); // the keyboard is in the source
        QVERIFY2(run.until([&] { return !source.markAt(line + 2).breakpoints.empty(); }), run.transcript());
    }

    void linesAreFoundInAllFilesAndDefinitionsByTheirNames()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        run.command(action::kSearchSources);
        QVERIFY2(run.seen("searchPalette"), run.transcript());
        run.type("WORK(STATE"); // capitals count
        const auto* const tip = run.find("searchPalette")->findChild<QLabel*>();
        QVERIFY2(run.until([&] { return tip->text().startsWith("No line of"); }), run.transcript());
        run.key(Qt::CTRL | Qt::Key_A);
        run.type("work(state");
        QVERIFY2(run.untilShown("searchPalette", "const double value = work(state, state.rank, lap)"),
                 run.transcript());
        run.key(Qt::Key_Return);
        const std::uint32_t call = source.lineWith("const double value = work(state");
        QVERIFY2(run.until([&] { return source.cursorLine() == call; }), run.transcript());

        run.command(action::kFindInSource);
        run.type("work(state, state.rank");
        run.key(Qt::Key_Return);
        run.key(Qt::Key_Escape);
        run.key(Qt::Key_Left); // to its beginning
        run.command(action::kGoToDefinition);
        const std::uint32_t definition = source.lineWith("double work(RankState& state");
        QVERIFY2(run.until([&] { return source.cursorLine() == definition; }), run.transcript());
        run.command(action::kGoBack);
        QVERIFY2(run.until([&] { return source.cursorLine() == call; }), run.transcript());
        run.command(action::kGoForward);
        QVERIFY2(run.until([&] { return source.cursorLine() == definition; }), run.transcript());

        run.command(action::kFindInSource);
        run.type("RankState& state, int");
        run.key(Qt::Key_Return);
        run.key(Qt::Key_Escape);
        run.key(Qt::Key_Left);
        run.command(action::kGoToDefinition);
        const std::uint32_t type = source.lineWith("struct RankState");
        QVERIFY2(run.until([&] { return source.cursorLine() == type; }), run.transcript());
    }

    void localsAndMembersAreFoundByTheirNames()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const auto leadsTo = [&](const QString& text, const char* word, const char* declaration) {
            source.goTo(1);
            run.command(action::kFindInSource);
            run.key(Qt::CTRL | Qt::Key_A);
            run.type(text);
            run.key(Qt::Key_Return);
            run.key(Qt::Key_Escape);
            run.key(Qt::Key_Left); // to its beginning
            for (qsizetype i = text.indexOf(QLatin1String(word)); i > 0; --i)
                run.key(Qt::Key_Right);
            run.command(action::kGoToDefinition);
            const std::uint32_t line = source.lineWith(declaration);
            return run.until([&] { return source.cursorLine() == line; }, 20000);
        };
        QVERIFY2(leadsTo("work(state, state.rank", "rank", "int rank = 0;"), run.transcript());
        QVERIFY2(leadsTo("work(state, state.rank", "state.", "void runLap("), run.transcript());
        QVERIFY2(leadsTo("token.hops", "hops", "long hops = 0;"), run.transcript());
        QVERIFY2(leadsTo("return value;", "value", "double value = 1.0;"), run.transcript());
    }

    void bookmarksAreSetListedAndRemoved()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const std::uint32_t work = source.lineWith("double work(RankState& state");
        const std::uint32_t token = source.lineWith("Token token{lap, 0, 0};");
        source.goTo(work);
        run.command(action::kToggleBookmark);
        source.goTo(token);
        run.command(action::kRemark);
        run.type("where it begins");
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return source.markAt(token).bookmarked && source.markAt(work).bookmarked; }),
                 run.transcript());
        QVERIFY(source.markAt(token).bookmarkTip.contains("where it begins"));
        source.goTo(1);
        run.command(action::kPreviousBookmark); // around the end
        QVERIFY2(run.until([&] { return source.cursorLine() == std::max(work, token); }), run.transcript());
        run.command(action::kNextBookmark);
        QVERIFY2(run.until([&] { return source.cursorLine() == std::min(work, token); }), run.transcript());

        source.goTo(1);
        run.command(action::kBookmarks);
        QVERIFY2(run.seen("bookmarkPalette"), run.transcript());
        run.type("begins");
        QVERIFY2(run.untilShown("bookmarkPalette", "where it begins - Token token{lap, 0, 0};"), run.transcript());
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return source.cursorLine() == token; }), run.transcript());
        run.command(action::kBookmarks);
        QVERIFY2(run.seen("bookmarkPalette"), run.transcript());
        run.key(Qt::Key_Delete);
        run.key(Qt::Key_Delete);
        run.key(Qt::Key_Escape);
        QVERIFY2(run.until([&] { return !source.markAt(token).bookmarked && !source.markAt(work).bookmarked; }),
                 run.transcript());
    }

    void theSecondViewStaysWithItsRank()
    {
        WindowRun run;
        SourceHand source(run);
        const std::uint32_t begin = runToWork(run, source);
        QVERIFY2(begin > 0, run.transcript());
        run.command(action::kSplitRank);
        run.key(Qt::CTRL | Qt::Key_A);
        run.type("2");
        run.key(Qt::Key_Return);
        QVERIFY2(run.seen("rankView"), run.transcript());
        QVERIFY2(run.until([&] { return lineInSecondView(run) == begin; }), run.transcript());
        const auto headline = [&] { return run.find<dbgr::ui::RankView>("rankView")->headline(); };
        QVERIFY2(headline().startsWith("Rank 2, ") && headline().contains("ring.cpp:"), qPrintable(headline()));

        QVERIFY2(run.focusOn("0"), run.transcript());
        run.command(action::kStepOver);
        QVERIFY2(run.until([&] { return source.leadingLine() > begin; }), run.transcript());
        QCOMPARE(lineInSecondView(run), begin); // of the rank that has not moved

        run.command(action::kFocusSource);
        run.command(action::kOtherView);
        QVERIFY2(run.until([&] { return run.find("rankView")->isAncestorOf(QApplication::focusWidget()); }),
                 run.transcript());
        run.command(action::kToggleBreakpoint);
        QVERIFY2(run.until([&] { return !source.markAt(begin).breakpoints.empty(); }), run.transcript());
        run.command(action::kToggleBreakpoint);
        QVERIFY2(run.until([&] { return source.markAt(begin).breakpoints.empty(); }), run.transcript());

        QVERIFY2(run.focusOn("2"), run.transcript());
        run.command(action::kStepOver);
        QVERIFY2(run.until([&] { return lineInSecondView(run) > begin; }), run.transcript());
        run.command(action::kSplitSource);
        QVERIFY2(run.until([&] { return !run.find("rankView"); }), run.transcript());
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
    }

    void ranksStepTogetherByKeys()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(3, builtProgram("debuggees/mpi_apart")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("mpi_apart.cpp"), run.transcript());
        const std::uint32_t begin = source.lineWith("sweep begins");
        source.goTo(begin);
        run.command(action::kRunToLine);
        QVERIFY2(run.until([&] { return source.markAt(begin).ranks.size() == 3; }), run.transcript());
        run.command(action::kStepTogether);
        for (int i = 0; i < 4; ++i) // while some are still on their way
            run.command(action::kStepOver);
        const std::uint32_t end = source.lineWith("return sum;");
        QVERIFY2(run.until([&] { return source.markAt(end).ranks.size() == 3; }), run.transcript());
    }

    void pausedRanksAreMarkedWhereTheyCalledTheLibrary()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(3, builtProgram("ring"), {"--hang", "1"}), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const std::uint32_t hangs = source.lineWith("MPI_Recv(&never");
        const std::uint32_t waits = source.lineWith("MPI_Recv(&token");
        source.goTo(hangs);
        run.command(action::kRunToLine);
        QVERIFY2(run.until([&] { return source.markAt(hangs).ranks == dbgr::util::RankSet{Rank(1)}; }),
                 run.transcript());
        QVERIFY2(run.until([&] { return run.parts().actions.get(action::kPause)->isEnabled(); }), run.transcript());
        run.command(action::kPause);
        QVERIFY2(run.untilStopped(), run.transcript());
        QVERIFY2(run.until([&] {
            return source.markAt(waits).ranks == dbgr::util::RankSet{Rank(0), Rank(2)};
        }),
                 run.transcript());
        QVERIFY2(source.markAt(waits).ranksTip.contains("MPI_Recv"), qPrintable(source.markAt(waits).ranksTip));
    }
};

DBGR_GUI_TEST(TestGuiSource);

} // namespace tst_gui_source

#include "tst_gui_source.moc"
