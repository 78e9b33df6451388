// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of breakpoints at the prompt, and what the newer words of breakpoints and signals refuse.
#include "app/dbgr/command_language.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_breakpoint_groups {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

namespace {

/// Which are enabled, as "1 3".
QString enabledOf(const session::Session& session)
{
    QStringList numbers;
    for (const auto& [id, breakpoint] : session.breakpoints().all()) {
        if (breakpoint.spec.enabled)
            numbers << QString::number(id.value());
    }
    return numbers.join(u' ');
}

} // namespace

class TestBatchBreakpointGroups : public QObject
{
    Q_OBJECT

private slots:
    void areMadeAndListed()
    {
        BatchFixture f({"break work group solver", "tbreak init group io on 1", "catch throw", "bgroup solver 3",
                        "bgroup none 2"});
        f.bringUp();
        const QString text = QString::fromStdString(f.output);
        QVERIFY2(text.contains(R"({"reply":"bgroup","groups":[{"name":"io","breakpoints":[2]},)"
                               R"({"name":"solver","breakpoints":[1,3]}]})"),
                 qPrintable(text));
        QVERIFY2(text.contains(R"({"reply":"bgroup","groups":[{"name":"solver","breakpoints":[1,3]}]})"),
                 qPrintable(text));
        QVERIFY2(text.contains(R"("group":"io")"), qPrintable(text));
        QCOMPARE(f.exitStatus.value_or(0), 0);
    }

    void areSwitchedAndDeletedTogether_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("enabled");
        QTest::newRow("disable") << "disable solver"
                                 << "2 4";
        QTest::newRow("several") << "disable solver io"
                                 << "4";
        QTest::newRow("with numbers") << "disable 4 solver 1"
                                      << "2";
        QTest::newRow("delete") << "delete solver"
                                << "2 4";
        QTest::newRow("unknown") << "disable sovler"
                                 << "1 2 3 4";
        QTest::newRow("unknown beside known") << "delete solver nobody"
                                              << "1 2 3 4";
        QTest::newRow("all is no group") << "disable all"
                                         << "";
    }
    void areSwitchedAndDeletedTogether()
    {
        QFETCH(QString, command);
        QFETCH(QString, enabled);
        TypedSource* const typed = new TypedSource;
        BatchFixture f(typed, Kind::Text);
        f.bringUp();
        for (const char* const line :
             {"break work group solver", "break init group io", "break more group solver", "break rest"}) {
            typed->type(line);
            f.run();
        }
        typed->type(command.toStdString());
        f.run();
        QVERIFY2(enabledOf(f.session) == enabled, f.output.c_str());
    }

    void aSignalIsToldInWords()
    {
        TypedSource* const typed = new TypedSource;
        BatchFixture f(typed, Kind::Text);
        f.bringUp();
        typed->type("handle USR1 tell");
        f.run();
        f.takeOutput();
        f.backend->say({debug::DaemonEvent(debug::SignalsSeen{ranks("0-2"), 10, 3})});
        f.run();
        f.backend->say({debug::DaemonEvent(debug::SignalsSeen{ranks("1"), 10, 40})});
        f.run();
        QCOMPARE(QString::fromStdString(f.takeOutput()).count("got SIGUSR1"), 1);
        typed->type("handle USR1 pass");
        f.run();
        typed->type("handle");
        f.run();
        const QString table = QString::fromStdString(f.takeOutput());
        QVERIFY2(QRegularExpression("SIGUSR1 +tell pass").match(table).hasMatch(), qPrintable(table));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("advice");
        const auto row = [](const char* line, const char* detail, const char* advice) {
            QTest::newRow(line) << line << detail << advice;
        };
        const char* const bgroup = "Usage: bgroup [NAME|none N...]";
        row("bgroup all 1", "bgroup: column 8: no group can be called 'all': commands mean something else by that",
            bgroup);
        row("bgroup solver", "bgroup: column 14: the number of a breakpoint is missing", bgroup);
        row("bgroup 1 solver",
            "bgroup: column 8: '1' is no name of a group: letters, digits, '_', '-' and '.', with a letter first, at "
            "most 64",
            bgroup);
        row("delete a/b",
            "delete: column 8: 'a/b' is no name of a group: letters, digits, '_', '-' and '.', with a letter first, at "
            "most "
            "64",
            "Usage: delete N|GROUP...|all");
        const char* const watch = "Usage: watch [--write|--slow] EXPR [on RANKS] [if EXPR]";
        row("watch --write --slow x",
            "watch: column 7: a write of the value that is there leaves nothing that could be compared: 'watch --slow' "
            "stops at changes only",
            watch);
        row("watch --write", "watch: column 7: an expression is missing after '--write'", watch);
        row("rwatch --write x", "rwatch: column 8: 'rwatch' stops at reads: 'watch --write' stops at each write",
            "Usage: rwatch EXPR [on RANKS] [if EXPR]");
        row("break solver_*.c:41",
            "break: column 7: 'solver_*.c' may be many files, of which a line has nothing in common: name the file, "
            "and its "
            "folders by a pattern, as in */solver/ops.cpp:41",
            "Usage: break [FILE:]LINE|FUNCTION [thread N] [on RANKS] [group NAME] [if EXPR]");
        row("advance lib*.so:work",
            "advance: column 9: 'lib*.so' is too much here; a breakpoint can be in some files only",
            "Usage: advance [FILE:]LINE|FUNCTION [--any|--all|&]");
    }
    void refuses()
    {
        QFETCH(QString, line);
        QFETCH(QString, detail);
        QFETCH(QString, advice);
        const auto command = parseCommand(line.toStdString());
        QVERIFY(!command);
        QCOMPARE(QString::fromStdString(command.error().message()), detail);
        QCOMPARE(QString::fromStdString(command.error().advice), advice);
    }
};

DBGR_TEST(TestBatchBreakpointGroups);

} // namespace tst_batch_breakpoint_groups

#include "tst_batch_breakpoint_groups.moc"
