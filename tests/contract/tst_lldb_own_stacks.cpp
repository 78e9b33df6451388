// SPDX-License-Identifier: GPL-3.0-or-later
// Our own unwinder beside LLDB's, at every instruction of programs: where ours is certain of a stack, it has the same
// frames with the same numbers, names and places, and of each call the same registers and frame address.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/lldb_host.h"
#include "dbgdaemon/engine/lldb/rank_frames.h"
#include "dbgdaemon/engine/lldb/rank_memory.h"
#include "dbgdaemon/engine/lldb/registers.h"
#include "tests/support/engine/debuggee.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"

#include <lldb/API/LLDB.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tst_lldb_own_stacks {

using namespace dbgr;
using daemon::OwnStack;

namespace {

constexpr int kSteps = 500;
constexpr std::size_t kMostCalls = 1000;

const char* const kC = R"(#include <signal.h>
#include <stdlib.h>
volatile long sink;
__attribute__((noinline)) static void leaf(void) { sink += 1; }
void called_by_bare(void) { leaf(); }
void bare(void);
__asm__(".text\n.globl bare\nbare:\n push %rbx\n call called_by_bare\n pop %rbx\n ret\n"); // nothing says how it is unwound
__attribute__((noinline)) static void handler(int s) { sink += s; leaf(); }
__attribute__((noinline)) static int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }
__attribute__((noinline)) static int vary(int n) { int a[n]; a[n / 2] = n; sink += a[n / 2]; leaf(); return a[n / 2]; }
__attribute__((noinline)) static int wide(void) { double x __attribute__((aligned(64))) = 1; sink += (long)&x; leaf(); return (int)x; }
static inline __attribute__((always_inline)) int inner(int n) { sink += n; leaf(); return n + 1; }
static inline __attribute__((always_inline)) int outer(int n) { return inner(n) + 2; }
__attribute__((noinline)) static int last(int n) { return down(n); } // -O2: a tail call
static int compare(const void* a, const void* b) { leaf(); return *(const int*)a - *(const int*)b; }
int main(void)
{
    int numbers[] = {3, 1, 2};
    sink += down(2) + vary(7) + wide() + outer(3) + last(1);
    bare();
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    qsort(numbers, 3, sizeof numbers[0], compare);
    return 0;
}
)";

const char* const kCxx = R"(#include <stdexcept>
#include <string>
#include <vector>
struct Guard { std::string text; ~Guard() { text += "x"; } };
template <class F> int with(F f) { return f(3) + 1; }
namespace geo { template <class T> struct Cell { T x; __attribute__((noinline)) T twice() const { return x * 2; } }; }
static int throws(int n) { Guard guard{"a string that is longer than others"}; if (n == 0) throw std::runtime_error("x"); return throws(n - 1); }
int main()
{
    std::vector<int> numbers{3, 1, 2};
    geo::Cell<double> cell{1.5};
    int sum = with([&](int n) { return numbers.at(std::size_t(n - 1)); }) + int(cell.twice());
    try { sum += throws(1); } catch (const std::exception& e) { sum += int(std::string(e.what()).size()); }
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
      a(k) = half(a(k)) + real(k)
    end subroutine
  end subroutine
  pure real function half(x)
    real, intent(in) :: x
    half = x / 2
  end function
end module
program heat
  use solver_mod
  implicit none
  real :: a(4)
  a = 1.0
  call relax(a, 4)
  print *, sum(a)
end program
)";

std::string textOf(const debug::Frame& frame)
{
    return std::to_string(frame.index) + " " + frame.function + " " + frame.where.file + ":" +
           std::to_string(frame.where.line) + ":" + std::to_string(frame.where.column) + " " + frame.module +
           (frame.inlined ? " inlined" : "");
}

