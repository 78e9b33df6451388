// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on stacks, a class a row: the frames have the names, lines and modules that people know.
#include "tests/support/run/test_class.h"
#include "tests/unit/sample/sample_rig.h"

namespace tst_sample_classes {

using namespace dbgr;
using test::has;
using test::SampleRig;
using test::textOf;

namespace {

/// What each row's stop() does: the program stands behind its trap.
const char* const kHead = "#define STOP() __asm__ volatile(\"int3\\nnop\")\n";

struct Row
{
    const char* name;
    const char* compiler;
    const char* source;
    const char* options;
    const char* text;
    const char* stack; ///< from the function that stops outwards
};

const Row kRows[] = {
    {"recursion", "gcc", "c.c", "-O0",
     "int down(int n) {\n if (n == 0) { STOP(); return 0; }\n return down(n - 1) + 1;\n}\n"
     "int main(void) {\n return down(3);\n}\n",
     "down c.c:3 < down c.c:4 < down c.c:4 < down c.c:4 < main c.c:7"},
    {"inlined", "gcc", "c.c", "-O2",
     "static inline __attribute__((always_inline)) void one(void) {\n STOP();\n}\n"
     "static inline __attribute__((always_inline)) void two(void) {\n one();\n}\n"
     "__attribute__((noinline)) int use(void) {\n two();\n return 1;\n}\nint main(void) {\n return use() + 1;\n}\n",
     "one c.c:3 (inlined) < two c.c:6 (inlined) < use c.c:9 < main c.c:13"},
    {"static function", "gcc", "c.c", "-O0", "static void own(void) {\n STOP();\n}\nint main(void) {\n own();\n}\n",
     "own c.c:3 < main c.c:6"},
    {"stack that is aligned", "gcc", "c.c", "-O2",
     "volatile long sink;\n__attribute__((noinline)) int wide(void) {\n double x __attribute__((aligned(64))) = 1;\n"
     " sink = (long)&x;\n STOP();\n return (int)x;\n}\nint main(void) {\n return wide() + 1;\n}\n",
     "wide c.c:6 < main c.c:10"},
    {"array of a length that varies", "clang", "c.c", "-O0",
     "int vary(int n) {\n int a[n];\n a[0] = 1;\n STOP();\n return a[0];\n}\nint main(void) {\n return vary(20);\n}\n",
     "vary c.c:5 < main c.c:9"},
    {"no frame pointers", "clang", "c.c", "-O2 -fomit-frame-pointer",
     "__attribute__((noinline)) int deep(int n) {\n if (n == 0) { STOP(); return 1; }\n"
     " return deep(n - 1) * 3 + deep(0 * n - 0 + (n > 9));\n}\nint main(void) {\n return deep(1) + 1;\n}\n",
     "deep c.c:3 < deep c.c:4 < main c.c:7"},
    {"tables of debug information only", "gcc", "c.c",
     "-O0 -fno-asynchronous-unwind-tables -fomit-frame-pointer -static-libgcc",
     "void in(void) {\n STOP();\n}\nint main(void) {\n in();\n return 0;\n}\n", "in c.c:3 < main c.c:6"},
    {"call that does not return", "gcc", "c.c", "-O2",
     "__attribute__((noinline, noreturn)) void never(void) {\n STOP();\n for (;;) ;\n}\n"
     "__attribute__((noinline)) void last(void) {\n never();\n}\nint main(void) {\n last();\n}\n",
     "never c.c:3 < last c.c:7 < main c.c:10"},
    {"call that is the last thing done", "gcc", "c.c", "-O2",
     "volatile int sink;\n__attribute__((noinline)) int inner(int a) {\n STOP();\n return a + sink;\n}\n"
     "__attribute__((noinline)) int outer(int a) {\n sink = a;\n return inner(a + 1);\n}\n"
     "int main(void) {\n return outer(3) + 1;\n}\n",
     "inner c.c:4 < outer c.c:9 < main c.c:12"},
    {"namespaces, classes, templates", "g++", "x.cpp", "-O0",
     "namespace geo { template <class T> struct Mesh { T t; void relax(T a, const char*) {\n STOP(); t += a;\n} };\n"
     "namespace { struct Hidden { int go(int a) const {\n Mesh<double> m{}; m.relax(1, \"\");\n return a; } }; } }\n"
     "template <class T, int N> T made(T a) {\n return geo::Hidden{}.go(a) + N;\n}\n"
     "int main() {\n return made<int, 3>(4);\n}\n",
     "geo::Mesh<double>::relax x.cpp:3 < geo::(anonymous namespace)::Hidden::go x.cpp:6 < int made<int, 3> x.cpp:9 < "
     "main x.cpp:12"},
    {"operators, lambdas of clang", "clang++", "x.cpp", "-O0",
     "struct A { int operator<<(int n) const {\n STOP(); return n; } };\n"
     "template <class F> int with(F f) {\n return f(3);\n}\n"
     "int main() {\n return with([](int n) {\n return A{} << n; });\n}\n",
     "A::operator<< x.cpp:3 < main::$_0::operator() x.cpp:9 < int with<main::$_0> x.cpp:5 < main x.cpp:8"},
    {"lambda in a template", "g++", "x.cpp", "-O0",
     "struct B { int run(int n) { STOP(); return n; } };\n"
     "template <class T> int outer(T t) {\n auto inner = [](T n) {\n return B{}.run(n); };\n return inner(t);\n}\n"
     "int main() {\n return outer(3);\n}\n",
     "B::run x.cpp:2 < outer<int>(int)::'lambda'(int)::operator() x.cpp:5 < int outer<int> x.cpp:6 < main x.cpp:9"},
    {"virtual, while it unwinds", "g++", "x.cpp", "-O1",
     "struct G { ~G() {\n STOP();\n} };\n__attribute__((noinline)) void throws() {\n throw 3;\n}\n"
     "__attribute__((noinline)) void holds() {\n G g;\n throws();\n}\n"
     "int main() {\n try {\n holds();\n } catch (int) {}\n}\n",
     "G::~G x.cpp:3 (inlined) < holds x.cpp:11 < main x.cpp:14"},
    {"module and contained procedure", "gfortran", "f.f90", "-O0",
     "module solver_mod\ncontains\nsubroutine relax(n)\n integer, intent(in) :: n\n call inner(n)\ncontains\n"
     "subroutine inner(k)\n integer, intent(in) :: k\n call stops(k)\nend subroutine\nend subroutine\nend module\n"
     "program heat\n use solver_mod\n call relax(3)\nend program\n",
     "stops stop.c:1 < relax::inner f.f90:9 < solver_mod::relax f.f90:5 < heat f.f90:15"},
    {"inlined procedure", "gfortran", "f.f90",
     "-O2 -fno-inline-small-functions -fno-inline-functions -fno-ipa-cp -fno-ipa-sra",
     "module solver_mod\n integer :: last\ncontains\nsubroutine relax(n)\n integer, intent(in) :: n\n"
     " call inner(n + 1)\n last = n\ncontains\nsubroutine inner(k)\n integer, intent(in) :: k\n call stops(k)\n"
     " last = last + k\nend subroutine\nend subroutine\nend module\n"
     "program heat\n use solver_mod\n call relax(3)\n last = last + 1\nend program\n",
     "stops stop.c:1 < relax::inner f.f90:11 (inlined) < solver_mod::relax f.f90:6 < heat f.f90:18 (inlined)"},
};

} // namespace

class TestSampleClasses : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!test::kCanSample)
            QSKIP("stacks are sampled on x86-64 only");
    }
    void framesAreNamed_data();
    void framesAreNamed();
    void signalHandlerStandsOnWhatItInterrupted_data();
    void signalHandlerStandsOnWhatItInterrupted();
    void programWithoutDebugInformationIsTold_data();
    void programWithoutDebugInformationIsTold();
    void threadsHaveTheirStacks();
    void strippedLibraryHasTheNamesThatItExports();
    void libraryIsCalledByTheNameOfItsLink();
    void whatTheKernelAddsIsNamed();
    void callOfNothingShowsWhoCalled();
    void deletedProgramIsRead();
    void libraryThatComesLaterIsNoticed();
};

