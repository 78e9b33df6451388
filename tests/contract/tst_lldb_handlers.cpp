// SPDX-License-Identifier: GPL-3.0-or-later
// Steps out of handlers of signals: they lead to what the signal interrupted, as in gdb, and not to the code of the C
// library that the handler returns to.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <string>

namespace tst_lldb_handlers {

using namespace dbgr;
using debug::StepKind;
using test::lineOf;
using test::LldbRig;

namespace {

std::uint32_t line(const char* text)
{
    return lineOf("handled.c", text);
}

bool isIn(const debug::StopEvent& stop, const std::string& function)
{
    return stop.cause.top.function == function;
}

/// By steps of that kind, out of the handler in which it stands.
debug::StopEvent leave(LldbRig& rig, StepKind kind)
{
    debug::StopEvent stop;
    for (int i = 0; i < 8; ++i) {
        stop = rig.resume(debug::Step{kind});
        if (!isIn(stop, "handler"))
            break;
    }
    return stop;
}

} // namespace

class TstLldbHandlers : public QObject
{
    Q_OBJECT

private slots:
    void stepsLeadToWhatWasInterrupted_data();
    void stepsLeadToWhatWasInterrupted();
    void severalStepsCountLinesOfTheProgram_data();
    void severalStepsCountLinesOfTheProgram();
    void instructionsAreStillThoseOfTheLibrary();
};

void TstLldbHandlers::stepsLeadToWhatWasInterrupted_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<int>("kind");
    for (const char* const level : {"O0", "O2"}) {
        QTest::addRow("over %s", level) << level << int(StepKind::Over);
        QTest::addRow("into %s", level) << level << int(StepKind::Into);
        QTest::addRow("out %s", level) << level << int(StepKind::Out);
    }
}

void TstLldbHandlers::stepsLeadToWhatWasInterrupted()
{
    QFETCH(QString, level);
    QFETCH(int, kind);
    LldbRig rig;
    rig.start("handled_" + level.toStdString());
    QVERIFY(rig.attach());
    QVERIFY(isIn(rig.runTo(debug::FunctionName{"handler"}), "handler"));
    debug::StopEvent stop = leave(rig, StepKind(kind));
    QCOMPARE(stop.cause.reason, debug::StopReason::Step);
    QCOMPARE(stop.cause.top.function, std::string("spin"));
    QVERIFY(stop.cause.top.where.line >= line("// spins") && stop.cause.top.where.line <= line("sum += 2"));
    stop = rig.resume(debug::Step{StepKind::Over}); // and on from there, line by line
    QVERIFY(isIn(stop, "spin") || isIn(stop, "main"));

    QVERIFY(isIn(rig.resume(), "handler")); // which raise() has called
    stop = leave(rig, StepKind(kind));
    QCOMPARE(stop.cause.reason, debug::StopReason::Step);
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QCOMPARE(stop.cause.top.where.line, line("// behind")); // the call is done
}

void TstLldbHandlers::severalStepsCountLinesOfTheProgram_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("over") << int(StepKind::Over);
    QTest::newRow("into") << int(StepKind::Into);
}

void TstLldbHandlers::severalStepsCountLinesOfTheProgram()
{
    QFETCH(int, kind);
    LldbRig rig;
    rig.start("handled_O0");
    QVERIFY(rig.attach());
    const debug::StopEvent first = rig.runTo(debug::FunctionName{"handler"});
    QCOMPARE(first.cause.top.where.line, line("// first"));
    // The second statement, the end of the handler, what was interrupted.
    const debug::StopEvent stop = rig.resume(debug::Step{StepKind(kind), 3});
    QCOMPARE(stop.cause.top.function, std::string("spin"));
    QVERIFY(stop.cause.steps.has_value());
    QCOMPARE(stop.cause.steps->done, 3U);
    QCOMPARE(stop.cause.steps->asked, 3U);
    QVERIFY(stop.cause.top.where.line == line("// spins") || stop.cause.top.where.line == line("// counts"));
}

void TstLldbHandlers::instructionsAreStillThoseOfTheLibrary()
{
    LldbRig rig;
    rig.start("handled_O0");
    QVERIFY(rig.attach());
    debug::StopEvent stop = rig.runTo(debug::FunctionName{"handler"});
    for (int i = 0; i < 100 && isIn(stop, "handler"); ++i)
        stop = rig.resume(debug::Step{StepKind::OverInstruction});
    QVERIFY(stop.cause.top.function != "spin");
    QVERIFY(stop.cause.top.module.find("libc") != std::string::npos);
}

DBGR_TEST(TstLldbHandlers, QCoreApplication);

} // namespace tst_lldb_handlers

#include "tst_lldb_handlers.moc"
