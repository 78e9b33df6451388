// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/breakpoints/breakpoint_memory.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/settings/settings.h"

namespace tst_breakpoint_memory {

using namespace dbgr;
using ui::BreakpointMemory;
using ui::ProgramBreakpoints;

namespace {

/// One run of dbgr; runs share their settings.
struct Run : test::SessionFixture
{
    explicit Run(ui::Settings& settings) : memory(bridge, settings, bookmarks) {}
    void settle()
    {
        for (int round = 0; round < 4; ++round) {
            run();
            bridge.flush();
        }
    }
    void add(debug::BreakpointSpec spec)
    {
        QVERIFY(session->addBreakpoint(std::move(spec)).has_value());
        settle();
    }
    void launch(const std::string& program)
    {
        QVERIFY(session->launch(test::launchSpec("-n 1 " + program)).has_value());
        settle();
        fake->say({session::LauncherStarted{util::Pid(100), "mpiexec", "PRRTE"},
                   session::JobLaunched{"job@1", {{util::Rank(0), "n01", util::Pid(1000), program}}}});
        settle();
    }
    void end()
    {
        fake->exit(test::ranks("0"), 0);
        fake->endJob(0);
        settle();
    }
    [[nodiscard]] QStringList marked() const
    {
        QStringList list;
        for (const ui::Bookmark& one : bookmarks.all())
            list << QStringLiteral("%1:%2 %3 %4").arg(one.file).arg(one.line).arg(one.text, one.remark).trimmed();
        return list;
    }
    [[nodiscard]] QStringList breakpoints() const
    {
        QStringList list;
        for (const auto& [id, breakpoint] : session->breakpoints().all())
            list << QString::fromStdString(session::describe(breakpoint.spec)) +
                        (breakpoint.spec.enabled ? QString() : QStringLiteral(" (off)"));
        return list;
    }

