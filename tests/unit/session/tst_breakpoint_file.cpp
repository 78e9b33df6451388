// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints of every kind go to a file and into another session, where others stand; no session is overwritten by
// them.
#include "session/file/breakpoint_file.h"
#include "session/file/saved_breakpoint.h"
#include "session/file/session_file.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_breakpoint_file {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

/// What a session has, each as it is saved.
std::vector<SavedBreakpoint> breakpointsOf(const Session& session)
{
    std::vector<SavedBreakpoint> saved;
    for (const auto& [id, breakpoint] : session.breakpoints().all())
        saved.push_back(savedForm(breakpoint));
    return saved;
}

} // namespace

class TestBreakpointFile : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyKindComesBack()
    {
        SessionFixture first;
        first.bringUp(4);
        debug::BreakpointSpec busy = breakIn("work");
        busy.condition = "lap == 3";
        busy.enabled = false;
        busy.ignore = 7;
        busy.commands = "print lap; continue";
        busy.ranks = ranks("1-2");
        busy.group = "solver";
        busy.within = "lib*solver*.so";
        (void)first.session->addBreakpoint(busy);
        (void)first.session->addTemporaryBreakpoint(breakIn("once"));
        (void)first.session->addBarrier(breakIn("meet"), ranks("0,2-3"));
        debug::BreakpointSpec data;
        data.where = debug::WatchedData{"total", debug::WatchedData::Use::Change, true};
        (void)first.session->addBreakpoint(data);
        debug::BreakpointSpec trace = breakAt("ring.cpp", 29);
        trace.traced = {"lap", "hop"};
        (void)first.session->addBreakpoint(trace);
        QCOMPARE(saveBreakpoints(file(), first.session->breakpoints()).value_or(0), std::size_t(5));

        SessionFixture second;
        second.bringUp(4);
        const auto loaded = loadBreakpoints(file(), *second.session);
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->set.size(), std::size_t(5));
        QVERIFY(loaded->refused.empty());
        QVERIFY(breakpointsOf(*second.session) == breakpointsOf(*first.session));
        const debug::BreakpointSpec& spec = second.session->breakpoints().find(loaded->set.front())->spec;
        QCOMPARE(spec.group, std::string("solver"));
        QCOMPARE(spec.within, std::string("lib*solver*.so"));
    }

    void whatStandsThereStaysAsItIs()
    {
        SessionFixture f;
        f.bringUp(2);
        (void)f.session->addBreakpoint(breakIn("work"));
        QVERIFY(saveBreakpoints(file(), f.session->breakpoints()).has_value());
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "lap == 2", false).has_value());
        (void)f.session->addBreakpoint(breakIn("other"));
        const auto before = breakpointsOf(*f.session);
        const auto loaded = loadBreakpoints(file(), *f.session);
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->known, std::size_t(1));
        QVERIFY(loaded->set.empty() && loaded->refused.empty());
        QVERIFY(breakpointsOf(*f.session) == before);
    }

    void ofAWholeSessionOnlyBreakpointsAreTaken()
    {
        SessionDocument document;
        document.breakpoints = {{"work"}, {"ring.cpp:0"}};
        document.groups = {{"odd", "1", ""}};
        document.stopAll = true;
        QVERIFY(saveSessionFile(file(), document).has_value());
        SessionFixture f;
        f.bringUp(2);
        const auto loaded = loadBreakpoints(file(), *f.session);
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->set.size(), std::size_t(1));
        QCOMPARE(loaded->refused.size(), std::size_t(1));
        QVERIFY(loaded->refused.front().detail.starts_with("breakpoint ring.cpp:0: "));
        QVERIFY(f.session->groups().all().empty());
        QVERIFY(!f.session->stopAll());
    }

    void aWholeSessionIsNotOverwritten()
    {
        SessionDocument document;
        document.breakpoints = {{"work"}};
        document.watches = {"lap"};
        QVERIFY(saveSessionFile(file(), document).has_value());
        BreakpointStore store;
        store.add(breakIn("other"));
        const auto refused = saveBreakpoints(file(), store);
        QVERIFY(!refused && refused.error().code == session::Errc::BadSessionFile);
        QVERIFY(refused.error().detail.find("a whole session") != std::string::npos);
        QVERIFY(openSessionFile(file()).value() == document);
    }

    void breakpointsAreOverwritten()
    {
        BreakpointStore store;
        store.add(breakIn("first"));
        QVERIFY(saveBreakpoints(file(), store).has_value());
        store.add(breakIn("second"));
        QCOMPARE(saveBreakpoints(file(), store).value_or(0), std::size_t(2));
        QCOMPARE(openSessionFile(file()).value().breakpoints.size(), std::size_t(2));
    }

    void aFileThatIsNoneSetsNothing()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(!loadBreakpoints(file(), *f.session)); // there is no such file
        QFile text(m_folder->filePath("points.dbgr"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("break work\n") > 0);
        text.close();
        QVERIFY(!loadBreakpoints(file(), *f.session));
        QVERIFY(!saveBreakpoints(file(), f.session->breakpoints())); // and is not overwritten
        QVERIFY(f.session->breakpoints().all().empty());
    }

private:
    [[nodiscard]] std::string file() const { return m_folder->filePath("points.dbgr").toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

DBGR_TEST(TestBreakpointFile, QCoreApplication);

} // namespace tst_breakpoint_file

#include "tst_breakpoint_file.moc"