void TestSampleClasses::framesAreNamed_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        QTest::newRow(kRows[i].name) << static_cast<int>(i);
}

void TestSampleClasses::framesAreNamed()
{
    QFETCH(int, row);
    const Row& it = kRows[row];
    QString compiler = it.compiler;
    if (compiler == "gfortran")
        NEED_TOOL("gfortran");
    if (compiler.startsWith("clang")) {
        NEED_CLANG();
        compiler = compiler == "clang" ? test::clangCompiler().replace("clang++", "clang") : test::clangCompiler();
    }
    SampleRig rig;
    QStringList options = QString(it.options).split(' ');
    QByteArray head = kHead;
    if (compiler == "gfortran") {
        head.clear();
        rig.folder.write("stop.c", "void stops_(int* n) { __asm__ volatile(\"int3\\nnop\"); *n += 0; }\n");
        options << "-g"
                << "stop.c";
    }
    QVERIFY(rig.start(compiler, options, it.source, head + it.text));
    QVERIFY(rig.process->goOn());
    const daemon::SampledThread thread = rig.stack();
    QCOMPARE(QString::fromStdString(textOf(thread.frames, compiler == "gfortran" ? "heat" : "main")),
             QString(it.stack).replace("stops stop.c", "stops_ stop.c"));
    QVERIFY2(thread.truncated.empty(), thread.truncated.c_str());
    QCOMPARE(thread.frames.back().function, std::string("_start"));
    QCOMPARE(thread.frames.front().module, std::string("program"));
    QCOMPARE(thread.frames.front().where.file.front(), '/');
}

