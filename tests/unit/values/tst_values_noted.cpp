// SPDX-License-Identifier: GPL-3.0-or-later
// What tracepoints log, noted by programs: which expressions have one, and that what is shown of the note is what is
// shown of the process, in programs that try to make the two differ. Every variable of all test programs is tried so by
// tests/support/values/values_judge.cpp.
#include "tests/support/run/test_class.h"
#include "tests/support/values/noted_text.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_noted {

using namespace dbgr;
using namespace dbgr::test;
using Outcome = NotedText::Outcome;

namespace {

const char* const kProgram = R"(
#include <array>
#include <complex>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <vector>
template <class T> void keep(T& value) { __asm__ volatile("" : : "r"(&value) : "memory"); }
int global = 40;
thread_local int own = 7;
enum class Wide : unsigned char { Low, High = 250 };
struct Bits { int low : 3; unsigned high : 5; long long wide : 40; bool flag : 1; };
struct Inner { float f[2] = {0.5f, 1.5f}; char name[8] = "inner"; };
struct Outer : Inner { int n = 3; Inner more; const char* text = "outer"; const int* to = &n; void (*call)() = nullptr; };
struct Base { virtual ~Base() = default; int base = 1; };
struct Derived : Base { int derived = 3; };
struct WithText { int n = 1; std::string text = "abc"; };
struct Solver { int steps = 12; double dt = 0.25; int look(int argument, double real); };
int Solver::look(int argument, double real)
{
  char* page = static_cast<char*>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  munmap(page + 4096, 4096);
  for (int k = 0; k < 4096; ++k) page[k] = 'a' + k % 26;
  char* unended = page + 4096 - 20;
  char* last = page + 4096 - 4;
  last[3] = 0; unended[16] = 'x';
  char* ends = page + 4000; page[4010] = 0;
  char* nowhere = page + 4096;
  int* noInt = reinterpret_cast<int*>(page + 5000);
  const char* none = nullptr;
  std::string exact(1000, 'e'), longer(1001, 'l'), shorter(999, 's'), empty, small = "small", huge(100000, 'h');
  const char* pExact = exact.c_str(); const char* pLonger = longer.c_str(); const char* pShorter = shorter.c_str();
  const char16_t* wide = u"wide"; const wchar_t* wider = L"wider";
  std::string_view view = small;
  char letters[] = "letters"; unsigned char bytes[3] = {1, 200, 255};
  char large[1100]; for (char& c : large) c = 'q';
  int numbers[] = {1, 2, 3}; double grid[2][2] = {{1, 2}, {3, 4}}; int hundred[100], more[101], many[2000]; int pages[1024], over[1025];
  for (int k = 0; k < 100; ++k) hundred[k] = k;
  for (int k = 0; k < 101; ++k) more[k] = k;
  for (int k = 0; k < 2000; ++k) many[k] = k;
  for (int k = 0; k < 1024; ++k) pages[k] = over[k] = k;
  std::vector<int> v{1, 2, 3}, noV; std::vector<double> vMany(5000, 0.5); std::vector<std::string> words{"a", "b"};
  std::vector<bool> flags{true, false}; std::array<int, 3> a{7, 8, 9}; std::vector<Inner> inners(2);
  std::list<int> list{1, 2}; std::map<int, int> map{{1, 2}}; std::optional<int> maybe = 5;
  std::unique_ptr<int> owner = std::make_unique<int>(6);
  Bits bits{-2, 17, -5, true}; Outer outer; Derived derived; Base* base = &derived; WithText with; Wide kind = Wide::High;
  std::complex<double> z{1, 2}; long double x = 0.1L; bool yes = true; signed char sc = -3; unsigned long ul = ~0ul;
  int Solver::*member = &Solver::steps; int& alias = numbers[1]; int* inside = &numbers[1]; void* any = page;
  Outer* null = nullptr; Outer* pOuter = &outer; int (Solver::*method)(int, double) = &Solver::look;
  keep(unended); keep(last); keep(ends); keep(nowhere); keep(noInt); keep(none); keep(exact); keep(longer); keep(shorter);
  keep(empty); keep(small); keep(huge); keep(pExact); keep(pLonger); keep(pShorter); keep(wide); keep(wider); keep(view);
  keep(letters); keep(bytes); keep(large); keep(numbers); keep(grid); keep(hundred); keep(more); keep(many); keep(pages);
  keep(over); keep(v); keep(noV); keep(vMany); keep(words); keep(flags); keep(a); keep(inners); keep(list); keep(map);
  keep(maybe); keep(owner); keep(bits); keep(outer); keep(derived); keep(base); keep(with); keep(kind); keep(z); keep(x);
  keep(yes); keep(sc); keep(ul); keep(member); keep(inside); keep(any); keep(null); keep(pOuter); keep(method); keep(own);
  keep(*this); keep(global); keep(page);
  __asm__ volatile("int3\n\tnop" : : "r"(argument), "x"(real)); // both are in registers, if optimised
  keep(v); keep(alias); keep(argument); keep(real);
  return argument;
}
int main(int count, char**) { Solver solver; return solver.look(count + 4, count * 0.5) == 0; }
)";

