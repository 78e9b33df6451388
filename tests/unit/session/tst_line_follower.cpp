// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints of lines whose source was changed, and whose program was built since, or not.
#include "session/line_follower.h"
#include "session/story.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_line_follower {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

constexpr const char* kText = "int main()\n{\n    work();\n}\n";
constexpr const char* kLonger = "// more\n\nint main()\n{\n    work();\n}\n";
constexpr const char* kOther = "int main()\n{\n    play();\n}\n";

/// A source and its program; both are as old as is said, in minutes.
struct Files
{
    void write(const QString& name, const QByteArray& text, int age)
    {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(text), text.size());
        QVERIFY(file.flush());
        QVERIFY(file.setFileTime(now.addSecs(-60 * age), QFileDevice::FileModificationTime));
    }
    [[nodiscard]] std::string path(const QString& name) const { return folder.filePath(name).toStdString(); }

    QTemporaryDir folder;
    QDateTime now = QDateTime::currentDateTime();
};

/// A session in which a breakpoint was set in line 3 of main.cpp, when the program was 9 minutes old.
struct Follower : SessionFixture
{
    Follower()
    {
        files.write("main.cpp", kText, 10);
        files.write("a.out", "", 9);
        launch();
        QVERIFY(session->addBreakpoint(breakAt("main.cpp", 3)));
        run();
        answer(3);
    }
    void launch()
    {
        QVERIFY(session->launch(launchSpec()));
        run();
        fake->say({LauncherStarted{util::Pid(100), "mpiexec", "PRRTE"},
                   JobLaunched{"job", {{util::Rank(0), "n01", util::Pid(1000), files.path("a.out")}}}});
        run();
    }
    void answer(std::uint32_t line)
    {
        debug::BreakpointStatus status;
        status.id = util::BreakpointId(1);
        status.resolved = ranks("0");
        status.actual = {files.path("main.cpp"), line, 0};
        fake->say({debug::DaemonEvent(debug::BreakpointChanged{std::move(status)})});
        run();
    }
    void restart()
    {
        fake->endJob(0);
        run();
        recorder.clear();
        launch();
    }
    [[nodiscard]] const debug::BreakpointSpec& spec() const
    {
        return session->breakpoints().find(util::BreakpointId(1))->spec;
    }
    [[nodiscard]] std::uint32_t line() const { return std::get<debug::SourceLine>(spec().where).line; }
    [[nodiscard]] std::string warning() const
    {
        const auto all = recorder.all<BackendWarning>();
        return all.empty() ? "" : all.front().error.detail;
    }

    Files files;
};

} // namespace

class TestLineFollower : public QObject
{
    Q_OBJECT

private slots:
    void whatStandsThereIsKept()
    {
        Follower f;
        QVERIFY(f.spec().lineText);
        QCOMPARE(f.spec().lineText->text, std::string("work();"));
        QCOMPARE(f.spec().lineText->before, std::string("{"));
        QCOMPARE(f.spec().lineText->file, f.files.path("main.cpp"));
        QCOMPARE(f.spec().lineText->program, f.files.path("a.out"));
    }

    void nothingIsKeptWhileTheSourceIsNewer()
    {
        Files files;
        files.write("main.cpp", kText, 1);
        files.write("a.out", "", 9);
        LineFollower lines;
        QVERIFY(!lines.textAt({files.path("main.cpp"), 3, 0}, files.path("a.out")));
        files.write("a.out", "", 1);
        QVERIFY(lines.textAt({files.path("main.cpp"), 3, 0}, files.path("a.out")));
        QVERIFY(!lines.textAt({files.path("main.cpp"), 99, 0}, files.path("a.out")));
        QVERIFY(!lines.textAt({files.path("gone.cpp"), 3, 0}, files.path("a.out")));
        QVERIFY(!lines.textAt({files.path("main.cpp"), 3, 0}, files.path("gone")));
        QVERIFY(!lines.textAt({files.path("main.cpp"), 3, 0}, ""));
    }

