// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/bridge/notices.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/bookmarks.h"
#include "ui/source/path_map.h"
#include "ui/source/path_map_dialog.h"
#include "ui/source/source_area.h"
#include "ui/source/source_page.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/window/action_table.h"

namespace tst_source_area {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

const QString kRing = QStringLiteral(DBGR_EXAMPLES "/ring/ring.cpp");

struct Area : test::UiFixture
{
    Area()
    {
        area.resize(800, 500);
        area.show();
        if (!QTest::qWaitForWindowActive(&area))
            qFatal("no window");
    }
    /// Opens a file and waits for its text.
    bool open(const QString& path)
    {
        area.openFile(path);
        return QTest::qWaitFor([&] { return area.currentLocation().known(); });
    }
    void stopAt(const char* who, std::uint32_t line)
    {
        fake->stop(test::ranks(who), test::breakpointHit(1, test::frame("runLap", kRing.toStdString(), line)));
        settle();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        settle();
    }
    void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    [[nodiscard]] QWidget* text() const
    {
        return area.tabs().currentPage()->findChild<QAbstractScrollArea*>()->viewport();
    }
    [[nodiscard]] QString label(const char* name) const { return area.findChild<QLabel*>(QLatin1String(name))->text(); }
    [[nodiscard]] QStringList titles() const
    {
        QStringList all;
        for (int i = 0; i < area.tabs().count(); ++i)
            all << area.tabs().tabText(i);
        return all;
    }

    SourceArea area{context};
};

QString write(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
    return path;
}

QByteArray lines(int count)
{
    QByteArray text;
    for (int i = 1; i <= count; ++i)
        text += "line " + QByteArray::number(i) + '\n';
    return text;
}

} // namespace

class TestSourceArea : public QObject
{
    Q_OBJECT

private slots:
    void f9TogglesABreakpointAtTheCursor();
    void aBreakpointIsSetForTheFocusOnly();
    void sourceFoldersAreEdited();
    void filesAreLookedAtAgainWhenRanksStop();
    void clicksInTheMarginToggleABreakpoint();
    void theMenuOfALineIsAboutItsBreakpoint();
    void aConditionIsTypedUnderItsLine();
    void theValueUnderTheMouseIsAskedFor();
    void noValueCoversAMenu();
    void theCurrentLineStaysInSightWhenTheRoomShrinks_data();
    void theCurrentLineStaysInSightWhenTheRoomShrinks();
    void whoHasScrolledAwayIsNotBroughtBack();
    void goToLineIsAnsweredByReturnAndTakenBackByEscape();
    void backAndForwardLeadThroughPlaces();
    void bookmarksAreSetAndWalkedByKeys();
    void aBookmarksRemarkIsTypedUnderItsLine();
    void bookmarksFollowAFileThatChanges();
    void theNameAtTheCursorIsAskedFor();
    void theFileOpensInTheUsersEditor();
    void findsAsItIsTypedAndWalksTheMatches();
    void opensWhereTheLeadingRankStops();
    void marksRanksAtTwoLines();
    void staysWhereItIsWhenTheLineIsInView();
    void tellsWhatIsMissingAndFindsItOnceMapped();
    void aFileOpenedByHandIsTheProgramsFile();
    void theEndOfAPathRaisesTheFileThatIsOpen();
    void readsAgainWhatChangedAndKeepsTheLine();
    void tabsOfOneNameAreToldApart();
    void tabsAreWalkedAndClosedByKeys();
    void withoutAFileThereIsNothingToFind();
};

void TestSourceArea::f9TogglesABreakpointAtTheCursor()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    ui.key(Qt::Key_F9);
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    const auto& spec = ui.session->breakpoints().all().begin()->second.spec;
    QCOMPARE(std::get<debug::SourceLine>(spec.where), (debug::SourceLine{"ring.cpp", 120}));
    ui.key(Qt::Key_F9);
    QVERIFY(ui.session->breakpoints().all().empty());
}

