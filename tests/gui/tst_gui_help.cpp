// SPDX-License-Identifier: GPL-3.0-or-later
// F1: the page of the manual about what has the keyboard; reading and searching it by keys alone.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/help/manual_browser.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QApplication>
#include <QFile>
#include <QListWidget>
#include <QTextBlock>
#include <QtTest>

namespace tst_gui_help {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::WindowRun;
using dbgr::ui::ManualBrowser;
namespace action = dbgr::ui::action;

namespace {

/// The window of the manual, and what a reader sees in it.
class Reader
{
public:
    explicit Reader(WindowRun& run) : m_run(run) {}

    [[nodiscard]] ManualBrowser* text() const { return m_run.find<ManualBrowser>("manualText"); }
    /// Whether that page comes to be shown, at that heading ("": at its beginning).
    [[nodiscard]] bool reads(const QString& page, const QString& heading = {}) const
    {
        return m_run.seen("help") &&
               m_run.until(
                   [&] {
                       return text()->file() == page && beginsAs(page) &&
                              (heading.isEmpty() || text()->textCursor().block().text() == heading);
                   },
                   5000);
    }
    /// Whether what is shown is that page, whatever its name is said to be.
    [[nodiscard]] bool beginsAs(const QString& page) const
    {
        QFile file(QStringLiteral(DBGR_SOURCE_DIR "/docs/manual/") + page);
        return file.open(QIODevice::ReadOnly) &&
               text()->document()->firstBlock().text() == QString::fromUtf8(file.readLine()).mid(2).trimmed();
    }
    void close()
    {
        m_run.key(Qt::Key_Escape);
        QVERIFY2(m_run.until([&] { return !m_run.find("help")->isVisible(); }), m_run.transcript());
        const auto isLeft = [] { return QApplication::activeWindow() && QApplication::activeWindow()->isVisible(); };
        if (!isLeft())
            m_run.window().activateWindow(); // as a window manager does, which is not there
        QVERIFY2(m_run.until(isLeft), m_run.transcript());
    }
    [[nodiscard]] QString found() const
    {
        const auto* const list = m_run.find<QListWidget>("helpList");
        QStringList rows;
        for (int i = 0; i < list->count(); ++i)
            rows << list->item(i)->text();
        return rows.join("; ");
    }

private:
    WindowRun& m_run;
};

} // namespace

class TestGuiHelp : public QObject
{
    Q_OBJECT

private slots:
    void eachDockOpensItsPage()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        const std::pair<const char*, const char*> pages[] = {{"dock.ranks", "ranks.md"},
                                                             {"dock.stacks", "stacks.md"},
                                                             {"dock.callStack", "call-stack.md"},
                                                             {"dock.variables", "variables.md"},
                                                             {"dock.watches", "watches.md"},
                                                             {"dock.console", "console.md"},
                                                             {"dock.breakpoints", "breakpoints.md"},
                                                             {"dock.threads", "threads.md"},
                                                             {"dock.traces", "traces.md"},
                                                             {"dock.log", "log.md"},
                                                             {action::kFocusSource, "source.md"}};
        for (const auto& [place, page] : pages) {
            run.command(place);
            run.key(Qt::Key_F1);
            QVERIFY2(reader.reads(page),
                     qPrintable(QString("%1: %2").arg(place, reader.text()->file()) + run.transcript()));
            reader.close();
        }
    }

