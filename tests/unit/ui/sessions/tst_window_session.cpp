// SPDX-License-Identifier: GPL-3.0-or-later
// The window's session: all of it is saved and put back, changes are seen, and those that died can be recovered.
#include "session/file/session_file.h"
#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/breakpoints/breakpoint_memory.h"
#include "ui/sessions/session_files.h"
#include "ui/sessions/session_recovery.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/bookmarks.h"
#include "ui/window/action_table.h"

#include <QApplication>
#include <QtTest>

namespace tst_window_session {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Window : test::UiFixture
{
    LaunchRequest request{"OMP_NUM_THREADS=2 mpiexec -n 4 './my ring'", folder.path(), {"A=1"}, {}, {}};
    QByteArray layout{"docks"};
    int given = 0;
    Bookmarks bookmarks;
    BreakpointMemory memory{bridge, settings, bookmarks};
    SessionFiles files{context,
                       SessionParts{[this] { return request; }, [this](const LaunchRequest& other) { request = other; },
                                    [this] { return layout; }, [this](const QByteArray& other) { layout = other; },
                                    [this] {
                                        ++given;
                                        memory.takeGiven();
                                    },
                                    &bookmarks}};

    [[nodiscard]] QString path(const char* name) const { return folder.filePath(name); }
    /// News are looked at together, a moment later.
    [[nodiscard]] bool seenAs(bool modified)
    {
        settle();
        return QTest::qWaitFor([&] { return files.isModified() == modified; });
    }
};

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

} // namespace

class TestWindowSession : public QObject
{
    Q_OBJECT

private slots:
    void allOfItIsPutBack()
    {
        Window one;
        one.settings.set(setting::kWatches, {"lap", "/x flags"});
        one.settings.set(setting::kPathMappings, {"/build", "/data"});
        QVERIFY(one.session->addBreakpoint(test::breakIn("work")));
        QVERIFY(one.session->defineGroup("front", "0-1"));
        one.bookmarks.setRemark({"/build/ring.cpp", {}}, 41, "  sum += x;", "here");
        QVERIFY(one.files.save(one.path("ring.dbgr")));
        QCOMPARE(one.files.name(), QString("ring"));

        Window other;
        other.layout.clear();
        other.request = {};
        QVERIFY(other.files.open(one.path("ring.dbgr")));
        QCOMPARE(other.settings.value(setting::kWatches), (QStringList{"lap", "/x flags"}));
        QCOMPARE(other.settings.value(setting::kPathMappings), (QStringList{"/build", "/data"}));
        QCOMPARE(other.layout, QByteArray("docks"));
        QCOMPARE(other.request.command, QString("mpiexec -n 4 './my ring'"));
        QCOMPARE(other.request.environment, (QStringList{"A=1", "OMP_NUM_THREADS=2"}));
        QCOMPARE(other.session->breakpoints().all().size(), std::size_t(1));
        QVERIFY(other.session->groups().find("front"));
        QVERIFY(other.bookmarks.all() == (std::vector<Bookmark>{{"/build/ring.cpp", 41, "sum += x;", "here"}}));
        QVERIFY(!other.files.isModified());
        QCOMPARE(other.given, 1);
        QCOMPARE(other.settings.value(setting::kRecentSessions), QStringList{one.path("ring.dbgr")});
    }

    void aChangeIsSeenUntilItIsSaved()
    {
        Window window;
        QVERIFY(window.files.save(window.path("ring.dbgr")));
        QVERIFY(!window.files.isModified());
        QSignalSpy changed(&window.files, &SessionFiles::changed);
        const auto id = window.session->addBreakpoint(test::breakIn("work"));
        QVERIFY(id);
        QVERIFY(window.seenAs(true));
        QCOMPARE(changed.size(), 1);
        QVERIFY(window.session->removeBreakpoint(*id));
        QVERIFY(window.seenAs(false)); // it is as the file says
        window.bookmarks.toggle({"/ring.cpp", {}}, 3, "x");
        QVERIFY(window.seenAs(true));
        window.bookmarks.toggle({"/ring.cpp", {}}, 3, "x");
        QVERIFY(window.seenAs(false));
        window.settings.set(setting::kWatches, {"lap"});
        QVERIFY(window.seenAs(true));
        QVERIFY(window.files.save(window.path("ring.dbgr")));
        QVERIFY(!window.files.isModified());
    }