void TestSourceArea::aBreakpointIsSetForTheFocusOnly()
{
    Area ui;
    ui.bringUp(4);
    QVERIFY(ui.session->setFocus(test::ranks("1-2")));
    ui.settle();
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    ui.actions.get(action::kFocusBreakpoint)->trigger();
    ui.settle();
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    QVERIFY(ui.session->breakpoints().all().begin()->second.spec.ranks == test::ranks("1-2"));
}

void TestSourceArea::sourceFoldersAreEdited()
{
    Area ui;
    QVERIFY(!ui.area.findChild<PathMapDialog*>());
    ui.actions.get(action::kPathMappings)->trigger();
    const auto* const dialog = ui.area.findChild<PathMapDialog*>();
    QVERIFY(dialog && dialog->isVisible());
}

void TestSourceArea::filesAreLookedAtAgainWhenRanksStop()
{
    Area ui;
    QTemporaryDir folder;
    ui.bringUpRunning(2);
    ui.settle();
    const QString path = folder.filePath(QStringLiteral("late.c")); // in a folder that nobody watches
    ui.area.showLocation({path.toStdString(), 3, 0});
    QTRY_VERIFY(ui.label("missingTitle").contains("late.c"));
    write(path, lines(10));
    ui.fake->stop(test::ranks("0"), test::breakpointHit(1, test::frame("f", "/elsewhere.c", 1)));
    ui.settle();
    ui.area.showLocation({path.toStdString(), 3, 0});
    QTRY_VERIFY(ui.area.tabs().currentPage()->text().startsWith("line 1\n"));
}

void TestSourceArea::clicksInTheMarginToggleABreakpoint()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    QTest::mouseClick(ui.text(), Qt::LeftButton, {}, QPoint(8, 4));
    QTest::mouseRelease(ui.text(), Qt::LeftButton, {}, QPoint(8, 4));
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    QCOMPARE(std::get<debug::SourceLine>(ui.session->breakpoints().all().begin()->second.spec.where).line, 1U);
}

void TestSourceArea::theMenuOfALineIsAboutItsBreakpoint()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    const auto choose = [&](const QString& words) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(200, 4), ui.text()->mapToGlobal(QPoint(200, 4)));
        QApplication::sendEvent(ui.text(), &event);
        for (QMenu* const menu : ui.area.findChildren<QMenu*>()) {
            for (QAction* const one : menu->actions()) {
                if (menu->isVisible() && one->text().remove(QLatin1Char('&')) == words)
                    one->trigger();
            }
            menu->close();
        }
        ui.settle();
    };
    choose(QStringLiteral("Set Breakpoint"));
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    choose(QStringLiteral("Disable Breakpoint"));
    QVERIFY(!ui.session->breakpoints().all().begin()->second.spec.enabled);
    choose(QStringLiteral("Enable Breakpoint"));
    QVERIFY(ui.session->breakpoints().all().begin()->second.spec.enabled);
    choose(QStringLiteral("Remove Breakpoint"));
    QVERIFY(ui.session->breakpoints().all().empty());
}

void TestSourceArea::aConditionIsTypedUnderItsLine()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    ui.key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    ui.type(QStringLiteral("rank == 1"));
    ui.key(Qt::Key_Return);
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
    QCOMPARE(ui.session->breakpoints().all().begin()->second.spec.condition, std::string("rank == 1"));
    ui.key(Qt::Key_F9); // the keyboard is back in the text
    QVERIFY(ui.session->breakpoints().all().empty());
}