/// A program that LLDB alone steps through.
class Stepped
{
public:
    explicit Stepped(const std::string& program) : m_process(program, {}, test::Debuggee::Begin::StoppedOnExec)
    {
        daemon::initialiseLldb();
        m_debugger = daemon::makeDebugger();
        m_debugger.SetAsync(false);
        m_from = m_process.target(util::Rank(0));
        lldb::SBError error;
        m_target = m_debugger.CreateTarget(program.c_str(), nullptr, nullptr, false, error);
        lldb::SBListener listener = m_debugger.GetListener();
        m_lldb = m_target.ConnectRemote(listener, ("fd://" + std::to_string(m_from.stub.get())).c_str(), "gdb-remote",
                                        error);
    }
    ~Stepped()
    {
        m_lldb.Kill();
        m_debugger.DeleteTarget(m_target);
        lldb::SBDebugger::Destroy(m_debugger);
    }
    [[nodiscard]] bool runToMain()
    {
        m_target.BreakpointCreateByName("main", m_target.GetExecutable().GetFilename());
        m_lldb.Continue();
        return stands();
    }
    [[nodiscard]] bool stands() { return m_lldb.GetState() == lldb::eStateStopped; }
    [[nodiscard]] lldb::SBThread thread() { return m_lldb.GetThreadAtIndex(0); }
    /// One instruction; of libraries only some, and then back to the program.
    void step()
    {
        const std::string module = daemon::text(thread().GetFrameAtIndex(0).GetModule().GetFileSpec().GetFilename());
        const bool isProgram = module == m_target.GetExecutable().GetFilename();
        m_away = isProgram ? 0 : m_away + 1;
        if (m_away > 4 && thread().GetNumFrames() > 1) {
            lldb::SBError error;
            thread().StepOut(error);
        } else {
            thread().StepInstruction(false);
        }
    }
    [[nodiscard]] std::optional<OwnStack> own()
    {
        if (!m_modules || !m_modules->isCurrent(m_target))
            m_modules = std::make_shared<daemon::RankModules>(m_target);
        daemon::RankMemory memory(m_lldb);
        return OwnStack::of(daemon::StandingThread::of(thread()), memory, m_modules, kMostCalls);
    }

private:
    test::Debuggee m_process;
    daemon::AttachTarget m_from;
    lldb::SBDebugger m_debugger;
    lldb::SBTarget m_target;
    lldb::SBProcess m_lldb;
    std::shared_ptr<daemon::RankModules> m_modules;
    int m_away = 0;
};

std::vector<debug::Frame> framesOfLldb(lldb::SBThread thread)
{
    std::vector<debug::Frame> frames;
    for (std::uint32_t i = 0; i < thread.GetNumFrames(); ++i) {
        for (debug::Frame& frame : daemon::toFrames(thread.GetFrameAtIndex(i), std::uint32_t(frames.size())))
            frames.push_back(std::move(frame));
    }
    return frames;
}

bool isNowhere(const debug::Frame& frame)
{
    return frame.function.empty();
}

/// LLDB has taken some number for a place where a call returns to, as it does at calls through tables of linkage.
bool isLost(const std::vector<debug::Frame>& theirs, const OwnStack& own)
{
    std::vector<debug::Frame> ours;
    for (std::size_t i = 0; i < own.shown().size(); ++i)
        ours.push_back(own.frame(i));
    const auto isMain = [](const debug::Frame& frame) { return frame.function == "main"; };
    return std::ranges::count_if(theirs, isNowhere) > std::ranges::count_if(ours, isNowhere) ||
           std::ranges::count_if(theirs, isMain) < std::ranges::count_if(ours, isMain);
}

/// All that LLDB knows is known to us, in that order.
bool holdsAll(const OwnStack& own, const std::vector<debug::Frame>& theirs)
{
    std::size_t at = 0;
    for (const debug::Frame& frame : theirs) {
        while (!isNowhere(frame) && at < own.shown().size() && own.frame(at).function != frame.function)
            ++at;
    }
    return at < own.shown().size();
}

/// "" they agree.
std::string difference(const OwnStack& own, lldb::SBThread thread)
{
    const std::vector<debug::Frame> theirs = framesOfLldb(thread);
    for (std::size_t i = 0; i < std::max(theirs.size(), own.shown().size()); ++i) {
        const std::string ours = i < own.shown().size() ? textOf(own.frame(i)) : "none";
        const std::string lldbs = i < theirs.size() ? textOf(theirs[i]) : "none";
        if (ours != lldbs)
            return "frame: ours " + ours + ", LLDB's " + lldbs;
    }
    for (const values::PhysicalFrame& call : own.calls()) {
        lldb::SBFrame frame = daemon::lldbFrameOf(thread, call);
        const std::string at = " of " + std::to_string(call.pc.value);
        if (!frame.IsValid() || frame.IsInlined())
            return "LLDB has no frame" + at;
        lldb::SBFrame innermost = frame;
        while (innermost.GetFrameID() > 0 && thread.GetFrameAtIndex(innermost.GetFrameID() - 1).IsInlined())
            innermost = thread.GetFrameAtIndex(innermost.GetFrameID() - 1);
        if (innermost.GetPC() != call.pc.value)
            return "pc" + at + ": LLDB's " + std::to_string(innermost.GetPC());
        if (frame.GetCFA() != call.cfa.value)
            return "frame address" + at + ": ours " + std::to_string(call.cfa.value) + ", LLDB's " +
                   std::to_string(frame.GetCFA());
        for (unsigned number = 0; number < values::kUnwoundRegisters; ++number) {
            const char* const name = daemon::registerName(number);
            const auto word = name ? daemon::registerWord(frame, name) : std::nullopt;
            const auto& mine = call.registers[number];
            if (mine && word && *mine != *word)
                return std::string(name) + at + ": ours " + std::to_string(*mine) + ", LLDB's " + std::to_string(*word);
        }
    }
    return {};
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
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("level");
    for (const char* level : {"-O0", "-O1", "-O2"}) {
        QTest::addRow("gcc %s", level) << "gcc"
                                       << "program.c" << QByteArray(kC) << level;
        QTest::addRow("g++ %s", level) << "g++"
                                       << "program.cpp" << QByteArray(kCxx) << level;
        QTest::addRow("gfortran %s", level) << "gfortran"
                                            << "program.f90" << QByteArray(kFortran) << level;
        QTest::addRow("clang++ %s", level) << test::clangCompiler() << "program.cpp" << QByteArray(kCxx) << level;
    }
}

