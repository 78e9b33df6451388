// SPDX-License-Identifier: GPL-3.0-or-later
// Packs of arguments: each element has a name and a value of its own, whatever the compiler and the optimisation.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_packs {

using namespace dbgr;
using namespace dbgr::test;

namespace {

/// What is shown stands in memory, as optimised code would else have nowhere to show it from.
const char* const kProgram = R"(
struct Pair { int a; double b; };
template <class T> void keep(T& value) { __asm__ volatile("" : : "r"(&value) : "memory"); }
template <class... All> __attribute__((noinline)) int many(int first, All... args)
{
  (keep(args), ...);
  __asm__ volatile("int3");
  (keep(args), ...);
  return first + static_cast<int>(sizeof...(args));
}
template <class... All> int one(All... rest) { int own = 3; return many(1 + own, rest..., 2.5, Pair{4, 5.5}, "text"); }
int main() { return one(7); }
)";

} // namespace

class TestValuesPacks : public QObject
{
    Q_OBJECT

private slots:
    void everyElementIsShown_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QString>("level");
        for (const char* level : {"-O0", "-O1", "-O2"}) {
            QTest::newRow(qPrintable(QString("gcc %1").arg(level))) << "g++" << level;
            QTest::newRow(qPrintable(QString("clang %1").arg(level))) << clangCompiler() << level;
        }
    }
    void everyElementIsShown()
    {
        QFETCH(QString, compiler);
        QFETCH(QString, level);
        NEED_TOOL("g++");
        NEED_CLANG();
        StoppedProgram program;
        QVERIFY(program.start(compiler, kProgram, {level, "-std=c++17"}));
        const auto variables = program.reader->variables(program.frame());
        QVERIFY(variables);
        QStringList names;
        for (const values::Value& variable : *variables)
            names.append(QString::fromStdString(variable.name));
        const QString pack = compiler == "g++" ? "pack" : "args"; // which gcc does not tell
        QCOMPARE(names, QStringList({"first", pack + "#0", pack + "#1", pack + "#2", pack + "#3"}));
        const auto evaluated = [&](QString expression) {
            return QString::fromStdString(program.evaluated(expression.replace("PACK", pack).toStdString()));
        };
        QCOMPARE(evaluated("PACK#0"), QString("7"));
        QCOMPARE(evaluated("PACK#1 * 2"), QString("5"));
        QCOMPARE(evaluated("PACK#2.b + PACK#0"), QString("12.5"));
        QCOMPARE(evaluated("*PACK#3"), QString("'t'"));
        QCOMPARE(evaluated("PACK#4"), QString("! there is no '%1#4' here").arg(pack));
        QCOMPARE(evaluated("PACK"), QString("! there is no '%1' here").arg(pack));
    }
};

DBGR_TEST(TestValuesPacks, QCoreApplication);

} // namespace tst_values_packs

#include "tst_values_packs.moc"