    void anotherSessionInTheFileIsNoticed()
    {
        Window window;
        const QString path = window.path("ring.dbgr");
        QVERIFY(!window.files.isAnotherOnDisk()); // there is no file
        QVERIFY(window.session->addBreakpoint(test::breakIn("work")));
        QVERIFY(window.session->defineGroup("front", "0-1"));
        QVERIFY(window.files.save(path));
        QVERIFY(!window.files.isAnotherOnDisk());
        const QByteArray mine = read(path);

        Window other; // which opens the same, and changes it
        QVERIFY(other.files.open(path));
        QVERIFY(!other.files.isAnotherOnDisk());
        other.layout = "elsewhere"; // that counts, too: it would be lost
        QVERIFY(other.files.save(path));
        QVERIFY(!other.files.isAnotherOnDisk());
        QVERIFY(window.files.isAnotherOnDisk());

        write(path, mine); // it is as it was
        QVERIFY(!window.files.isAnotherOnDisk());
        QVERIFY(other.files.isAnotherOnDisk());
        QVERIFY(QFile::remove(path)); // nothing can be lost
        QVERIFY(!window.files.isAnotherOnDisk());
        write(path, "break work\n"); // save() refuses
        QVERIFY(!window.files.isAnotherOnDisk());
        QVERIFY(!window.files.save(path));
        write(path, mine);
        QVERIFY(window.files.open(path));
        QVERIFY(!window.files.isAnotherOnDisk());
    }

    void whereDocksAreIsSavedButNoChange()
    {
        Window window;
        QVERIFY(window.files.save(window.path("ring.dbgr")));
        window.layout = "elsewhere";
        QVERIFY(window.files.save(window.path("other.dbgr")));
        QVERIFY(!window.files.isModified());
        QVERIFY(session::openSessionFile(window.path("ring.dbgr").toStdString())->layout !=
                session::openSessionFile(window.path("other.dbgr").toStdString())->layout);
    }

    void theFirstStopIsSavedAsABreakpoint()
    {
        Window window;
        window.request.firstStop = "work";
        const auto saved = window.files.save(window.path("ring.dbgr"));
        QVERIFY(saved);
        QVERIFY(saved->breakpoints == (std::vector<session::SavedBreakpoint>{{"work", true, false}}));
    }

    void aCommandThatIsNoneIsNotSaved()
    {
        Window window;
        window.request.command = "mpiexec 'half";
        QVERIFY(!window.files.save(window.path("ring.dbgr"))->launch);
    }

    void whatIsRememberedDoesNotMixWithAFile()
    {
        Window window;
        window.bringUp(2); // of a program for which a breakpoint is remembered
        window.settle();
        QVERIFY(window.session->addBreakpoint(test::breakIn("remembered")));
        window.settle();
        window.fake->exit(test::ranks("0-1"), 0);
        window.fake->endJob(0);
        window.settle();
        QVERIFY(window.session->canLaunch());
        session::SessionDocument document;
        document.breakpoints = {{"work", true, false}};
        window.files.take(document, {});
        window.bringUp(2);
        window.settle();
        QCOMPARE(window.session->breakpoints().all().size(), std::size_t(1));
        QCOMPARE(debug::textOf(window.session->breakpoints().all().begin()->second.spec), std::string("work"));
    }

    void whatCannotBePutBackIsOneNotice()
    {
        Window window;
        session::SessionDocument document;
        document.breakpoints = {{"ring.cpp:0", true, false}, {"41", true, false}};
        window.files.take(document, window.path("ring.dbgr"));
        QCOMPARE(window.notices.all().size(), std::size_t(1));
        const Notice& notice = window.notices.all().front();
        QVERIFY(notice.kind == NoticeKind::Warning);
        QVERIFY2(notice.text.contains("breakpoint ring.cpp:0") && notice.text.contains("breakpoint 41"),
                 qPrintable(notice.text));
        QVERIFY(window.files.isModified()); // to save it now would lose them
    }