void TestSampleClasses::signalHandlerStandsOnWhatItInterrupted_data()
{
    QTest::addColumn<QByteArray>("flags");
    QTest::newRow("the same stack") << QByteArray("0");
    QTest::newRow("another stack") << QByteArray("SA_ONSTACK");
}

void TestSampleClasses::signalHandlerStandsOnWhatItInterrupted()
{
    QFETCH(QByteArray, flags);
    SampleRig rig;
    QVERIFY(rig.start("gcc", {"-O0"}, "c.c",
                      "#include <signal.h>\n#include <stdlib.h>\nstatic char other[1 << 16];\n"
                      "void handler(int s) {\n __asm__ volatile(\"int3\\nnop\");\n}\n"
                      "volatile int* nowhere;\nvoid breaks(void) {\n *nowhere = 1;\n}\n"
                      "int main(void) {\n stack_t st = {.ss_sp = other, .ss_size = sizeof other};\n"
                      " sigaltstack(&st, 0);\n struct sigaction a = {.sa_handler = handler, .sa_flags = " +
                          flags + "};\n sigaction(SIGSEGV, &a, 0);\n breaks();\n}\n"));
    QVERIFY(rig.process->goOn()); // the fault, in `breaks`
    QCOMPARE(QString::fromStdString(textOf(rig.stack().frames)), QString("breaks c.c:9 < main c.c:16"));
    QVERIFY(rig.process->goOn()); // the trap, in its handler
    const auto thread = rig.stack();
    // libc.so.6 does not export the name of what handlers return to.
    QCOMPARE(QString::fromStdString(textOf(thread.frames)), QString("handler c.c:5 < ? < breaks c.c:9 < main c.c:16"));
    QCOMPARE(thread.frames.back().function, std::string("_start"));
}

void TestSampleClasses::programWithoutDebugInformationIsTold_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("with") << QString("-g") << false;
    QTest::newRow("lines only") << QString("-g1") << false;
    QTest::newRow("without") << QString("-g0") << true;
    QTest::newRow("stripped") << QString("-s") << true;
}

