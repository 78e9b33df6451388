// SPDX-License-Identifier: GPL-3.0-or-later
// Our own unwinder beside LLDB's, at every instruction of programs: where ours is certain of a stack, it has the same
// frames with the same numbers, names and places, and of each call the same registers and frame address.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "dbgdaemon/engine/lldb/convert.h"
#include "tests/support/engine/stack_judge.h"
#include "tests/support/engine/stepped_program.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"

#include <lldb/API/LLDB.h>

#include <csignal>
#include <set>
#include <string>

namespace tst_lldb_own_stacks {

using namespace dbgr;
using test::StackVerdict;
using test::SteppedProgram;

namespace {

constexpr int kSteps = 500;
constexpr int kMostInLibraries = 4;

QString sourceOf(const QString& name)
{
    return QString::fromStdString(test::sourcePath(name.toStdString()));
}

} // namespace

class TstLldbOwnStacks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
#if !defined(__x86_64__)
        QSKIP("stacks are unwound on x86-64 only");
#endif
    }
    void isLldbsWhereItIsCertain_data();
    void isLldbsWhereItIsCertain();
    void isNotCertainOfCodeWithoutTables();
    void isNotCertainBelowASignal();
};

void TstLldbOwnStacks::isLldbsWhereItIsCertain_data()
{
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("level");
    for (const char* level : {"-O0", "-O1", "-O2"}) {
        QTest::addRow("gcc %s", level) << "gcc"
                                       << "unwound.c" << level;
        QTest::addRow("g++ %s", level) << "g++"
                                       << "unwound.cpp" << level;
        QTest::addRow("gfortran %s", level) << "gfortran"
                                            << "unwound_f.f90" << level;
        QTest::addRow("clang++ %s", level) << test::clangCompiler() << "unwound.cpp" << level;
    }
}

void TstLldbOwnStacks::isLldbsWhereItIsCertain()
{
    QFETCH(QString, compiler);
    QFETCH(QString, source);
    QFETCH(QString, level);
    if (compiler == "gfortran")
        NEED_TOOL("gfortran");
    if (source == "unwound.cpp")
        NEED_CLANG();
    test::CompiledFolder folder;
    QVERIFY(!folder.run(compiler, {"-g", level, "-o", "program", sourceOf(source)}).isNull());
    SteppedProgram program(folder.path("program"));
    QVERIFY(program.runToMain());
    int certain = 0;
    int lost = 0;
    int stops = 0;
    std::set<std::string> functions;
    for (; stops < kSteps && program.stands(); ++stops, program.step(kMostInLibraries)) {
        const auto own = program.own(program.thread());
        if (!own || !own->isWhole())
            continue;
        ++certain;
        functions.insert(own->frame(0).function);
        const StackVerdict verdict = test::judge(*own, program.thread());
        lost += verdict.is == StackVerdict::Is::LldbIsLost ? 1 : 0;
        QVERIFY2(verdict.is != StackVerdict::Is::Different,
                 qPrintable(QString("at stop %1: ").arg(stops) + QString::fromStdString(verdict.difference)));
    }
    QVERIFY2(certain * 2 > stops, qPrintable(QString("certain of %1 of %2 stops").arg(certain).arg(stops)));
    QVERIFY2(lost < stops / 10, qPrintable(QString("LLDB knows nothing of %1 of %2 stops").arg(lost).arg(stops)));
    QVERIFY(functions.size() > 3);
}

void TstLldbOwnStacks::isNotCertainOfCodeWithoutTables()
{
    test::CompiledFolder folder;
    QVERIFY(!folder.run("gcc", {"-g", "-O1", "-o", "program", sourceOf("unwound.c")}).isNull());
    SteppedProgram program(folder.path("program"));
    QVERIFY(program.runToMain());
    int met = 0;
    for (int stop = 0; stop < kSteps && program.stands(); ++stop, program.step(kMostInLibraries)) {
        bool hasBare = false;
        for (const debug::Frame& frame : test::framesOfLldb(program.thread()))
            hasBare = hasBare || frame.function == "bare";
        if (!hasBare)
            continue;
        ++met;
        QVERIFY(!program.own(program.thread()));
    }
    QVERIFY(met > 3);
}

void TstLldbOwnStacks::isNotCertainBelowASignal()
{
    test::CompiledFolder folder;
    QVERIFY(!folder.run("gcc", {"-g", "-O0", "-o", "program", sourceOf("unwound.c")}).isNull());
    SteppedProgram program(folder.path("program"));
    QVERIFY(program.runToMain());
    program.target().BreakpointCreateByName("handler");
    lldb::SBProcess process = program.thread().GetProcess();
    process.GetUnixSignals().SetShouldStop(SIGUSR1, false);
    for (int stop = 0; stop < 5 && program.stands(); ++stop) {
        if (daemon::text(program.thread().GetFrameAtIndex(0).GetFunctionName()) == "handler")
            break;
        process.Continue();
    }
    QCOMPARE(daemon::text(program.thread().GetFrameAtIndex(0).GetFunctionName()), std::string("handler"));
    QVERIFY(!program.own(program.thread()));
}

DBGR_TEST(TstLldbOwnStacks, QCoreApplication);

} // namespace tst_lldb_own_stacks

#include "tst_lldb_own_stacks.moc"