void TestSourceArea::theValueUnderTheMouseIsAskedFor()
{
    Area ui;
    QTemporaryDir folder;
    const QString path = write(folder.filePath(QStringLiteral("a.c")), "value value value value value value\n");
    QVERIFY(ui.open(path));
    ui.fake->answersQuery = [&](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (std::holds_alternative<debug::GetFrames>(command.request))
            return debug::EngineReply{
                debug::FramesReply{
                    {{util::Rank(0), {}, util::ThreadId(1), {test::frame("main", path.toStdString(), 1)}}}},
                {}};
        return debug::EngineReply{debug::ValuesReply{{test::value("0-1", "42")}}, {}};
    };
    ui.bringUpRunning(2);
    ui.fake->stop(test::ranks("0-1"), test::breakpointHit(1, test::frame("main", path.toStdString(), 1)));
    ui.settle();
    auto* const card = ui.area.findChild<QWidget*>(QStringLiteral("hoverLabel"));
    QVERIFY(!card->isVisible());
    QTest::mouseMove(ui.text(), QPoint(130, 4));
    QTRY_VERIFY(ui.fake->count<debug::Evaluate>() > 0);
    ui.settle();
    QVERIFY(card->isVisible());
    QTest::mouseMove(ui.text(), QPoint(300, 200));
    QTRY_VERIFY(!card->isVisible());
    ui.key(Qt::Key_I, Qt::ControlModifier);
    QVERIFY(card->isVisible());
}

void TestSourceArea::noValueCoversAMenu()
{
    Area ui;
    QTemporaryDir folder;
    const QString path = write(folder.filePath(QStringLiteral("a.c")), "value value value value value value\n");
    QVERIFY(ui.open(path));
    ui.fake->answersQuery = [&](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (std::holds_alternative<debug::GetFrames>(command.request))
            return debug::EngineReply{
                debug::FramesReply{
                    {{util::Rank(0), {}, util::ThreadId(1), {test::frame("main", path.toStdString(), 1)}}}},
                {}};
        return debug::EngineReply{debug::ValuesReply{{test::value("0-1", "42")}}, {}};
    };
    ui.bringUpRunning(2);
    ui.fake->stop(test::ranks("0-1"), test::breakpointHit(1, test::frame("main", path.toStdString(), 1)));
    ui.settle();
    auto* const card = ui.area.findChild<QWidget*>(QStringLiteral("hoverLabel"));
    ui.key(Qt::Key_I, Qt::ControlModifier);
    QVERIFY(card->isVisible());
    QMenu menu; // any, from wherever it was opened
    menu.addAction("Run to Line 1");
    menu.popup(ui.area.mapToGlobal(QPoint(0, 0)));
    QVERIFY(!card->isVisible());
    ui.key(Qt::Key_I, Qt::ControlModifier);
    QAction* const show = ui.actions.find(QStringLiteral("source.showValue"));
    show->trigger();
    ui.settle();
    QVERIFY(!card->isVisible());
    menu.close();
    show->trigger(); // the answer comes when a menu is open
    menu.popup(ui.area.mapToGlobal(QPoint(0, 0)));
    ui.settle();
    QVERIFY(!card->isVisible());
}

void TestSourceArea::theCurrentLineStaysInSightWhenTheRoomShrinks_data()
{
    QTest::addColumn<int>("line");
    QTest::addColumn<QList<int>>("heights");
    QTest::newRow("in one go") << 161 << QList<int>{120};
    QTest::newRow("little by little") << 161 << QList<int>{480, 440, 390, 333, 270, 205, 150, 100, 80};
    QTest::newRow("to nothing and back") << 161 << QList<int>{20, 0, 140};
    QTest::newRow("at the end of the file") << 188 << QList<int>{140, 400, 90};
}

void TestSourceArea::theCurrentLineStaysInSightWhenTheRoomShrinks()
{
    QFETCH(int, line);
    QFETCH(QList<int>, heights);
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), static_cast<std::uint32_t>(line), 0});
    SourceView& view = ui.area.tabs().currentPage()->view();
    view.setFirstVisibleLine(line - view.viewport()->height() / view.textHeight(0)); // it is the last one in sight
    for (const int height : heights) {
        ui.area.resize(800, height);
        QCoreApplication::processEvents();
    }
    const int top = (line - 1 - view.firstVisibleLine()) * view.textHeight(0);
    QVERIFY2(top >= 0 && top + view.textHeight(0) <= view.viewport()->height(),
             qPrintable(QString("%1 of %2").arg(top).arg(view.viewport()->height())));
}

