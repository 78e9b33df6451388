// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions as programs: what has one, and that what it says is what our reader says, in programs that try to make the
// two differ. Objects of the C++ library have a test of their own. Every variable of all test programs is tried so by
// tests/support/values/values_judge.cpp.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/judged_condition.h"

#include <QtTest>

namespace tst_values_conditions {

using namespace dbgr;
using namespace dbgr::test;

namespace {

const char* const kProgram = R"(
#include <string>
#include <vector>
template <class T> void keep(T& value) { __asm__ volatile("" : : "r"(&value) : "memory"); }
int hidden = 1;
int captured = 2;
thread_local int own = 7;
namespace geo { int cells = 40; namespace { unsigned char small = 200; } }
enum Colour { Red, Green = 5 };
enum class Wide : unsigned char { Low, High = 250 };
struct Bits { int low : 3; unsigned high : 5; long long wide : 40; bool flag : 1; };
struct Left { int left = 11; static int shared; };
int Left::shared = 12;
struct Right { int right = 13; };
struct Root { int root = 14; };
struct Virtual : virtual Root { int inner = 15; };
struct Both : Left, Right { int hidden = -3; int array[4] = {1, 2, 3, 4}; union { int a; float b; }; int look(); };
struct Base { virtual ~Base() = default; int base = 1; };
struct Derived : Base { int base = 2; int derived = 3; };
struct Node { int value; Node* next; };
struct Unknown;
int Both::look()
{
  a = 0x3f800000;
  Bits bits{-2, 17, -5, true};
  Virtual object;
  Derived derived;
  Base* pointer = &derived;
  Base& reference = derived;
  Node last{9, nullptr}, first{8, &last};
  Node* null = nullptr;
  Unknown* unknown = nullptr;
  unsigned char byte = 255;
  signed char negative = -1;
  unsigned u = 4000000000u;
  long long l = -5000000000ll;
  unsigned long long ul = ~0ull;
  float f = 0.1f;
  double d = 0.1;
  long double x = 0.1L;
  Colour colour = Green;
  Wide wide = Wide::High;
  int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int* inside = &table[0][1];
  int (*rowOf)[3] = table;
  const int& alias = table[1][2];
  std::vector<int> many{1, 2, 3};
  std::string text = "abc";
  int i = 1;
  keep(bits); keep(object); keep(derived); keep(pointer); keep(reference); keep(first); keep(last); keep(null);
  keep(byte); keep(negative); keep(u); keep(l); keep(ul); keep(f); keep(d); keep(x); keep(colour); keep(wide); keep(table);
  keep(inside); keep(many); keep(text); keep(i); keep(own); keep(unknown); keep(rowOf); keep(*this); keep(geo::small); keep(hidden);
  int captured = 5;
  auto lambda = [captured, &i] {
    int local = captured + i;
    keep(local);
    __asm__ volatile("int3");
    return local;
  };
  __asm__ volatile("int3");
  return lambda() + alias;
}
int main() { Both both; return both.look() == 0; }
)";

const char* const kFortranProgram = R"(
module solver
  type :: piece
    integer :: n = 3
    integer, allocatable :: cells(:)
  end type
contains
  subroutine look(given, shifted, section, target, missing, nowhere, part, i)
    real(8), allocatable, intent(inout) :: given(:)
    integer, allocatable, intent(inout) :: shifted(:,:)
    integer, intent(inout) :: section(:)
    real(4), pointer, intent(inout) :: target(:)
    real(8), allocatable, intent(inout) :: missing(:)
    integer, pointer, intent(inout) :: nowhere(:)
    type(piece), intent(inout) :: part
    integer, intent(in) :: i
    call stop_here()
    given(1) = given(1) + shifted(0, 5) + section(1) + target(1) + part%cells(1) + i
    if (allocated(missing) .or. associated(nowhere)) given(2) = 0
  end subroutine
end module
program main
  use solver
  real(8), allocatable :: given(:), missing(:)
  integer, allocatable :: shifted(:,:)
  integer :: all(5) = [1, 2, 3, 4, 5]
  real(4), target :: room(3) = [2.5, 3.5, 4.5]
  real(4), pointer :: target(:)
  integer, pointer :: nowhere(:)
  type(piece) :: part
  allocate (given(3), shifted(-1:0, 5:6), part%cells(3))
  given = [1.5d0, 2.5d0, 3.5d0]
  shifted = reshape([11, 12, 21, 22], [2, 2])
  part%cells = [7, 8, 9]
  target => room
  nowhere => null()
  call look(given, shifted, all(1:5:2), target, missing, nowhere, part, 1)
end program
)";

} // namespace