    void aBreakpointGoesWithItsLine()
    {
        Follower f;
        f.files.write("main.cpp", kLonger, 8);
        f.files.write("a.out", "", 7);
        f.restart();
        QCOMPARE(f.line(), 5U);
        const auto told = f.recorder.all<LineFollowed>();
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(told.front().what == LineFate::What::Moved);
        QCOMPARE(told.front().from.line, 3U);
        QCOMPARE(told.front().line, 5U);
        QCOMPARE(storyOf(told.front())->text,
                 std::string("Breakpoint 1 moved from main.cpp:3 to main.cpp:5: the line moved in the source"));
        f.restart();
        QCOMPARE(f.line(), 5U); // and stays there
        QVERIFY(f.recorder.all<LineFollowed>().empty());
    }

    void itStaysWhileTheProgramIsNotBuilt()
    {
        Follower f;
        f.files.write("main.cpp", kLonger, 5);
        f.restart();
        QCOMPARE(f.line(), 3U);
        QVERIFY(f.recorder.all<LineFollowed>().empty());
        QCOMPARE(f.warning(),
                 std::string("main.cpp is newer than the program; breakpoint lines are those of the program"));
        QCOMPARE(f.recorder.all<BackendWarning>().size(), std::size_t(1));
        f.answer(3);
        f.files.write("a.out", "", 4);
        f.restart();
        QCOMPARE(f.line(), 5U);
        QVERIFY(f.warning().empty());
    }

    void itStaysWhereItsTextIsGone()
    {
        Follower f;
        f.files.write("main.cpp", kOther, 8);
        f.files.write("a.out", "", 7);
        f.restart();
        QCOMPARE(f.line(), 3U);
        const auto told = f.recorder.all<LineFollowed>();
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(told.front().what == LineFate::What::Gone);
        QCOMPARE(told.front().text, std::string("work();"));
        QCOMPARE(
            storyOf(told.front())->text,
            std::string("Breakpoint 1 stays at main.cpp:3, where the source changed: 'work();' is not there any more"));
        f.answer(3);
        QCOMPARE(f.spec().lineText->text, std::string("play();"));
        f.restart();
        QVERIFY(f.recorder.all<LineFollowed>().empty()); // once
    }

    void nothingIsSaidOfSourceThatIsNotThere()
    {
        Follower f;
        QVERIFY(QFile::remove(f.files.folder.filePath("main.cpp")));
        f.restart();
        QCOMPARE(f.line(), 3U);
        QVERIFY(f.recorder.all<LineFollowed>().empty());
        QVERIFY(f.warning().empty());
        QVERIFY(f.spec().lineText);
    }

    void aProgramWhoseTimeNobodyKnowsIsNotFollowed()
    {
        Follower f;
        f.files.write("main.cpp", kLonger, 8);
        QVERIFY(QFile::remove(f.files.folder.filePath("a.out")));
        f.restart();
        QCOMPARE(f.line(), 3U);
        QVERIFY(f.warning().find("cannot be seen on this machine") != std::string::npos);
    }

    void whatIsSetAgainGoesAtOnce()
    {
        Follower f;
        debug::BreakpointSpec kept = f.spec();
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        f.files.write("main.cpp", kLonger, 8);
        f.files.write("a.out", "", 7);
        f.restart();
        const auto id = f.session->addBreakpoint(std::move(kept));
        f.run();
        QVERIFY(id);
        QCOMPARE(std::get<debug::SourceLine>(f.session->breakpoints().find(*id)->spec.where).line, 5U);
        QCOMPARE(f.recorder.all<LineFollowed>().size(), std::size_t(1));
    }

    void sourcesAreLookedForWhereIsSaid()
    {
        Follower f;
        f.files.write("moved.cpp", kLonger, 8);
        f.files.write("a.out", "", 7);
        f.session->findSourcesBy([&f](const std::string&) {
            return std::vector<std::string>{"/nowhere", f.files.path("moved.cpp")};
        });
        f.restart();
        QCOMPARE(f.line(), 5U);
    }
};

DBGR_TEST(TestLineFollower);

} // namespace tst_line_follower

#include "tst_line_follower.moc"