void TestSourceArea::whoHasScrolledAwayIsNotBroughtBack()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 161, 0});
    SourceView& view = ui.area.tabs().currentPage()->view();
    view.setFirstVisibleLine(0);
    ui.area.resize(800, 200);
    QCoreApplication::processEvents();
    QCOMPARE(view.firstVisibleLine(), 0);
}

void TestSourceArea::goToLineIsAnsweredByReturnAndTakenBackByEscape()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.key(Qt::Key_G, Qt::ControlModifier);
    ui.type(QStringLiteral("42"));
    ui.key(Qt::Key_Return);
    QCOMPARE(ui.area.currentLocation().line, 42U);
    ui.key(Qt::Key_G, Qt::ControlModifier);
    ui.type(QStringLiteral("99"));
    ui.key(Qt::Key_Escape);
    QCOMPARE(ui.area.currentLocation().line, 42U);
    ui.key(Qt::Key_F9); // the keyboard is back in the text
    QCOMPARE(ui.session->breakpoints().all().size(), std::size_t(1));
}

void TestSourceArea::backAndForwardLeadThroughPlaces()
{
    QTemporaryDir folder;
    const QString other = write(folder.filePath("other.c"), lines(60));
    Area ui;
    QAction* const back = ui.actions.get(action::kGoBack);
    QAction* const forward = ui.actions.get(action::kGoForward);
    QVERIFY(ui.open(kRing));
    QVERIFY(!back->isEnabled() && !forward->isEnabled());
    ui.area.showLocation({kRing.toStdString(), 100, 0});
    ui.area.showLocation({kRing.toStdString(), 104, 0}); // near: the same place
    QVERIFY(ui.open(other));
    QTRY_COMPARE(ui.area.tabs().currentPage()->names().local, other);
    QTRY_VERIFY(ui.area.tabs().currentPage()->hasText());
    ui.area.focusSource();
    ui.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(ui.area.currentLocation().file, kRing.toStdString());
    QCOMPARE(ui.area.currentLocation().line, 104U);
    QVERIFY(back->isEnabled() && forward->isEnabled());
    ui.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(ui.area.currentLocation().line, 1U);
    QVERIFY(!back->isEnabled());
    ui.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(ui.area.currentLocation().line, 104U);
    ui.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(ui.area.currentLocation().file, other.toStdString());
    QVERIFY(!forward->isEnabled());
}

void TestSourceArea::bookmarksAreSetAndWalkedByKeys()
{
    QTemporaryDir folder;
    const QString other = write(folder.filePath("other.c"), lines(60));
    Area ui;
    QVERIFY(ui.open(kRing));
    QVERIFY(!ui.actions.get(action::kNextBookmark)->isEnabled());
    for (const std::uint32_t line : {120U, 20U}) {
        ui.area.showLocation({kRing.toStdString(), line, 0});
        ui.key(Qt::Key_M, Qt::ControlModifier);
    }
    const auto& marks = ui.area.tabs().currentPage()->marks();
    QCOMPARE(marks.size(), std::size_t(2));
    QVERIFY(marks[0].bookmarked && marks[0].line == 20 && marks[1].line == 120);
    ui.key(Qt::Key_PageDown, Qt::AltModifier);
    QCOMPARE(ui.area.currentLocation().line, 120U);
    ui.key(Qt::Key_PageDown, Qt::AltModifier); // around the end
    QCOMPARE(ui.area.currentLocation().line, 20U);
    ui.key(Qt::Key_M, Qt::ControlModifier); // away with it
    QCOMPARE(ui.area.bookmarks().all().size(), std::size_t(1));
    QVERIFY(ui.open(other));
    QTRY_COMPARE(ui.area.currentLocation().file, other.toStdString());
    ui.area.focusSource();
    ui.key(Qt::Key_PageUp, Qt::AltModifier);
    QCOMPARE(ui.area.currentLocation(), (debug::SourceLocation{kRing.toStdString(), 120, 0}));
}

