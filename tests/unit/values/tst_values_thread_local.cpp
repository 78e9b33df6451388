// SPDX-License-Identifier: GPL-3.0-or-later
// What each thread has of its own: each way in which compilers record where it is.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_thread_local {

using namespace dbgr::test;

namespace {

/// More than the file has before what threads begin with, so that places in the one can be distances in the other.
const char* const kSource = R"(
static __thread char early[40000] = {1};
__thread int counter = 7;
static __thread double half = 2.5;
_Thread_local struct { int a; char text[8]; } rec = {3, "abc"};
__thread int zero;
int plain = 9;
int main(void)
{
    static __thread int inside = 5;
    counter += 1;
    inside += 1;
    zero = early[0] + (int)half + rec.a;
    __asm__ volatile("int3");
    return counter + inside + plain;
}
)";

void addRows(const char* compiler)
{
    for (const char* const version : {"-gdwarf-4", "-gdwarf-5"}) {
        for (const char* const split : {"", "-gsplit-dwarf"}) {
            for (const char* const moves : {"-pie", "-no-pie"}) {
                QStringList options{version, moves, *moves == '-' && moves[1] == 'p' ? "-fPIE" : "-fno-pie"};
                if (*split)
                    options.append(split);
                QTest::addRow("%s %s %s %s", compiler, version, split, moves) << compiler << options;
            }
        }
    }
}

} // namespace

class TestValuesThreadLocal : public QObject
{
    Q_OBJECT

private slots:
    void eachIsThatOfTheThread_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QStringList>("options");
        addRows("gcc");
        addRows("clang");
    }
    void eachIsThatOfTheThread()
    {
        QFETCH(const QString, compiler);
        QFETCH(const QStringList, options);
        NEED_TOOL("gcc");
        NEED_TOOL("clang");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        StoppedProgram program;
        QVERIFY(program.start(compiler, kSource, options));
        const std::pair<const char*, const char*> values[] = {{"counter", "8"},
                                                              {"half", "2.5"},
                                                              {"rec", "{a = 3, text = \"abc\"}"},
                                                              {"inside", "6"},
                                                              {"early[0]", "'\\x01'"},
                                                              {"zero", "6"},
                                                              {"plain", "9"},
                                                              {"&counter == &zero", "0"},
                                                              {"rec.a + counter", "11"}};
        for (const auto& [name, value] : values)
            QCOMPARE(QString::fromStdString(program.evaluated(name)), QString(value));
        QCOMPARE(QString::fromStdString(program.assigned("half", "0.25")), QString("0.25"));
        QCOMPARE(QString::fromStdString(program.evaluated("rec")), QString("{a = 3, text = \"abc\"}"));
    }
};

DBGR_TEST(TestValuesThreadLocal, QCoreApplication);

} // namespace tst_values_thread_local

#include "tst_values_thread_local.moc"
