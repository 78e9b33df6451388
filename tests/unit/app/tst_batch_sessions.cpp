// SPDX-License-Identifier: GPL-3.0-or-later
// Session files without the window: what is started, what is put back and told, and what `save session` writes.
#include "app/dbgr/session_keeper.h"
#include "session/file/session_file.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_sessions {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

namespace {

session::SessionDocument ringSession()
{
    session::SessionDocument document;
    document.launch =
        session::SavedLaunch{{"mpiexec", "-n", "4", "./ring"}, "/data", {"A=2"}, launchers::HoldPoint::Exec};
    document.breakpoints = {{"work if lap == 3", false, false}};
    document.groups = {{"front", "0-1", ""}};
    document.focus = "front";
    document.watches = {"lap"};
    return document;
}

CommandLine lineOf(std::vector<std::string> arguments)
{
    return parseCommandLine(arguments).value();
}

} // namespace

class TestBatchSessions : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theFileSaysWhatIsStarted()
    {
        const auto job = std::get<launchers::LaunchSpec>(
            jobSpec(lineOf({"--session", "a.dbgr"}), {"PATH=/bin", "A=1"}, ringSession()));
        QVERIFY(job.argv == ringSession().launch->command);
        QCOMPARE(job.workingDirectory, std::string("/data"));
        QVERIFY(job.environment == (std::vector<std::string>{"PATH=/bin", "A=2"}));
        QVERIFY(job.hold == launchers::HoldPoint::Exec);
    }

    void theCommandLineWins()
    {
        const auto job = std::get<launchers::LaunchSpec>(jobSpec(
            lineOf({"--stop=init", "--session", "a.dbgr", "mpiexec", "-n", "8", "./ring"}), {"A=1"}, ringSession()));
        QCOMPARE(job.argv.at(2), std::string("8"));
        QVERIFY(job.workingDirectory != "/data");
        QVERIFY(job.environment == (std::vector<std::string>{"A=2"}));
        QVERIFY(job.hold == launchers::HoldPoint::Init);
        const auto attach = jobSpec(lineOf({"--session", "a.dbgr", "--attach", "4711"}), {}, ringSession());
        QVERIFY(std::holds_alternative<launchers::AttachSpec>(attach));
        QVERIFY(!job.pushDaemons && !std::get<launchers::AttachSpec>(attach).pushDaemons);
    }

    void nodesAreGivenDaemonsWhereThatIsAskedFor()
    {
        QVERIFY(std::get<launchers::LaunchSpec>(jobSpec(lineOf({"--push-daemons", "mpiexec", "./ring"}), {}, {}))
                    .pushDaemons);
        QVERIFY(std::get<launchers::AttachSpec>(jobSpec(lineOf({"--push-daemons", "--attach", "4711"}), {}, {}))
                    .pushDaemons);
    }

    void nodesAreGivenUpWhenThatIsAskedFor()
    {
        const auto launch = jobSpec(lineOf({"--lost-after", "20", "mpiexec", "./ring"}), {}, {});
        QVERIFY(std::get<launchers::LaunchSpec>(launch).lostAfter == std::chrono::seconds(20));
        const auto attach = jobSpec(lineOf({"--lost-after", "20", "--attach", "4711"}), {}, {});
        QVERIFY(std::get<launchers::AttachSpec>(attach).lostAfter == std::chrono::seconds(20));
    }

    void whatTheFileSaysIsThereBeforeTheFirstCommand()
    {
        BatchFixture f({"breakpoints", "focus"}, Kind::Text);
        SessionKeeper keeper(f.session, *f.printer, f.sources.folders(), ringSession(), {});
        keeper.restore();
        QVERIFY2(f.takeOutput().find("Kept for the window: 1 watch.") != std::string::npos, "");
        f.bringUp(4);
        const QString said = QString::fromStdString(f.output);
        QVERIFY2(said.contains("work if lap == 3"), qPrintable(said));
        QVERIFY2(said.contains("disabled"), qPrintable(said));
        QCOMPARE(f.session.focus().toString(), std::string("0-1"));
    }

    void itsSourceFoldersAreMapped()
    {
        BatchFixture f({"map", "map /c /d"}, Kind::Text);
        session::SessionDocument document;
        document.sourceFolders = {{"/a", "/b"}};
        SessionKeeper keeper(f.session, *f.printer, f.sources.folders(), document, {});
        keeper.restore();
        f.bringUp(2);
        QVERIFY2(f.output.find(") map\n/a is /b here\n") != std::string::npos, f.output.c_str());
        const auto saved = keeper.save(m_folder->filePath("a.dbgr").toStdString());
        QVERIFY(saved);
        QVERIFY(saved->sourceFolders == (std::vector<session::SavedFolder>{{"/a", "/b"}, {"/c", "/d"}}));
    }

    void whatCannotBePutBackIsAWarning()
    {
        BatchFixture f({"focus"});
        session::SessionDocument document;
        document.breakpoints = {{"ring.cpp:0", true, false}};
        SessionKeeper keeper(f.session, *f.printer, f.sources.folders(), document, {});
        keeper.restore();
        QVERIFY2(f.output.find("\"event\":\"warning\"") != std::string::npos, f.output.c_str());
        QVERIFY(f.output.find("restoring the session: breakpoint ring.cpp:0: lines count") != std::string::npos);
    }

    void savesWhatThereIs()
    {
        const std::string file = m_folder->filePath("a.dbgr").toStdString();
        BatchFixture f({"tbreak work", "group odd = 1,3", "focus odd", "save session " + file});
        f.bringUp(4);
        QVERIFY2(f.output.find("{\"reply\":\"save\",\"file\":\"" + file) != std::string::npos, f.output.c_str());
        QVERIFY(f.output.find("\"with_launch\":true") != std::string::npos);
        const auto saved = session::openSessionFile(file);
        QVERIFY(saved);
        QVERIFY(saved->launch->command == launchSpec().argv);
        QVERIFY(saved->breakpoints == (std::vector<session::SavedBreakpoint>{{"work", true, true}}));
        QVERIFY(saved->groups == (std::vector<session::SavedGroup>{{"odd", "1,3", ""}}));
        QCOMPARE(saved->focus, std::string("1,3"));
    }

    void breakpointsAreTakenFromOneSessionToAnother()
    {
        const std::string file = m_folder->filePath("points.dbgr").toStdString();
        BatchFixture first({"tbreak work", "break ring.cpp:29 if lap == 2", "save breakpoints " + file});
        first.bringUp(2);
        QVERIFY2(first.output.find(R"("reply":"save breakpoints","file":")" + file + R"(","breakpoints":2)") !=
                     std::string::npos,
                 first.output.c_str());
        BatchFixture second({"break work", "load breakpoints " + file, "breakpoints"}, Kind::Text);
        second.bringUp(2);
        QVERIFY2(second.output.find("Set 1 breakpoint of " + file + ": 2; 1 breakpoint stood there already.\n") !=
                     std::string::npos,
                 second.output.c_str());
        QCOMPARE(second.session.breakpoints().find(util::BreakpointId(2))->spec.condition, std::string("lap == 2"));
    }

    void breakpointsThatCannotBeSetFailTheCommand()
    {
        const std::string file = m_folder->filePath("points.dbgr").toStdString();
        session::SessionDocument document;
        document.breakpoints = {{"ring.cpp:0"}, {"work"}};
        QVERIFY(session::saveSessionFile(file, document));
        BatchFixture f({"load breakpoints " + file}, Kind::Text);
        f.bringUp(2);
        QVERIFY2(f.output.find("breakpoint ring.cpp:0: lines count") != std::string::npos, f.output.c_str());
        QVERIFY2(f.output.find("1 of 2 could not be set") != std::string::npos, f.output.c_str());
        QCOMPARE(f.session.breakpoints().all().size(), std::size_t(1));
    }

    void whatOnlyTheWindowHasIsKept()
    {
        const std::string file = m_folder->filePath("a.dbgr").toStdString();
        BatchFixture f(std::vector<std::string>{}, Kind::Text);
        SessionKeeper keeper(f.session, *f.printer, f.sources.folders(), ringSession(), {});
        keeper.restore();
        const auto saved = keeper.save(file);
        QVERIFY(saved);
        QVERIFY(*session::openSessionFile(file) == ringSession());
    }

    void aFileThatIsNoneIsNotOverwritten()
    {
        QFile script(m_folder->filePath("a.dbgr"));
        QVERIFY(script.open(QIODevice::ReadWrite) && script.write("continue\n") > 0 && script.flush());
        BatchFixture f({"save session " + m_folder->filePath("a.dbgr").toStdString()});
        f.bringUp(2);
        QVERIFY2(f.output.find("what is there is no session file") != std::string::npos, f.output.c_str());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

DBGR_TEST(TestBatchSessions, QCoreApplication);

} // namespace tst_batch_sessions

#include "tst_batch_sessions.moc"
