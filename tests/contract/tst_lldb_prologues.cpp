// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints on functions of one line: the arguments have their values where the rank stops.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <array>
#include <string_view>
#include <vector>

namespace tst_lldb_prologues {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

namespace {

const char* sourceOf(const QString& language)
{
    return language == "c" ? "one_line_c.c" : "one_line.cpp";
}

} // namespace

class TstLldbPrologues : public QObject
{
    Q_OBJECT

private slots:
    void argumentsHaveTheirValues_data();
    void argumentsHaveTheirValues();
    void conditionsOnArgumentsHold();
    void functionStopsOncePerCall_data();
    void functionStopsOncePerCall();
    void disabledAndRemovedOnesDoNotStop();
};

void TstLldbPrologues::argumentsHaveTheirValues_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("text"); ///< of its line; "" to break by name
    const auto add = [](const char* language, const char* function, const char* text) {
        const bool isCxx = std::string_view(language) == "cpp";
        for (const char* level : {"O0", "O2", "bare", "guarded", "framed"}) {
            if (!isCxx && *level != 'O')
                continue;
            for (const char* line : {"", text}) {
                if (!*line && std::string_view(function) == "operator()")
                    continue; // libraries have hundreds
                QTest::addRow("%s %s %s by %s", language, level, function, *line ? "line" : "name")
                    << QString("%1_%2").arg(language, level) << function << line;
            }
        }
    };
    add("cpp", "plain", "int plain(");
    add("cpp", "next", "int next(");
    add("cpp", "buffer", "int buffer(");
    add("cpp", "many", "long many(");
    add("cpp", "same<int>", "T same(");
    add("cpp", "sizes", "int sizes(");
    add("cpp", "Thing::get", "int get(");
    add("cpp", "Thing::plain2", "int plain2(");
    add("cpp", "Thing::later", "int later(");
    add("cpp", "loop", "int loop(");
    add("cpp", "split", "split(int a)");
    add("cpp", "reals", "double reals(");
    add("cpp", "records", "double records(");
    add("cpp", "small", "int small(");
    add("cpp", "others", "int others(");
    add("cpp", "operator()", "static auto lambda");
    add("c", "plain", "int plain(");
    add("c", "next", "double next(");
    add("c", "hidden", "int hidden(");
}

void TstLldbPrologues::argumentsHaveTheirValues()
{
    QFETCH(QString, language);
    QFETCH(QString, function);
    QFETCH(QString, text);
    const std::string name = function.section('<', 0, 0).toStdString();
    const std::string source = sourceOf(language.section('_', 0, 0));
    LldbRig rig;
    rig.start("one_line_" + language.toStdString());
    QVERIFY(rig.attach());
    const auto stop = text.isEmpty() ? rig.runTo(debug::FunctionName{name})
                                     : rig.runTo(debug::SourceLine{source, lineOf(source, text.toStdString())});
    QCOMPARE(stop.cause.reason, debug::StopReason::Breakpoint);
    QVERIFY2(stop.cause.top.function.find(name) != std::string::npos, stop.cause.top.function.c_str());
    QCOMPARE(rig.value("a"), std::string(name == "small" ? "11 '\\v'" : "11"));
    const std::vector<std::array<const char*, 3>> others{
        {"next", "b", "22.5"},      {"many", "h", "8"},       {"reals", "b", "22.5"},          {"reals", "c", "33"},
        {"records", "a2.p", "1.5"}, {"records", "a2.q", "2"}, {"records", "b2.x[2]", "3"},     {"small", "b3", "2"},
        {"small", "c", "true"},     {"Thing::get", "m", "1"}, {"Thing::later", "this->m", "1"}};
    for (const auto& [where, what, value] : others)
        if (name == where)
            QCOMPARE(rig.value(what), std::string(value));
}

void TstLldbPrologues::conditionsOnArgumentsHold()
{
    LldbRig rig;
    rig.start("one_line_cpp_O0");
    QVERIFY(rig.attach());
    const auto stop = rig.runTo(debug::FunctionName{"plain"}, "a == 11");
    QCOMPARE(stop.cause.reason, debug::StopReason::Breakpoint);
    QCOMPARE(stop.cause.top.function, std::string("plain"));
    QVERIFY2(stop.cause.description.empty(), stop.cause.description.c_str());
    debug::BreakpointSpec never{util::BreakpointId(2), debug::FunctionName{"loop"}, "a == 12", true};
    static_cast<void>(rig.client().ask(rig.all(), debug::SetBreakpoint{never}));
    static_cast<void>(rig.client().ask(rig.all(), debug::Continue{}));
    QVERIFY(rig.client().next<daemon::RankExited>());
    QVERIFY(!rig.client().has<debug::StopEvent>());
}

void TstLldbPrologues::functionStopsOncePerCall_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("functions"); ///< in the order of their calls, or any
    for (const char* beginning : {"bare", "guarded", "framed"})
        QTest::addRow("C++ %s", beginning)
            << QString("one_line_cpp_%1").arg(beginning) << QStringList{"plain", "loop", "split"};
    for (const char* level : {"O0", "O2"}) {
        const QString suffix = QString("_%1").arg(level);
        QTest::addRow("C %s", level) << "one_line_c" + suffix << QStringList{"plain", "next", "hidden"};
        QTest::addRow("C++ %s", level) << "one_line_cpp" + suffix << QStringList{"plain", "loop", "split"};
#if DBGR_TEST_FORTRAN
        QTest::addRow("Fortran %s", level) << "one_line_f" + suffix << QStringList{"plain_", "early_", "fill_"};
#endif
    }
}

void TstLldbPrologues::functionStopsOncePerCall()
{
    QFETCH(QString, program);
    QFETCH(QStringList, functions);
    for (const QString& function : functions) {
        LldbRig rig;
        rig.start(program.toStdString());
        QVERIFY(rig.attach());
        const auto stop = rig.runTo(debug::FunctionName{function.toStdString()});
        QCOMPARE(stop.cause.reason, debug::StopReason::Breakpoint);
        QVERIFY2(QString::fromStdString(stop.cause.top.function).startsWith(function.chopped(1)),
                 stop.cause.top.function.c_str());
        QVERIFY(stop.cause.top.where.line > 0);
        static_cast<void>(rig.client().ask(rig.all(), debug::Continue{}));
        QVERIFY(rig.client().next<daemon::RankExited>());
    }
}

void TstLldbPrologues::disabledAndRemovedOnesDoNotStop()
{
    for (const bool remove : {false, true}) {
        LldbRig rig;
        rig.start("one_line_cpp_O0");
        QVERIFY(rig.attach());
        debug::BreakpointSpec spec{util::BreakpointId(1), debug::FunctionName{"plain"}, {}, true};
        static_cast<void>(rig.client().ask(rig.all(), debug::SetBreakpoint{spec}));
        spec.enabled = false;
        static_cast<void>(remove ? rig.client().ask(rig.all(), debug::RemoveBreakpoint{util::BreakpointId(1)})
                                 : rig.client().ask(rig.all(), debug::SetBreakpoint{spec}));
        static_cast<void>(rig.client().ask(rig.all(), debug::Continue{}));
        QVERIFY(rig.client().next<daemon::RankExited>());
        QVERIFY(!rig.client().has<debug::StopEvent>());
    }
}

DBGR_TEST(TstLldbPrologues, QCoreApplication);

} // namespace tst_lldb_prologues

#include "tst_lldb_prologues.moc"