void TestSourceArea::aBookmarksRemarkIsTypedUnderItsLine()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    ui.key(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    ui.type(QStringLiteral("look here"));
    ui.key(Qt::Key_Return);
    const SourceNames ring{kRing, {}};
    QVERIFY(ui.area.bookmarks().at(ring, 120));
    QCOMPARE(ui.area.bookmarks().at(ring, 120)->remark, QStringLiteral("look here"));
    QVERIFY(!ui.area.bookmarks().at(ring, 120)->text.isEmpty());
    ui.key(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier); // the same words are there to be changed
    ui.key(Qt::Key_End);
    ui.type(QStringLiteral(" again"));
    ui.key(Qt::Key_Return);
    QCOMPARE(ui.area.bookmarks().at(ring, 120)->remark, QStringLiteral("look here again"));
}

void TestSourceArea::bookmarksFollowAFileThatChanges()
{
    QTemporaryDir folder;
    const QString path = write(folder.filePath(QStringLiteral("a.c")), lines(50));
    Area ui;
    QVERIFY(ui.open(path));
    ui.area.showLocation({path.toStdString(), 10, 0});
    ui.key(Qt::Key_M, Qt::ControlModifier);
    write(path, "new\n" + lines(50));
    QTRY_COMPARE(ui.area.bookmarks().all().front().line, 11U);
    QCOMPARE(ui.area.tabs().currentPage()->marks().front().line, 11U);
    write(path, "nothing is left\n");
    QTRY_VERIFY(ui.area.bookmarks().all().front().lost);
    QCOMPARE(ui.area.bookmarks().all().front().line, 11U);
}

void TestSourceArea::theNameAtTheCursorIsAskedFor()
{
    QTemporaryDir folder;
    const QString file = write(folder.filePath("calls.c"), "int a;\n  relax_all(a);\n\n");
    Area ui;
    QVERIFY(ui.open(file));
    QSignalSpy wanted(&ui.area, &SourceArea::definitionWanted);
    ui.area.focusSource();
    ui.area.showLocation({file.toStdString(), 3, 0});
    ui.key(Qt::Key_F12); // nothing is there
    QCOMPARE(wanted.count(), 0);
    ui.area.tabs().currentPage()->view().setCursorPosition(1, 4);
    ui.key(Qt::Key_F12);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).toString(), "relax_all");
    ui.area.tabs().currentPage()->view().setCursorPosition(1, 11); // behind its last letter
    ui.key(Qt::Key_F12);
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(wanted.at(1).at(0).toString(), "relax_all");
}

void TestSourceArea::theFileOpensInTheUsersEditor()
{
    QTemporaryDir folder;
    const QString told = folder.filePath("editor.told");
    Area ui;
    const QString editor =
        write(folder.filePath("editor"), "#!/bin/sh\necho \"$@\" >\"$0.new\" && mv \"$0.new\" \"$0.told\"\n");
    QVERIFY(QFile::setPermissions(editor, QFile::ReadOwner | QFile::ExeOwner));
    ui.settings.set(setting::kEditor, editor + QStringLiteral(" %l %f"));
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    ui.area.focusSource();
    ui.key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(QFile::exists(told));
    QFile file(told);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromLocal8Bit(file.readAll()).trimmed(), "120 " + kRing);
    ui.settings.set(setting::kEditor, QStringLiteral("no-such-editor"));
    ui.key(Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(ui.notices.all().size(), std::size_t(1));
}