const char* const kFortranProgram = R"(
module solver
  type :: piece
    integer :: n = 3
    real(8) :: at(2) = [0.5d0, 1.5d0]
    character(len=4) :: name = 'pie'
  end type
  integer :: of_module = 9
contains
  subroutine look(given, shifted, section, target, missing, part, i, text, open_text, z)
    real(8), allocatable, intent(inout) :: given(:)
    integer, allocatable, intent(inout) :: shifted(:,:)
    integer, intent(inout) :: section(:)
    real(4), pointer, intent(inout) :: target(:)
    real(8), allocatable, intent(inout) :: missing(:)
    type(piece), intent(inout) :: part
    integer, intent(in) :: i
    character(len=6), intent(inout) :: text
    character(len=*), intent(inout) :: open_text
    complex(8), intent(inout) :: z
    logical :: yes
    yes = i == 1
    call stop_here()
    given(1) = given(1) + shifted(0, 5) + section(1) + target(1) + part%n + i + real(z)
    if (allocated(missing) .or. yes) given(2) = len(text) + len(open_text)
  end subroutine
end module
program main
  use solver
  real(8), allocatable :: given(:), missing(:)
  integer, allocatable :: shifted(:,:)
  integer :: all(5) = [1, 2, 3, 4, 5]
  real(4), target :: room(3) = [2.5, 3.5, 4.5]
  real(4), pointer :: target(:)
  type(piece) :: part
  character(len=6) :: text = 'six'
  character(len=9) :: more = 'nine'
  complex(8) :: z = (1d0, 2d0)
  allocate (given(3), shifted(-1:0, 5:6))
  given = [1.5d0, 2.5d0, 3.5d0]
  shifted = reshape([11, 12, 21, 22], [2, 2])
  target => room
  call look(given, shifted, all(1:5:2), target, missing, part, 1, text, more, z)
end program
)";

struct Expected
{
    const char* expression;
    Outcome outcome;
};

QString nameOf(Outcome outcome)
{
    return outcome == Outcome::NoProgram ? "no program"
           : outcome == Outcome::Fails   ? "a program that fails"
           : outcome == Outcome::Misses  ? "a program that notes too little"
                                         : "a program";
}

/// \param isExact else an expression may have no program
void holdAgainst(StoppedProgram& program, std::initializer_list<Expected> all, bool isExact)
{
    const values::FrameRef here = program.frame();
    const values::Language language = program.reader->language(here);
    for (const auto& [expression, outcome] : all) {
        const auto tree = values::parse(expression, language);
        QVERIFY2(tree, expression);
        const NotedText noted = notedText(program.store, *program.process, here, *tree, language);
        const bool isFine = noted.outcome == outcome || (!isExact && noted.outcome == Outcome::NoProgram);
        QVERIFY2(isFine, qPrintable(QString("%1 has %2").arg(expression, nameOf(noted.outcome))));
        if (noted.outcome != Outcome::Shown)
            continue;
        const auto text = shownText(*program.reader, here, *tree, language);
        QVERIFY2(text, expression);
        QCOMPARE(QString::fromStdString(noted.text), QString::fromStdString(*text));
    }
}

} // namespace

