// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/breakpoint_text.h"
#include "session/describe.h"
#include "tests/support/run/test_class.h"

namespace tst_breakpoint_text {

using namespace dbgr;

class TestBreakpointText : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatDescribeWrites_data();
    void readsWhatDescribeWrites();
    void ranksAreThoseOfTheText_data();
    void ranksAreThoseOfTheText();
    void lineAloneIsOfTheFileAtHand();
    void whatIsTracedIsCutAtCommas();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
};

void TestBreakpointText::readsWhatDescribeWrites_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isLine");
    for (const char* const line : {"ring.cpp:41", "/a b/c:d.cpp:7", "ring.cpp:41 if rank == 2 && x",
                                   "trace ring.cpp:41, lap", "trace ring.cpp:41, {1, 2}, x on 3"})
        QTest::newRow(line) << line << true;
    for (const char* const function : {"work",
                                       "ns::work(int, char *)",
                                       "ns::41",
                                       "notify if a < b",
                                       "watch",
                                       "catch",
                                       "watch total",
                                       "watch --slow total",
                                       "watch --slow u if i == 2",
                                       "rwatch p->x[3] if i == 2",
                                       "awatch *(int *)p",
                                       "catch throw",
                                       "catch throw std::bad_alloc",
                                       "catch catch",
                                       "catch rethrow",
                                       "catch mpi-error",
                                       "catch mpi-error MPI_Recv on 1-2",
                                       "catch mpi-abort",
                                       "catch exit on 3",
                                       "catch fork",
                                       "catch sanitizer",
                                       "catch load",
                                       "catch load libx.so on 1",
                                       "catch load /opt/a b/libx.so",
                                       "catch exec",
                                       "catch syscall",
                                       "catch syscall write 35 exit_group on 1",
                                       "catch syscall thread 2",
                                       "work on 0-3,7",
                                       "work group solver",
                                       "work thread 2 on 0-3 group io-1.b if x > 2",
                                       "catch throw int on 5 group _e",
                                       "watch total group data",
                                       "trace work, x group late",
                                       "group",
                                       "work group two words",
                                       "watch --write total if total > 1",
                                       "lib*solver*.so:solve",
                                       "libsolver.so.2:ns::solve(int)",
                                       "/opt/lib/libm.so:/^solve_/ group x",
                                       "ops.cpp:scale on 2",
                                       "*/solver/*.so:ops::work",
                                       "trace lib?.so:work, x",
                                       "work thread 2",
                                       "work thread 2 on 0-3 if x > 2",
                                       "watch total thread 3",
                                       "catch throw thread 2",
                                       "trace work, x thread 2",
                                       "work thread x",
                                       "work thread 0",
                                       "/^solve/ thread 12",
                                       "work on 2 if x > 2",
                                       "watch total on 1",
                                       "catch throw int on 5",
                                       "notify on fire! if x",
                                       "/^solve_[a-z]+$/",
                                       "/x|y/ on 1 if z",
                                       "/a/b/",
                                       "*0x401136",
                                       "*main+26 if x",
                                       "*ns::f(int)+0",
                                       "trace *main+3, x",
                                       "trace /^half/, n",
                                       "trace",
                                       "trace work, x",
                                       "trace work, x, p->y[2], f(1, 2) on 0-3 if x > 2",
                                       "trace map<int, long>::at(int), a < b, c > d",
                                       "trace operator<, left",
                                       "trace work, s == \",\", c == ','"})
        QTest::newRow(function) << function << false;
}

void TestBreakpointText::readsWhatDescribeWrites()
{
    QFETCH(QString, text);
    QFETCH(bool, isLine);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(typed.has_value());
    const debug::BreakpointSpec& spec = typed->spec;
    QCOMPARE(QString::fromStdString(session::describe(spec)), text);
    QCOMPARE(std::holds_alternative<debug::SourceLine>(spec.where), isLine);
    const bool isData = QRegularExpression("^(r|a)?(watch|catch) ").match(text).hasMatch();
    QCOMPARE(debug::placeOf(spec.where).has_value(), !isData);
    QVERIFY(spec.enabled);
    QVERIFY(typed->rankNames.empty());
}

void TestBreakpointText::ranksAreThoseOfTheText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("ranks"); ///< "-": all
    QTest::addColumn<QString>("group");
    const auto row = [](const char* text, const char* place, const char* ranks, const char* group) {
        QTest::newRow(text) << text << place << ranks << group;
    };
    row("work", "work", "-", "");
    row("work on all", "work", "-", "");
    row("work  on  3, 1-2", "work", "1-3", "");
    row("41 on 0", ":41", "0", "");
    row("work on slow", "work", "-", "slow");
    row("work on crashed | 3 if x", "work", "-", "crashed | 3");
    row("work on none", "work", "", "");
    row("a on 1 on 2", "a on 1", "2", "");
    row("work on", "work on", "-", "");
    row("work on 1 2", "work on 1 2", "-", "");
    row("work if state on 1", "work", "-", "");
    row("operator on(3-)", "operator on(3-)", "-", "");
}