void TestSourceArea::findsAsItIsTypedAndWalksTheMatches()
{
    Area ui;
    QTemporaryDir folder;
    QVERIFY(ui.open(write(folder.filePath(QStringLiteral("a.c")), "one\ntwo\nOne\nthree\none\n")));
    ui.key(Qt::Key_F, Qt::ControlModifier);
    ui.type(QStringLiteral("one"));
    QCOMPARE(ui.label("findCount"), QStringLiteral("1 of 3"));
    ui.key(Qt::Key_F3);
    QCOMPARE(ui.label("findCount"), QStringLiteral("2 of 3"));
    QCOMPARE(ui.area.currentLocation().line, 3U);
    ui.key(Qt::Key_F3, Qt::ShiftModifier);
    ui.key(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(ui.area.currentLocation().line, 5U); // around the end
    ui.area.findChild<QAbstractButton*>(QStringLiteral("findCase"))->click();
    QCOMPARE(ui.label("findCount"), QStringLiteral("2 of 2"));
    ui.type(QStringLiteral("x"));
    QCOMPARE(ui.label("findCount"), QStringLiteral("not found"));
    ui.key(Qt::Key_Escape);
    QVERIFY(!ui.area.findChild<QWidget*>(QStringLiteral("findBar"))->isVisible());
}

void TestSourceArea::opensWhereTheLeadingRankStops()
{
    Area ui;
    ui.fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::GetFrames>(command.request))
            return std::nullopt;
        debug::FramesReply reply;
        reply.ranks.push_back({*command.ranks.lowest(),
                               {},
                               util::ThreadId(1),
                               {test::frame("read"), test::frame("runLap", kRing.toStdString(), 161)}});
        return debug::EngineReply{std::move(reply), {}};
    };
    ui.bringUpRunning(4);
    ui.fake->stop(test::ranks("1-3"), test::stopCause(debug::StopReason::Interrupt, test::frame("read")));
    ui.settle();
    QTRY_COMPARE(ui.area.currentLocation(), (debug::SourceLocation{kRing.toStdString(), 161, 0}));
    QCOMPARE(ui.titles(), QStringList{QStringLiteral("ring.cpp")});
}

void TestSourceArea::marksRanksAtTwoLines()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.bringUpRunning(8);
    ui.stopAt("0-2", 161);
    ui.stopAt("3-7", 166);
    const auto& marks = ui.area.tabs().currentPage()->marks();
    QCOMPARE(marks.size(), std::size_t(2));
    QVERIFY(marks[0].leading && marks[0].ranks == test::ranks("0-2"));
    QVERIFY(!marks[1].leading && marks[1].ranks == test::ranks("3-7"));
}

void TestSourceArea::staysWhereItIsWhenTheLineIsInView()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    ui.area.showLocation({kRing.toStdString(), 120, 0});
    const int first = ui.area.tabs().currentPage()->firstLineInView();
    ui.area.showLocation({kRing.toStdString(), 122, 0});
    QCOMPARE(ui.area.tabs().currentPage()->firstLineInView(), first);
    ui.area.showLocation({kRing.toStdString(), 20, 0});
    QVERIFY(ui.area.tabs().currentPage()->firstLineInView() < 20);
}

void TestSourceArea::tellsWhatIsMissingAndFindsItOnceMapped()
{
    Area ui;
    QTemporaryDir moved;
    write(moved.filePath(QStringLiteral("src/gone.cpp")), lines(100));
    ui.area.showLocation({"/nowhere/src/gone.cpp", 50, 0});
    QTRY_COMPARE(ui.label("missingTitle"), QStringLiteral("gone.cpp is not on this machine"));
    QVERIFY(ui.label("missingTried").contains(QStringLiteral("/nowhere/src/gone.cpp")));
    QVERIFY(ui.area.findChild<QPushButton*>(QStringLiteral("mapFolder"))->isVisible());
    QVERIFY(!ui.area.currentLocation().known());

    ui.area.pathMap().add(
        PathMap::derive(QStringLiteral("/nowhere/src/gone.cpp"), moved.filePath(QStringLiteral("src/gone.cpp"))));
    QTRY_COMPARE(ui.area.currentLocation(), (debug::SourceLocation{"/nowhere/src/gone.cpp", 50, 0}));
}

void TestSourceArea::aFileOpenedByHandIsTheProgramsFile()
{
    Area ui;
    QTemporaryDir moved;
    const QString path = write(moved.filePath(QStringLiteral("ring.cpp")), lines(100));
    ui.settings.setEntry(QStringLiteral("source/pathMappings"), QStringList{QStringLiteral("/old"), moved.path()});
    QVERIFY(ui.open(path));
    QCOMPARE(ui.area.currentLocation().file, std::string("/old/ring.cpp"));
    ui.area.showLocation({"/link/to/ring.cpp", 7, 0}); // found beside, by its name: the same file
    QTRY_COMPARE(ui.area.currentLocation(), (debug::SourceLocation{"/link/to/ring.cpp", 7, 0}));
    QCOMPARE(ui.titles().size(), 1);
}