class TestValuesNoted : public QObject
{
    Q_OBJECT

private slots:
    void notesShowWhatTheProcessShows_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QString>("level");
        for (const char* level : {"-O0", "-O2"}) {
            QTest::newRow(qPrintable(QString("gcc %1").arg(level))) << "g++" << level;
            QTest::newRow(qPrintable(QString("clang %1").arg(level))) << clangCompiler() << level;
        }
    }
    void notesShowWhatTheProcessShows()
    {
        QFETCH(QString, compiler);
        QFETCH(QString, level);
        NEED_TOOL("g++");
        NEED_CLANG();
        StoppedProgram program;
        QVERIFY(program.start(compiler, kProgram, {level, "-std=c++17"}));
        constexpr Outcome kShown = Outcome::Shown;
        constexpr Outcome kFails = Outcome::Fails;
        constexpr Outcome kNone = Outcome::NoProgram;
        const bool isPlain = level == "-O0";
        holdAgainst(program, {{"argument", kShown}, {"real", kShown},       {"argument * real", kShown},
                              {"steps", kShown},    {"dt * steps", kShown}, {"*this", kShown},
                              {"this", kShown},     {"global", kShown},     {"::global + 1", kShown},
                              {"own", kNone},       {"7", kShown},          {"kind", kShown},
                              {"bits", kShown},     {"bits.low", kShown},   {"bits.wide", kShown},
                              {"z", kNone},         {"x", kShown},          {"yes", kShown},
                              {"sc", kShown},       {"ul", kShown},         {"member", kShown},
                              {"method", kShown},   {"alias", kShown},      {"inside", kShown},
                              {"*inside", kShown},  {"inside[-1]", kShown}, {"any", kShown},
                              {"null", kShown},     {"null->n", kFails},    {"100 / (sc + 3)", kFails}},
                    isPlain);
        // texts, around their limits and at the end of memory
        holdAgainst(program, {{"last", kShown},    {"ends", kShown},    {"page", kShown},     {"unended", kShown},
                              {"nowhere", kFails}, {"noInt", kFails},   {"*noInt", kFails},   {"none", kShown},
                              {"pExact", kShown},  {"pLonger", kShown}, {"pShorter", kShown}, {"wide", kShown},
                              {"wider", kShown},   {"letters", kShown}, {"large", kShown},    {"exact", kShown},
                              {"longer", kShown},  {"shorter", kShown}, {"empty", kShown},    {"small", kShown},
                              {"huge", kShown},    {"view", kShown},    {"&letters", kNone},  {"letters + 2", kShown},
                              {"small[1]", kShown}},
                    isPlain);
        holdAgainst(program, {{"bytes", kShown},  {"numbers", kShown}, {"numbers[2]", kShown}, {"numbers[3]", kFails},
                              {"grid", kShown},   {"grid[1]", kShown}, {"hundred", kShown},    {"more", kShown},
                              {"many", kShown},   {"pages", kShown},   {"over", kShown},       {"v", kShown},
                              {"noV", kShown},    {"vMany", kShown},   {"v[1]", kShown},       {"v.size()", kShown},
                              {"inners", kShown}, {"words", kNone},    {"flags", kNone},       {"a", kNone},
                              {"list", kNone},    {"map", kNone},      {"maybe", kNone},       {"owner", kNone}},
                    isPlain);
        holdAgainst(program,
                    {{"outer", kShown},
                     {"pOuter", kShown},
                     {"*pOuter", kShown},
                     {"pOuter->more", kShown},
                     {"outer.name", kShown},
                     {"outer.text", kShown},
                     {"outer.call", kShown},
                     {"derived", kNone},
                     {"base", kShown},
                     {"*base", kNone},
                     {"base->base", kShown},
                     {"with", kNone},
                     {"with.n", kShown},
                     {"with.text", kShown}},
                    isPlain);
    }

    void fortranToo_data()
    {
        QTest::addColumn<QString>("level");
        QTest::newRow("-O0") << "-O0";
        QTest::newRow("-O1") << "-O1";
    }
    void fortranToo()
    {
        QFETCH(QString, level);
        NEED_TOOL("gfortran");
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kFortranProgram, {level}));
        constexpr Outcome kShown = Outcome::Shown;
        constexpr Outcome kFails = Outcome::Fails;
        holdAgainst(program,
                    {{"given", kShown},
                     {"given(2)", kShown},
                     {"given(4)", kFails},
                     {"shifted", kShown},
                     {"shifted(0, 6)", kShown},
                     {"section", kShown},
                     {"section(3)", kShown},
                     {"target", kShown},
                     {"target(2) * 2", kShown},
                     {"missing", kFails},
                     {"part", Outcome::NoProgram},
                     {"part%n", kShown},
                     {"part%at", kShown},
                     {"part%name", kShown},
                     {"i", kShown},
                     {"i + 1.5", kShown},
                     {"text", kShown},
                     {"z", kShown},
                     {"yes", kShown},
                     {".not. yes", kShown},
                     {"of_module", kShown},
                     {"open_text", Outcome::NoProgram},
                     {"sum(given)", Outcome::NoProgram},
                     {"given * 2", Outcome::NoProgram}},
                    level == "-O0");
    }
};

DBGR_TEST(TestValuesNoted, QCoreApplication);

} // namespace tst_values_noted

#include "tst_values_noted.moc"