void TstLldbOwnStacks::isLldbsWhereItIsCertain()
{
    QFETCH(QString, compiler);
    QFETCH(QString, source);
    QFETCH(QByteArray, text);
    QFETCH(QString, level);
    if (compiler == "gfortran")
        NEED_TOOL("gfortran");
    if (source == "program.cpp")
        NEED_CLANG();
    test::CompiledFolder folder;
    folder.write(source, text);
    QVERIFY(!folder.run(compiler, {"-g", level, "-o", "program", source}).isNull());
    Stepped program(folder.path("program"));
    QVERIFY(program.runToMain());
    int certain = 0;
    int lost = 0;
    int stops = 0;
    std::set<std::string> functions;
    for (; stops < kSteps && program.stands(); ++stops, program.step()) {
        const auto own = program.own();
        if (!own || !own->isWhole())
            continue;
        ++certain;
        functions.insert(own->frame(0).function);
        const std::vector<debug::Frame> theirs = framesOfLldb(program.thread());
        if (isLost(theirs, *own)) {
            ++lost;
            QVERIFY(holdsAll(*own, theirs));
            continue;
        }
        const std::string wrong = difference(*own, program.thread());
        QVERIFY2(wrong.empty(), qPrintable(QString("at stop %1: ").arg(stops) + QString::fromStdString(wrong)));
    }
    QVERIFY2(certain * 2 > stops, qPrintable(QString("certain of %1 of %2 stops").arg(certain).arg(stops)));
    QVERIFY2(lost < stops / 10, qPrintable(QString("LLDB knows nothing of %1 of %2 stops").arg(lost).arg(stops)));
    QVERIFY(functions.size() > 3);
}

void TstLldbOwnStacks::isNotCertainOfCodeWithoutTables()
{
    test::CompiledFolder folder;
    folder.write("program.c", kC);
    QVERIFY(!folder.run("gcc", {"-g", "-O1", "-o", "program", "program.c"}).isNull());
    Stepped program(folder.path("program"));
    QVERIFY(program.runToMain());
    int met = 0;
    for (int stop = 0; stop < kSteps && program.stands(); ++stop, program.step()) {
        bool hasBare = false;
        for (const debug::Frame& frame : framesOfLldb(program.thread()))
            hasBare = hasBare || frame.function == "bare";
        if (!hasBare)
            continue;
        ++met;
        QVERIFY(!program.own());
    }
    QVERIFY(met > 3);
}

void TstLldbOwnStacks::isNotCertainBelowASignal()
{
    test::CompiledFolder folder;
    folder.write("program.c", kC);
    QVERIFY(!folder.run("gcc", {"-g", "-O0", "-o", "program", "program.c"}).isNull());
    Stepped program(folder.path("program"));
    QVERIFY(program.runToMain());
    lldb::SBTarget target = program.thread().GetProcess().GetTarget();
    target.BreakpointCreateByName("handler");
    lldb::SBProcess process = program.thread().GetProcess();
    process.GetUnixSignals().SetShouldStop(SIGUSR1, false);
    for (int stop = 0; stop < 5 && program.stands(); ++stop) {
        if (daemon::text(program.thread().GetFrameAtIndex(0).GetFunctionName()) == "handler")
            break;
        process.Continue();
    }
    QCOMPARE(daemon::text(program.thread().GetFrameAtIndex(0).GetFunctionName()), std::string("handler"));
    QVERIFY(!program.own());
}

DBGR_TEST(TstLldbOwnStacks, QCoreApplication);

} // namespace tst_lldb_own_stacks

#include "tst_lldb_own_stacks.moc"
