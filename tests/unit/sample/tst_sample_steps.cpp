// SPDX-License-Identifier: GPL-3.0-or-later
// At every instruction of a program, between main's first one and its end, the stack leads to main and to what called
// it: prologues, epilogues, calls through tables of procedure linkage, the linker that binds them, signals, exceptions.
#include "tests/support/run/test_class.h"
#include "tests/unit/sample/sample_rig.h"

namespace tst_sample_steps {

using namespace dbgr;
using test::has;
using test::SampleRig;
using test::textOf;

namespace {

constexpr int kMostSteps = 200'000;
constexpr int kMostBetweenFrames = 20;
constexpr int kDenseSteps = 1500; // then each twenty-ninth

const char* const kC = R"(#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
volatile long sink;
static void handler(int s) { sink += s; }
static int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }
static int vary(int n) { int a[n]; a[n / 2] = n; sink += a[n / 2]; return a[n / 2]; }
static int wide(void) { double x __attribute__((aligned(64))) = 1; sink += (long)&x; return (int)x; }
static int cmp(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int main(void)
{
    __asm__ volatile("int3");
    char text[60];
    int numbers[] = {3, 1, 2};
    struct timespec t;
    sink += down(5) + vary(7) + wide();
    qsort(numbers, 3, sizeof numbers[0], cmp);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    clock_gettime(CLOCK_MONOTONIC, &t);
    snprintf(text, sizeof text, "%d %s", 3, "x");
    free(malloc(100));
    __asm__ volatile("int3");
    return 0;
}
)";

const char* const kCxx = R"(#include <functional>
#include <stdexcept>
#include <string>
#include <vector>
struct Guard { std::string text; ~Guard() { text += "x"; } };
template <class F> int with(F f) { return f(3) + 1; }
static int throws(int n) { Guard guard{"a string that is longer than others"}; if (n == 0) throw std::runtime_error("x"); return throws(n - 1); }
int main()
{
    __asm__ volatile("int3");
    std::vector<int> numbers{3, 1, 2};
    std::function<int(int)> f = [&](int n) { return numbers.at(std::size_t(n - 1)); };
    int sum = with(f) + with([](int n) { return n; });
    try { sum += throws(2); } catch (const std::exception& e) { sum += int(std::string(e.what()).size()); }
    __asm__ volatile("int3");
    return sum == 0;
}
)";

const char* const kFortran = R"(module solver_mod
contains
  subroutine relax(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      call inner(i)
    end do
  contains
    subroutine inner(k)
      integer, intent(in) :: k
      a(k) = sqrt(a(k)) + real(k)
    end subroutine
  end subroutine
end module
program heat
  use solver_mod
  implicit none
  real :: a(4)
  character(20) :: text
  a = 1.0
  call stops()
  call relax(a, 4)
  write (text, '(f8.3)') sum(a)
  call stops()
end program
)";

/// The end of what throws: the frame of whoever catches is put in place of its own, and no table tells of that.
bool isBetweenFrames(const std::vector<debug::Frame>& frames)
{
    const auto end = frames.begin() + std::min<std::ptrdiff_t>(2, std::ssize(frames));
    return std::any_of(frames.begin(), end, [](const debug::Frame& frame) {
        return frame.function == "_Unwind_RaiseException" || frame.function == "_Unwind_Resume";
    });
}

} // namespace

class TestSampleSteps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!test::kCanSample)
            QSKIP("stacks are sampled on x86-64 only");
    }
    void stackLeadsToMain_data();
    void stackLeadsToMain();
};

void TestSampleSteps::stackLeadsToMain_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("level");
    QTest::addColumn<bool>("isClang");
    for (const char* level : {"-O0", "-O2", "-Os"}) {
        for (const char* language : {"c", "cpp", "f90"})
            QTest::addRow("%s %s", language, level) << language << level << false;
    }
    QTest::newRow("c -O2 clang") << "c"
                                 << "-O2" << true;
    QTest::newRow("cpp -O0 clang") << "cpp"
                                   << "-O0" << true;
    QTest::newRow("cpp -O2 clang") << "cpp"
                                   << "-O2" << true;
}

void TestSampleSteps::stackLeadsToMain()
{
    QFETCH(QString, language);
    QFETCH(QString, level);
    QFETCH(bool, isClang);
    if (isClang)
        NEED_CLANG();
    if (language == "f90")
        NEED_TOOL("gfortran");
    const bool isC = language == "c";
    QString compiler = isC ? "gcc" : language == "cpp" ? "g++" : "gfortran";
    if (isClang)
        compiler = isC ? test::clangCompiler().replace("clang++", "clang") : test::clangCompiler();
    SampleRig rig;
    QStringList options{level};
    if (language == "f90") {
        rig.folder.write("stop.c", "void stops_(void) { __asm__ volatile(\"int3\\nnop\"); }\n");
        options << "stop.c";
    }
    QVERIFY(rig.start(compiler, options, "source." + language, isC ? kC : language == "cpp" ? kCxx : kFortran));
    QVERIFY(rig.process->goOn());
    const std::string main = language == "f90" ? "heat" : "main";
    int steps = 0;
    int betweenFrames = 0;
    for (; steps < kMostSteps; ++steps) {
        QVERIFY(rig.process->step());
        if (rig.process->isAtTrap())
            break;
        if (steps > kDenseSteps && steps % 29 != 0)
            continue;
        const auto thread = rig.stack();
        const bool leads = thread.truncated.empty() && has(thread.frames, main);
        if (!leads && isBetweenFrames(thread.frames) && ++betweenFrames < kMostBetweenFrames)
            continue;
        const std::string text =
            textOf(thread.frames, "_start") + " at step " + std::to_string(steps) + " " + thread.truncated;
        QVERIFY2(!thread.frames.empty() && thread.truncated.empty(), text.c_str());
        QVERIFY2(thread.frames.back().function == "_start", text.c_str());
        QVERIFY2(leads, text.c_str());
    }
    QVERIFY(steps > 500);
    QVERIFY(steps < kMostSteps);
}

DBGR_TEST(TestSampleSteps);

} // namespace tst_sample_steps

#include "tst_sample_steps.moc"