void TestBreakpointText::ranksAreThoseOfTheText()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    QFETCH(QString, ranks);
    QFETCH(QString, group);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(typed.has_value());
    QCOMPARE(QString::fromStdString(debug::textOf(typed->spec.where)), place);
    const auto& found = typed->spec.ranks;
    QCOMPARE(found ? QString::fromStdString(found->toString()) : QString("-"), ranks);
    QCOMPARE(QString::fromStdString(typed->rankNames), group);
}

void TestBreakpointText::lineAloneIsOfTheFileAtHand()
{
    const auto typed = session::parseBreakpoint(" 41 if(x)");
    QVERIFY(typed.has_value());
    QVERIFY((std::get<debug::SourceLine>(typed->spec.where) == debug::SourceLine{"", 41}));
    QCOMPARE(typed->spec.condition, "(x)");
}

void TestBreakpointText::whatIsTracedIsCutAtCommas()
{
    const auto typed = session::parseBreakpoint("trace  work<1, 2> ,a[f(1, 2)] ,  \"x, \\\", y\", b if a, b");
    QVERIFY(typed.has_value());
    QCOMPARE(debug::textOf(typed->spec.where), std::string("work<1, 2>"));
    QCOMPARE(typed->spec.traced, (std::vector<std::string>{"a[f(1, 2)]", "\"x, \\\", y\"", "b"}));
    QCOMPARE(typed->spec.condition, std::string("a, b"));
}

void TestBreakpointText::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("nothing") << ""
                             << "a place is missing: FILE:LINE, LINE or FUNCTION";
    QTest::newRow("only a condition") << "if x"
                                      << "a place is missing: FILE:LINE, LINE or FUNCTION";
    QTest::newRow("empty condition") << "work if "
                                     << "an expression is missing after 'if'";
    QTest::newRow("no line") << "ring.cpp:"
                             << "a line number is missing after 'ring.cpp:'";
    QTest::newRow("nothing to catch") << "catch fire"
                                      << "'fire' cannot be caught: throw, catch or rethrow, and perhaps a class; "
                                         "mpi-error, and perhaps a call; load, and perhaps a library; "
                                         "syscall, and perhaps names of system calls; "
                                         "mpi-abort, exit, fork, exec or sanitizer";
    QTest::newRow("no system call") << "catch syscall write getppidd"
                                    << "there is no system call 'getppidd'; the nearest is 'getppid'";
    QTest::newRow("nothing like a system call") << "catch syscall x"
                                                << "there is no system call 'x'";
    QTest::newRow("no number of one") << "catch syscall 99999"
                                      << "there is no system call '99999'";
    QTest::newRow("exit of what") << "catch exit 3"
                                  << "'3' is too much here: 'catch exit' stops at all";
    QTest::newRow("exception with a condition")
        << "catch throw if x"
        << "what is caught has no condition; a class behind 'catch throw', or a call behind 'catch mpi-error', picks "
           "some";
    QTest::newRow("class of what is thrown once more")
        << "catch rethrow int"
        << "of what is thrown once more the class is not known: 'catch rethrow' stops at all";
    QTest::newRow("no regular expression") << "/(x/"
                                           << "'(x' is no regular expression";
    QTest::newRow("no address") << "*x + y"
                                << "'x + y' is no address: *0x401136, or *FUNCTION+BYTES";
    QTest::newRow("address 0") << "*0"
                               << "'0' is no address: *0x401136, or *FUNCTION+BYTES";
    QTest::newRow("nothing behind the asterisk") << "*"
                                                 << "'' is no address: *0x401136, or *FUNCTION+BYTES";
    QTest::newRow("a pattern that is too long") << "/" + QString(201, 'x') + "/"
                                                << "a pattern has at most 200 characters";
    QTest::newRow("nothing to log") << "trace work"
                                    << "what to log is missing: trace PLACE, EXPR, ...";
    QTest::newRow("nothing to log, with a condition") << "trace work if x"
                                                      << "what to log is missing: trace PLACE, EXPR, ...";
    QTest::newRow("nothing behind a comma") << "trace work, x,"
                                            << "an expression is missing beside a comma";
    QTest::newRow("no place to trace") << "trace , x"
                                       << "a place is missing: FILE:LINE, LINE or FUNCTION";
    QTest::newRow("traced data") << "trace watch total, x"
                                 << "only a place in the code can be traced";
    QTest::newRow("line 0") << "ring.cpp:0"
                            << "lines count from 1";
}

void TestBreakpointText::saysWhatIsWrong()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(!typed.has_value());
    QCOMPARE(QString::fromStdString(typed.error().detail), why);
}

DBGR_TEST(TestBreakpointText, QCoreApplication);

} // namespace tst_breakpoint_text

#include "tst_breakpoint_text.moc"