    void aFileThatCannotBeOpenedChangesNothing()
    {
        Window window;
        QVERIFY(window.session->addBreakpoint(test::breakIn("work")));
        QFile script(window.path("script.dbgr"));
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write("continue\n") > 0);
        script.close();
        QVERIFY(!window.files.open(window.path("script.dbgr")));
        QCOMPARE(window.session->breakpoints().all().size(), std::size_t(1));
        QVERIFY(window.files.file().isEmpty());
    }

    void aFileThatWasCutChangesNothing()
    {
        Window window;
        QVERIFY(window.session->addBreakpoint(test::breakIn("work")));
        window.settings.set(setting::kWatches, {QString::fromUtf8("größe")});
        QVERIFY(window.session->defineGroup("front", "0-1"));
        QVERIFY(window.files.save(window.path("whole.dbgr")));
        const QByteArray whole = read(window.path("whole.dbgr"));
        const session::SessionDocument before = window.files.document();
        const QString cut = window.path("cut.dbgr");
        for (qsizetype size = 0; size < whole.trimmed().size(); ++size) {
            write(cut, whole.left(size));
            QVERIFY2(!window.files.open(cut), whole.left(size));
        }
        write(cut, whole + "}");
        QVERIFY(!window.files.open(cut));
        QVERIFY(window.files.document() == before);
        QCOMPARE(window.files.file(), window.path("whole.dbgr"));
        QVERIFY(!window.files.isModified());
        QVERIFY(window.notices.all().empty());
    }

    void whatCannotBeWrittenIsStillToBeSaved()
    {
        Window window;
        const QString file = window.path("ring.dbgr");
        QVERIFY(window.files.save(file));
        window.settings.set(setting::kWatches, {"lap"});
        QVERIFY(window.seenAs(true));
        QByteArray newer = read(file);
        QVERIFY(newer.contains("\"dbgr-session\": "));
        newer.replace("\"dbgr-session\": ", "\"dbgr-session\": 9"); // another dbgr has saved it meanwhile
        write(file, newer);
        for (const QString& place :
             {file, window.path("no/folder/ring.dbgr"), QString("/proc/ring.dbgr"), window.folder.path()}) {
            QVERIFY2(!window.files.save(place), qPrintable(place));
            QVERIFY(window.files.isModified());
            QCOMPARE(window.files.file(), file);
        }
        QCOMPARE(read(file), newer);
        QVERIFY(window.files.save(window.path("other.dbgr")));
        QVERIFY(!window.files.isModified());
    }

    void whatWasLostIsOfferedAndPutBack()
    {
        Window window;
        const QString place = window.path("state");
        QVERIFY(QDir().mkpath(place));
        session::SessionDocument lost;
        lost.launch = session::SavedLaunch{{"mpiexec", "./ring"}, "/work", {}, {}};
        lost.breakpoints = {{"work", true, false}};
        QVERIFY(session::saveSessionFile((place + "/gone-1.dbgr").toStdString(), lost));
        SessionRecovery recovery(window.context, window.files, place);
        recovery.offer();
        QVERIFY2(window.notices.all().back().text.contains("mpiexec ./ring: 1 breakpoint"),
                 qPrintable(window.notices.all().back().text));
        QSignalSpy wanted(&recovery, &SessionRecovery::recoveryWanted);
        window.actions.get(action::kRecoverSession)->trigger();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(QFile::exists(place + "/gone-1.dbgr")); // until it was put back
        window.files.take(lost, {});
        window.actions.get(action::kDiscardLostSession)->trigger();
        QVERIFY(!QFile::exists(place + "/gone-1.dbgr"));
        QVERIFY(!window.actions.get(action::kRecoverSession)->isEnabled());
        QVERIFY(window.notices.all().empty());
        QTRY_COMPARE(QDir(place).entryList({"*.dbgr"}, QDir::Files).size(), 1); // ours
    }

    void whatNobodyDidIsNotSavedByItself()
    {
        Window window;
        const QString place = window.path("state");
        const SessionRecovery recovery(window.context, window.files, place);
        QSignalSpy edited(&window.files, &SessionFiles::edited);
        window.settings.set(setting::kWatches, {"lap"});
        QTRY_COMPARE(edited.size(), 1);
        QVERIFY(!QDir(place).exists());
        QVERIFY(window.session->addBreakpoint(test::breakIn("work")));
        window.settle();
        QTRY_COMPARE(edited.size(), 2);
        QTRY_COMPARE(QDir(place).entryList({"*.dbgr"}, QDir::Files).size(), 1);
    }
};

DBGR_TEST(TestWindowSession, QApplication);

} // namespace tst_window_session

#include "tst_window_session.moc"