/// Though the libraries have none.
void TestSampleClasses::programWithoutDebugInformationIsTold()
{
    QFETCH(QString, option);
    QFETCH(bool, isTold);
    SampleRig rig;
    QVERIFY(rig.start("gcc", {option}, "c.c", "int main(void) {\n __asm__ volatile(\"int3\\nnop\");\n return 0;\n}\n"));
    const auto before = rig.sampler.stacksOf(rig.process->snapshot(), 10);
    QVERIFY(before && before->withoutDebugInfo.empty()); // in the loader: nobody knows
    QVERIFY(rig.process->goOn());
    const auto stacks = rig.sampler.stacksOf(rig.process->snapshot(), 10);
    QVERIFY(stacks);
    QCOMPARE(stacks->withoutDebugInfo, isTold ? rig.folder.path("program") : std::string());
}

void TestSampleClasses::threadsHaveTheirStacks()
{
    SampleRig rig;
    QVERIFY(rig.start(
        "g++", {"-O0", "-pthread"}, "x.cpp",
        "#include <pthread.h>\n#include <sched.h>\n#include <unistd.h>\nvolatile bool there;\nvoid* waits(void*) {\n "
        "there = true;\n for (;;) pause();\n}\n"
        "int main() {\n pthread_t t;\n pthread_create(&t, nullptr, waits, nullptr);\n while (!there) sched_yield();\n"
        " __asm__ volatile(\"int3\\nnop\");\n pthread_join(t, nullptr);\n}\n"));
    QVERIFY(rig.process->goOn());
    const auto stacks = rig.sampler.stacksOf(rig.process->snapshot(), 100);
    QVERIFY(stacks);
    QCOMPARE(stacks->threads.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(textOf(stacks->threads[0].frames)), QString("main x.cpp:13"));
    const daemon::SampledThread& other = stacks->threads[1];
    QVERIFY2(has(other.frames, "waits"), textOf(other.frames).c_str());
    QVERIFY2(other.truncated.empty(), other.truncated.c_str());
    QCOMPARE(other.frames.back().module, std::string("libc.so.6")); // where threads begin, which it gives no name
    QVERIFY(other.id != stacks->threads[0].id);
}

void TestSampleClasses::strippedLibraryHasTheNamesThatItExports()
{
    SampleRig rig;
    rig.folder.write(
        "library.cpp",
        "namespace lib { static __attribute__((noinline)) void hidden() { __asm__ volatile(\"int3\\nnop\"); }\n"
        "void shown(int n) { hidden(); (void)n; } }\n"
        "extern \"C\" __attribute__((weak)) void plain() { lib::shown(3); }\n");
    QVERIFY(!rig.folder
                 .run("g++", {"-O1", "-fno-optimize-sibling-calls", "-s", "-shared", "-fPIC", "-o", "liblib.so",
                              "library.cpp"})
                 .isNull());
    QVERIFY(rig.start("gcc",
                      {"-O0", "-L.", "-llib", QString("-Wl,-rpath,") + QString::fromStdString(rig.folder.path("."))},
                      "c.c", "void plain(void);\nint main(void) {\n plain();\n}\n"));
    QVERIFY(rig.process->goOn());
    const auto thread = rig.stack();
    QCOMPARE(QString::fromStdString(textOf(thread.frames)), QString("? < lib::shown < plain < main c.c:3"));
    QCOMPARE(thread.frames.front().module, std::string("liblib.so"));
}

void TestSampleClasses::libraryIsCalledByTheNameOfItsLink()
{
    SampleRig rig;
    rig.folder.write("library.c", "void stops(void) { __asm__ volatile(\"int3\\nnop\"); }\n");
    QVERIFY(!rig.folder
                 .run("gcc", {"-shared", "-fPIC", "-Wl,-soname,libother.so.1", "-o", "libother.so.1.2.3", "library.c"})
                 .isNull());
    QVERIFY(QFile::link("libother.so.1.2.3", QString::fromStdString(rig.folder.path("libother.so.1"))));
    QVERIFY(rig.start(
        "gcc", {"-O0", "libother.so.1.2.3", QString("-Wl,-rpath,") + QString::fromStdString(rig.folder.path("."))},
        "c.c", "void stops(void);\nint main(void) {\n stops();\n}\n"));
    QVERIFY(rig.process->goOn());
    QCOMPARE(rig.stack().frames.front().module, std::string("libother.so.1"));
}