void TestSourceArea::theEndOfAPathRaisesTheFileThatIsOpen()
{
    Area ui;
    QVERIFY(ui.open(kRing));
    QTemporaryDir folder;
    ui.area.openFile(write(folder.filePath(QStringLiteral("a.c")), "text"));
    ui.area.showLocation({"ring/ring.cpp", 20, 0});
    QCOMPARE(ui.area.currentLocation(), (debug::SourceLocation{kRing.toStdString(), 20, 0}));
    QCOMPARE(ui.titles().size(), 2);
}

void TestSourceArea::readsAgainWhatChangedAndKeepsTheLine()
{
    Area ui;
    QTemporaryDir folder;
    const QString path = write(folder.filePath(QStringLiteral("a.c")), lines(200));
    QVERIFY(ui.open(path));
    ui.area.showLocation({path.toStdString(), 150, 0});
    const int first = ui.area.tabs().currentPage()->firstLineInView();
    write(path, lines(200) + "the end\n");
    QTRY_VERIFY(ui.area.tabs().currentPage()->text().endsWith(QStringLiteral("the end\n")));
    QCOMPARE(ui.area.currentLocation().line, 150U);
    QCOMPARE(ui.area.tabs().currentPage()->firstLineInView(), first);
}

void TestSourceArea::tabsOfOneNameAreToldApart()
{
    Area ui;
    QTemporaryDir folder;
    QVERIFY(ui.open(write(folder.filePath(QStringLiteral("a/main.c")), "a")));
    QCOMPARE(ui.titles(), QStringList{QStringLiteral("main.c")});
    ui.area.openFile(write(folder.filePath(QStringLiteral("b/main.c")), "b"));
    QCOMPARE(ui.titles(), (QStringList{QStringLiteral("a/main.c"), QStringLiteral("b/main.c")}));
    QCOMPARE(ui.area.tabs().tabToolTip(1), folder.filePath(QStringLiteral("b/main.c")));
}

void TestSourceArea::tabsAreWalkedAndClosedByKeys()
{
    Area ui;
    QTemporaryDir folder;
    for (const char* const name : {"a.c", "b.c", "c.c"}) {
        ui.area.openFile(write(folder.filePath(QLatin1String(name)), "text"));
        QTRY_VERIFY(ui.area.currentLocation().known());
    }
    ui.key(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(ui.area.tabs().currentIndex(), 0);
    ui.area.focusSource();
    ui.key(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(ui.area.tabs().currentIndex(), 2);
    ui.area.focusSource();
    ui.key(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(ui.titles(), (QStringList{QStringLiteral("a.c"), QStringLiteral("b.c")}));
    QTest::mouseClick(ui.area.tabs().tabBar(), Qt::MiddleButton, {}, ui.area.tabs().tabBar()->tabRect(0).center());
    QCOMPARE(ui.titles(), QStringList{QStringLiteral("b.c")});
}

void TestSourceArea::withoutAFileThereIsNothingToFind()
{
    Area ui;
    for (const char* const name : {action::kFindInSource, action::kGoToLine, action::kToggleBreakpoint})
        QVERIFY(!ui.actions.get(name)->isEnabled());
    QVERIFY(ui.open(kRing));
    QVERIFY(ui.actions.get(action::kFindInSource)->isEnabled());
    QVERIFY(!ui.actions.get(action::kRunToLine)->isEnabled());
    ui.bringUp(2);
    ui.settle();
    QVERIFY(ui.actions.get(action::kRunToLine)->isEnabled());
}

DBGR_TEST(TestSourceArea, QApplication);

} // namespace tst_source_area

#include "tst_source_area.moc"