    ui::SessionBridge bridge{*session};
    ui::Bookmarks bookmarks;
    BreakpointMemory memory;
};

struct Store
{
    QTemporaryDir folder;
    ui::Settings settings{folder.filePath("settings.ini")};
};

} // namespace

class TestBreakpointMemory : public QObject
{
    Q_OBJECT

private slots:
    void setsThemAgainForTheSameProgram();
    void keepsPlacesThatAreOffAndLines();
    void otherProgramsHaveTheirOwn();
    void restartDoesNotDoubleThem();
    void removedOnesAreForgotten();
    void breakpointsMadeBeforeTheJobAreRemembered();
    void anotherProgramInTheSameWindowTakesItsOwn();
    void remembersTheLastPrograms();
    void bookmarksAreKeptWithTheProgram();
    void bookmarksThatAreGivenDoNotMixWithThoseRemembered();
    void textThatCannotBeReadIsNothing();
    void staysWhatItWas();
};

void TestBreakpointMemory::staysWhatItWas()
{
    Store store;
    {
        Run first(store.settings);
        first.launch("/work/ring");
        QVERIFY(first.session->addTemporaryBreakpoint(test::breakIn("once")).has_value());
        QVERIFY(first.session->addBarrier(test::breakIn("gather"), test::ranks("0-2")).has_value());
        first.add(test::breakIn("work"));
    }
    Run second(store.settings);
    second.launch("/work/ring");
    QCOMPARE(second.breakpoints(), QStringList({"once", "gather", "work"}));
    const auto& all = second.session->breakpoints();
    QVERIFY(all.find(util::BreakpointId(1))->temporary && !all.find(util::BreakpointId(1))->barrier);
    QVERIFY(all.find(util::BreakpointId(2))->barrier->group == test::ranks("0-2"));
    QVERIFY(!all.find(util::BreakpointId(2))->temporary);
    QVERIFY(!all.find(util::BreakpointId(3))->temporary && !all.find(util::BreakpointId(3))->barrier);
}

void TestBreakpointMemory::setsThemAgainForTheSameProgram()
{
    Store store;
    {
        Run first(store.settings);
        first.launch("/work/ring");
        debug::BreakpointSpec line = test::breakAt("ring.cpp", 29);
        line.condition = "hop == \"3\"";
        first.add(line);
        debug::BreakpointSpec function = test::breakIn("ns::work(int, char *)");
        function.enabled = false;
        function.ranks = test::ranks("0,3");
        first.add(function);
        debug::BreakpointSpec trace = test::breakAt("ring.cpp", 30);
        trace.traced = {"hop", "a[1, 2]"};
        first.add(trace);
        debug::BreakpointSpec functions;
        functions.where = debug::FunctionPattern{"^solve_"};
        functions.group = "solver";
        functions.within = "lib*.so";
        first.add(functions);
    }
    Run second(store.settings);
    QCOMPARE(second.breakpoints(), QStringList());
    second.launch("/work/ring");
    QCOMPARE(second.breakpoints(), QStringList({"ring.cpp:29 if hop == \"3\"", "ns::work(int, char *) on 0,3 (off)",
                                                "trace ring.cpp:30, hop, a[1, 2]", "lib*.so:/^solve_/ group solver"}));
}

void TestBreakpointMemory::keepsPlacesThatAreOffAndLines()
{
    debug::BreakpointSpec spec = test::breakAt("ring.cpp", 29);
    spec.off = {{"ring.cpp", "work(int)", "ring", 2}};
    spec.lineText = debug::LineText{"/src/ring.cpp", 29, "hop();", "{", "}", "/bin/ring"};
    const auto again = ui::toPrograms(ui::toText({{"/work/ring", {{spec}, {test::breakIn("work")}}}}));
    QCOMPARE(again.size(), std::size_t(1));
    QVERIFY(again.front().breakpoints.front().spec.off == spec.off);
    QVERIFY(again.front().breakpoints.front().spec.lineText == spec.lineText);
    QVERIFY(again.front().breakpoints.back().spec.off.empty() && !again.front().breakpoints.back().spec.lineText);
}

void TestBreakpointMemory::otherProgramsHaveTheirOwn()
{
    Store store;
    {
        Run first(store.settings);
        first.launch("/work/ring");
        first.add(test::breakIn("work"));
    }
    Run second(store.settings);
    second.launch("/work/other/ring");
    QCOMPARE(second.breakpoints(), QStringList());
}

void TestBreakpointMemory::restartDoesNotDoubleThem()
{
    Store store;
    Run run(store.settings);
    run.launch("/work/ring");
    run.add(test::breakIn("work"));
    run.end();
    run.add(test::breakIn("main"));
    run.launch("/work/ring");
    QCOMPARE(run.breakpoints(), QStringList({"work", "main"}));
}

void TestBreakpointMemory::removedOnesAreForgotten()
{
    Store store;
    {
        Run first(store.settings);
        first.launch("/work/ring");
        first.add(test::breakIn("work"));
        QVERIFY(first.session->removeBreakpoint(util::BreakpointId(1)).has_value());
        first.settle();
    }
    Run second(store.settings);
    second.launch("/work/ring");
    QCOMPARE(second.breakpoints(), QStringList());
}

void TestBreakpointMemory::breakpointsMadeBeforeTheJobAreRemembered()
{
    Store store;
    {
        Run first(store.settings);
        first.add(test::breakIn("main"));
        first.launch("/work/ring");
    }
    Run second(store.settings);
    second.launch("/work/ring");
    QCOMPARE(second.breakpoints(), QStringList({"main"}));
}

void TestBreakpointMemory::anotherProgramInTheSameWindowTakesItsOwn()
{
    Store store;
    Run run(store.settings);
    run.launch("/work/ring");
    run.add(test::breakIn("of_ring"));
    run.end();
    QVERIFY(run.session->launch(test::launchSpec("-n 1 /work/heat")).has_value());
    QVERIFY(run.session->addBreakpoint(test::breakIn("of_heat")).has_value()); // where to stop first
    run.settle();
    run.fake->say({session::LauncherStarted{util::Pid(100), "mpiexec", "PRRTE"},
                   session::JobLaunched{"job@2", {{util::Rank(0), "n01", util::Pid(1000), "/work/heat"}}}});
    run.settle();
    QCOMPARE(run.breakpoints(), QStringList({"of_heat"}));
    run.end();
    run.launch("/work/ring");
    QCOMPARE(run.breakpoints(), QStringList({"of_ring"}));
}

void TestBreakpointMemory::remembersTheLastPrograms()
{
    Store store;
    for (std::size_t i = 0; i < BreakpointMemory::kPrograms + 3; ++i) {
        Run run(store.settings);
        run.launch("/work/p" + std::to_string(i));
        run.add(test::breakIn("work"));
    }
    const auto programs = ui::toPrograms(store.settings.value(ui::setting::kBreakpoints));
    QCOMPARE(programs.size(), BreakpointMemory::kPrograms);
    QCOMPARE(programs.front().program, "/work/p42");
    QCOMPARE(programs.back().program, "/work/p3");
}

void TestBreakpointMemory::bookmarksAreKeptWithTheProgram()
{
    const ui::SourceNames ring{"/src/ring.cpp", {}};
    Store store;
    {
        Run first(store.settings);
        first.bookmarks.toggle(ring, 7, "  sum = 0;\n"); // before there is a job
        first.launch("/work/ring");
        first.bookmarks.setRemark(ring, 9, "}", "here it ends");
        first.end();
        first.launch("/work/heat");
        QCOMPARE(first.marked(), QStringList());
        first.bookmarks.toggle({"/src/heat.f90", {}}, 1, "program heat");
        first.end();
        first.launch("/work/heat"); // again
        QCOMPARE(first.marked(), QStringList({"/src/heat.f90:1 program heat"}));
    }
    Run second(store.settings);
    QCOMPARE(second.marked(), QStringList());
    second.bookmarks.toggle(ring, 9, "}");
    second.launch("/work/ring");
    QCOMPARE(second.marked(), QStringList({"/src/ring.cpp:7 sum = 0;", "/src/ring.cpp:9 }"}));
}

void TestBreakpointMemory::bookmarksThatAreGivenDoNotMixWithThoseRemembered()
{
    Store store;
    {
        Run first(store.settings);
        first.launch("/work/ring");
        first.bookmarks.toggle({"/src/ring.cpp", {}}, 7, "sum = 0;");
    }
    Run second(store.settings);
    second.memory.takeGiven();
    second.bookmarks.set({{"/src/ring.cpp", 20, "return sum;"}});
    second.launch("/work/ring");
    QCOMPARE(second.marked(), QStringList({"/src/ring.cpp:20 return sum;"}));
}

void TestBreakpointMemory::textThatCannotBeReadIsNothing()
{
    QVERIFY(ui::toPrograms("no json").empty());
    QVERIFY(ui::toPrograms("[1, {\"program\": \"\"}, {\"program\": \"a\", \"breakpoints\": 3}]").empty());
    const auto some = ui::toPrograms("[{\"program\": \"a\", \"breakpoints\": [{\"file\": \"x\", \"line\": -1}, "
                                     "{\"file\": \"x\"}, 7, {\"function\": \"work\"}]}]");
    QCOMPARE(some.size(), std::size_t(1));
    QCOMPARE(some.front().breakpoints.size(), std::size_t(1));
    const auto marked = ui::toPrograms("[{\"program\": \"a\", \"bookmarks\": [{\"file\": \"x\"}, {\"line\": 3}, 7, "
                                       "{\"file\": \"x\", \"line\": -3}, {\"file\": \"x\", \"line\": 3}]}]");
    QCOMPARE(marked.size(), std::size_t(1));
    QCOMPARE(marked.front().bookmarks.size(), std::size_t(1));
}

DBGR_TEST(TestBreakpointMemory, QCoreApplication);

} // namespace tst_breakpoint_memory

#include "tst_breakpoint_memory.moc"