    void everyDockThatThereIsHasAPage()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        int docks = 0;
        for (const QAction* const one : run.parts().actions.all()) {
            if (!one->objectName().startsWith("dock."))
                continue;
            ++docks;
            run.command(one->objectName().toLatin1().constData());
            run.key(Qt::Key_F1);
            QVERIFY2(run.seen("help"), run.transcript());
            QVERIFY2(!reader.text()->file().startsWith("index") && !reader.text()->file().startsWith("window"),
                     qPrintable(one->objectName() + " has no page of its own"));
            reader.close();
        }
        QVERIFY(docks >= 9);
    }

    void dialogsAndTheStartPageHaveTheirs()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY2(run.open(), run.transcript());
        run.key(Qt::Key_F1);
        QVERIFY2(reader.reads("launching.md", "The start page"), run.transcript());
        reader.close();
        run.command(action::kAttach);
        QVERIFY2(run.seen("attachDialog"), run.transcript());
        run.key(Qt::Key_F1);
        QVERIFY2(reader.reads("attaching.md"), run.transcript());
        reader.close();
        run.key(Qt::Key_Escape);
        run.command(action::kPreferences);
        QVERIFY2(run.seen("preferences"), run.transcript());
        run.key(Qt::Key_F1);
        QVERIFY2(reader.reads("window.md", "Preferences"), run.transcript());
    }

    void anErrorOpensItsEntry()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY(run.launch(2, run.folder() + "/not_there"));
        QWidget* const notice = run.notice("not_there");
        QVERIFY2(notice, run.transcript());
        QVERIFY2(run.untilState(SessionState::Failed), run.transcript());
        WindowRun::button(notice, "Try Again")->setFocus();
        run.key(Qt::Key_F1);
        QVERIFY2(reader.reads("messages.md", "The launcher could not execute the program"), run.transcript());
    }

    void isReadAndSearchedByKeysAlone()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY2(run.open(), run.transcript());
        run.command(action::kManual);
        QVERIFY2(reader.reads("index.md"), run.transcript());
        run.key(Qt::ALT | Qt::Key_Down);
        QVERIFY2(reader.reads("first-ten-minutes.md"), run.transcript());
        run.key(Qt::ALT | Qt::Key_Up);
        QVERIFY2(reader.reads("index.md"), run.transcript());
        run.key(Qt::Key_Tab); // to the first link
        run.key(Qt::Key_Return);
        QVERIFY2(reader.reads("first-ten-minutes.md"), run.transcript());

        run.key(Qt::CTRL | Qt::Key_F);
        run.type("mark exclamation");
        QVERIFY2(run.until([&] { return reader.found().contains("Setting them"); }), qPrintable(reader.found()));
        run.key(Qt::Key_Return);
        QVERIFY2(reader.reads("breakpoints.md"), qPrintable(reader.found()));
        QVERIFY(!reader.text()->extraSelections().isEmpty());
        run.key(Qt::Key_Escape); // leaves the search
        QVERIFY2(run.find("help")->isVisible(), run.transcript());
        QCOMPARE(run.textOf("helpSearch"), QString());
        run.key(Qt::ALT | Qt::Key_Left);
        QVERIFY2(reader.reads("first-ten-minutes.md"), run.transcript());
        run.key(Qt::ALT | Qt::Key_Right);
        QVERIFY2(reader.reads("breakpoints.md"), run.transcript());

        run.key(Qt::CTRL | Qt::Key_L);
        run.key(Qt::Key_End);
        run.key(Qt::Key_Return);
        QVERIFY2(reader.reads("c-library.md"), run.transcript());
        run.key(Qt::Key_Slash);
        run.type("zzzz");
        QVERIFY2(run.until([&] { return reader.found() == "Nothing has all of these words"; }),
                 qPrintable(reader.found()));
        run.key(Qt::Key_Return); // chooses nothing
        QVERIFY2(reader.reads("c-library.md"), run.transcript());
        run.key(Qt::Key_Escape);
        reader.close();
    }

    void picturesAndColoursFollowTheTheme()
    {
        WindowRun run;
        Reader reader(run);
        QVERIFY2(run.open(), run.transcript());
        const auto lightness = [&] {
            const auto picture =
                reader.text()->document()->resource(QTextDocument::ImageResource, QUrl("images/stopped-light.png"));
            return picture.value<QImage>().pixelColor(200, 300).lightness();
        };
        run.parts().settings.set(dbgr::ui::setting::kTheme, QStringLiteral("light"));
        run.command(action::kManual);
        QVERIFY2(reader.reads("index.md"), run.transcript());
        reader.text()->open("window.md");
        QTRY_VERIFY2(lightness() > 150, qPrintable(QString::number(lightness())));
        run.parts().settings.set(dbgr::ui::setting::kTheme, QStringLiteral("dark"));
        QTRY_VERIFY2(lightness() < 100, qPrintable(QString::number(lightness())));
        QCOMPARE(reader.text()->file(), QString("window.md"));
    }
};

DBGR_GUI_TEST(TestGuiHelp);

} // namespace tst_gui_help

#include "tst_gui_help.moc"