class TestValuesConditions : public QObject
{
    Q_OBJECT

private slots:
    void programsSayWhatTheReaderSays_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QString>("level");
        for (const char* level : {"-O0", "-O2"}) {
            QTest::newRow(qPrintable(QString("gcc %1").arg(level))) << "g++" << level;
            QTest::newRow(qPrintable(QString("clang %1").arg(level))) << clangCompiler() << level;
        }
    }
    void programsSayWhatTheReaderSays()
    {
        QFETCH(QString, compiler);
        QFETCH(QString, level);
        NEED_TOOL("g++");
        NEED_CLANG();
        StoppedProgram program;
        QVERIFY(program.start(compiler, kProgram, {level, "-std=c++17"}));
        const std::vector<std::pair<const char*, Has>> conditions{
            // members of the function's object, before what is outside of it
            {"hidden == -3", Has::Program},
            {"hidden == 1", Has::Program},
            {"::hidden == 1", Has::Program},
            {"right == 13 && left == 11", Has::Program},
            {"this->right == 13", Has::Program},
            {"shared == 12 && Left::shared == 12", Has::Program},
            {"array[3] == 4", Has::Program},
            {"array[4] == 4", Has::Failure},
            {"array[-1] == 4", Has::Failure},
            {"a == 0x3f800000 && b == 1", Has::Program},
            // signs, widths, fields
            {"bits.low == -2 && bits.high == 17", Has::Program},
            {"bits.low < bits.high", Has::Program},
            {"bits.wide == -5 && bits.flag", Has::Program},
            {"byte == 255 && byte + 1 == 256", Has::Program},
            {"negative < byte && negative == -1", Has::Program},
            {"(unsigned char)negative == byte", Has::Program},
            {"u > -1", Has::Program},
            {"u == -294967296", Has::Program},
            {"(int)u < 0", Has::Program},
            {"l < u && l / 5 == -1000000000", Has::Program},
            {"ul == -1 && ul > l", Has::Program},
            {"ul + 1 == 0", Has::Program},
            {"byte << 25 < 0", Has::Program},
            {"negative >> 1 == -1", Has::Program},
            {"i << 40", Has::Failure},
            {"10 / (i - 1)", Has::Failure},
            {"f == 0.1", Has::Program},
            {"f == 0.1f", Has::Program},
            {"d == 0.1 && d != f", Has::Program},
            {"d * 3 == 0.3", Has::Program},
            {"(int)(d * 100) == 10", Has::Program},
            {"x == 0.1", Has::Nothing},
            {"colour == Green && colour != Red", Has::Program},
            {"wide == Wide::High", Has::Program},
            // pointers, references, arrays
            {"first.next->value == 9", Has::Program},
            {"first.next->next->value == 9", Has::Failure},
            {"null && null->value == 3", Has::Program},
            {"null->value == 3 || i == 1", Has::Failure},
            {"!null || null->value", Has::Program},
            {"first.next == &last", Has::Program},
            {"unknown == 0", Has::Program},
            {"table[1][2] == 6 && table[i][i - 1] == 4", Has::Program},
            {"table[1][3] == 6", Has::Failure},
            {"inside[-1] == 1 && *(inside + 1) == 3", Has::Program},
            {"*inside == 2 && &table[0][1] == inside && (*rowOf)[2] == 3 && alias == 6", Has::Program},
            {"rowOf[1][2] == 6 && rowOf[i][0] == 4", Has::Nothing}, // steps by rows
            {"geo::cells == 40 && geo::small == 200", Has::Program},
            {"*(int*)&f == 0x3dcccccd", Has::Program},
            // what only the object tells
            {"pointer->base == 1 && reference.base == 1", Has::Program},
            {"derived.base == 2", Has::Program},
            {"derived.Base::base == 1", Has::Nothing},
            {"pointer->derived == 3", Has::Nothing},
            {"object.root == 14", Has::Nothing},
            {"pointer == &derived", Has::Nothing},
            {"many[1] == 2", Has::Program},
            {"text == \"abc\"", Has::Program},
            {"own == 7", Has::Nothing},
        };
        for (const auto& [condition, expected] : conditions) {
            QString problem;
            const Has has = judged(program, condition, problem);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(condition) + ": " + problem));
            // Optimised, a variable may be where no program finds it.
            const bool isFine = has == expected || (level != "-O0" && has == Has::Nothing);
            QVERIFY2(isFine, qPrintable(QString(condition) + " has " + nameOf(has)));
        }
    }

    void arraysOfFortranHavePrograms_data()
    {
        QTest::addColumn<QString>("level");
        QTest::newRow("-O0") << "-O0";
        QTest::newRow("-O1") << "-O1";
    }
    void arraysOfFortranHavePrograms()
    {
        QFETCH(QString, level);
        NEED_TOOL("gfortran");
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kFortranProgram, {level}));
        const std::vector<std::pair<const char*, Has>> conditions{
            {"given(2) > 1.5 .and. given(i) == 1.5", Has::Program},
            {"given(4) > 0", Has::Failure}, // behind its end
            {"given(0) > 0", Has::Failure},
            {"shifted(-1, 5) == 11 .and. shifted(0, 6) == 22", Has::Program},
            {"shifted(1, 6) == 22", Has::Failure},
            {"section(2) == 3 .and. section(3) == 5", Has::Program},
            {"section(4) == 5", Has::Failure},
            {"target(2) == 3.5", Has::Program},
            {"missing(1) > 0", Has::Failure}, // not allocated
            {"nowhere(1) > 0", Has::Failure}, // not associated
            {"part%cells(3) == 9 .and. part%n == 3", Has::Program},
            {"part%cells(part%n + 1) == 9", Has::Failure},
        };
        for (const auto& [condition, expected] : conditions) {
            QString problem;
            const Has has = judged(program, condition, problem);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(condition) + ": " + problem));
            const bool isFine = has == expected || (level != "-O0" && has == Has::Nothing);
            QVERIFY2(isFine, qPrintable(QString(condition) + " has " + nameOf(has)));
        }
    }

    void whatALambdaCapturedIsNoGlobal()
    {
        NEED_TOOL("g++");
        StoppedProgram program;
        QVERIFY(program.start("g++", kProgram, {"-O0", "-std=c++17"}));
        QVERIFY(program.process->goOn());
        program.reader = std::make_unique<values::Reader>(program.store, *program.process, *program.process);
        for (const char* condition : {"captured == 5", "captured == 2", "i == 1", "local == 6", "hidden == 1"}) {
            QString problem;
            static_cast<void>(judged(program, condition, problem));
            QVERIFY2(problem.isEmpty(), qPrintable(QString(condition) + ": " + problem));
        }
        QString problem;
        QVERIFY(judged(program, "local == 6", problem) == Has::Program);
    }

    void whereAnInlinedFunctionBeginsNothingIsSure()
    {
        NEED_TOOL("g++");
        StoppedProgram program;
        QVERIFY(program.start("g++", R"(
static inline __attribute__((always_inline)) int inner(int value)
{
  __asm__ volatile("int3");
  return value * 2;
}
int main(int count, char**)
{
  volatile int value = 3;
  return inner(count) + value == 5 ? 0 : 1;
}
)",
                              {"-O1"}));
        QString problem;
        QVERIFY(judged(program, "1 == 2", problem) == Has::Program);
        const values::LoadedFiles files(program.store, *program.process);
        const values::Address pc = program.frame().physical->pc().plus(-1); // the trap itself
        const values::LoadedFile* const file = files.at(pc);
        QVERIFY(file);
        const values::Scope* scope = file->debug().scopeAt(file->module().inFile(pc));
        QVERIFY(scope && scope->name == "inner" && !scope->code.empty());
        daemon::ImaginedMemory nothing;
        values::Reader reader(program.store, *program.process, nothing);
        daemon::ImaginedFrame begin(file->module().inProcess(scope->code.front().first));
        const auto tree = values::parse("1 == 2", values::Language::Cxx);
        QVERIFY(!reader.compiled({&begin, values::kInnermostFrame}, *tree));
    }
};

DBGR_TEST(TestValuesConditions, QCoreApplication);

} // namespace tst_values_conditions

#include "tst_values_conditions.moc"