void TestSampleClasses::whatTheKernelAddsIsNamed()
{
    SampleRig rig;
    QVERIFY(rig.start("gcc", {"-O0", "-Wl,-z,now"}, "c.c",
                      "#include <time.h>\nint main(void) {\n struct timespec t;\n __asm__ volatile(\"int3\\nnop\");\n"
                      " clock_gettime(CLOCK_MONOTONIC, &t);\n return 0;\n}\n"));
    QVERIFY(rig.process->goOn());
    constexpr int kMostSteps = 2000;
    for (int i = 0; i < kMostSteps && rig.process->step(); ++i) {
        const auto thread = rig.stack();
        if (thread.frames.front().module != "[vdso]")
            continue;
        QVERIFY2(thread.frames.front().function.find("clock_gettime") != std::string::npos,
                 thread.frames.front().function.c_str());
        QVERIFY2(has(thread.frames, "main"), textOf(thread.frames).c_str());
        return;
    }
    QSKIP("this system asks the clock in another way");
}

void TestSampleClasses::callOfNothingShowsWhoCalled()
{
    SampleRig rig;
    QVERIFY(rig.start(
        "gcc", {"-O0"}, "c.c",
        "void (*volatile nothing)(void);\nvoid calls(void) {\n nothing();\n}\nint main(void) {\n calls();\n}\n"));
    QVERIFY(rig.process->goOn());
    const auto thread = rig.stack();
    QCOMPARE(QString::fromStdString(textOf(thread.frames)), QString("? < calls c.c:3 < main c.c:6"));
    QCOMPARE(thread.frames.front().pc, std::uint64_t{0});
}

void TestSampleClasses::deletedProgramIsRead()
{
    SampleRig rig;
    QVERIFY(rig.start("gcc", {"-O0"}, "c.c", "int main(void) {\n __asm__ volatile(\"int3\\nnop\");\n return 0;\n}\n"));
    QVERIFY(QFile::remove(QString::fromStdString(rig.folder.path("program"))));
    QVERIFY(rig.process->goOn());
    const auto thread = rig.stack();
    QCOMPARE(QString::fromStdString(textOf(thread.frames)), QString("main c.c:2"));
    QCOMPARE(thread.frames.front().module, std::string("program"));
}

void TestSampleClasses::libraryThatComesLaterIsNoticed()
{
    SampleRig rig;
    rig.folder.write("library.c", "void stops(void) {\n __asm__ volatile(\"int3\\nnop\");\n}\n");
    QVERIFY(!rig.folder.run("gcc", {"-g", "-shared", "-fPIC", "-o", "late.so", "library.c"}).isNull());
    QVERIFY(rig.start("gcc", {"-O0"}, "c.c",
                      "#include <dlfcn.h>\nint main(void) {\n __asm__ volatile(\"int3\\nnop\");\n"
                      " ((void (*)(void))dlsym(dlopen(\"" +
                          QByteArray::fromStdString(rig.folder.path("late.so")) +
                          "\", RTLD_NOW), \"stops\"))();\n}\n"));
    QVERIFY(rig.process->goOn());
    QCOMPARE(QString::fromStdString(textOf(rig.stack().frames)), QString("main c.c:3"));
    QVERIFY(rig.process->goOn());
    const auto thread = rig.stack();
    QCOMPARE(QString::fromStdString(textOf(thread.frames)), QString("stops library.c:2 < main c.c:4"));
    QCOMPARE(thread.frames.front().module, std::string("late.so"));
}

DBGR_TEST(TestSampleClasses);

} // namespace tst_sample_classes

#include "tst_sample_classes.moc"
